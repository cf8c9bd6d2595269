import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { allMembers } from '../staff/all-members.ts'
import { auditFilterNames } from './query.ts'

/** The filters of the log; they go into the address when the form is sent. */
export function AuditFilters() {
  const { t } = useTranslation('admin')
  const { t: panel } = useTranslation('panel')
  const names = useId()
  const [address, change] = useAddress()
  const members = useQuery(allMembers()).data?.members ?? []
  const isFiltered = auditFilterNames.some((name) => address[name])
  const filter = (values: FormData) => {
    const typed = auditFilterNames.map((name) => [name, textOf(values, name)])
    change({ ...Object.fromEntries(typed), before: undefined })
  }
  const field = (name: 'actor' | 'act' | 'target') => ({
    name,
    label: t(`audit.${name}`),
    placeholder: t(`audit.${name}Help`),
    defaultValue: address[name],
    maxLength: 100,
    spellCheck: false,
    autoCapitalize: 'none',
  })
  return (
    <Filters onSubmit={filter}>
      <TextInput {...field('actor')} list={names} />
      <datalist id={names}>
        {members.map(({ member_id, name }) => (
          <option key={member_id}>{name}</option>
        ))}
      </datalist>
      <TextInput {...field('act')} />
      <TextInput {...field('target')} />
      <TextInput type="date" name="from" label={t('audit.from')} defaultValue={address.from} />
      <TextInput type="date" name="to" label={t('audit.to')} defaultValue={address.to} />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('audit.apply')}
        </Button>
        {isFiltered && (
          <Button variant="subtle" onClick={() => filter(new FormData())}>
            {panel('table.clear')}
          </Button>
        )}
      </div>
    </Filters>
  )
}
