import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { auditActs } from '#contract/audit-acts.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { DayFields } from '../../panel/day-fields.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { allMembers } from '../staff/all-members.ts'
import { isAuditAct } from './act-key.ts'
import { DayPresets } from './day-presets.tsx'
import { auditFilterNames } from './query.ts'
import { useActName } from './use-act-name.ts'

/** Filters that apply when the form is sent; the others apply at once. */
const typedNames = ['actor', 'from', 'to'] as const

/** The filters of the log; sending the form writes them into the URL. */
export function AuditFilters() {
  const { t } = useTexts('audit')
  const { t: panel } = useTexts('panel')
  const names = useId()
  const [address, change] = useAddress()
  const members = useQuery(allMembers()).data?.members ?? []
  const actName = useActName()
  const isFiltered = auditFilterNames.some((name) => address[name])
  const filter = (values: FormData) => {
    const typed = typedNames.map((name) => [name, textOf(values, name)])
    change({ ...Object.fromEntries(typed), before: undefined })
  }
  const clear = () =>
    change({ ...Object.fromEntries(auditFilterNames.map((name) => [name, undefined])), before: undefined })
  const acts = auditActs
    .map((act) => ({ value: act as string, label: actName(act) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  // A link may filter by all acts on a subject, or by an act of an older version.
  const asked = address.act && !isAuditAct(address.act) ? [{ value: address.act, label: address.act }] : []
  return (
    <Filters onSubmit={filter}>
      <TextInput
        name="actor"
        label={t('actor')}
        placeholder={t('actorHelp')}
        defaultValue={address.actor}
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        list={names}
      />
      <datalist id={names}>
        {members.map(({ member_id, name }) => (
          <option key={member_id}>{name}</option>
        ))}
      </datalist>
      <NativeSelect
        label={t('act')}
        value={address.act ?? ''}
        data={[{ value: '', label: t('anyAct') }, ...asked, ...acts]}
        onChange={({ currentTarget: { value } }) => change({ act: value, before: undefined })}
      />
      <DayFields />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
        <DayPresets />
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            {panel('table.clear')}
          </Button>
        )}
      </div>
    </Filters>
  )
}
