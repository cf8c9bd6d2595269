import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPartners } from '#contract/admin/partners.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { DayFields } from '../../panel/day-fields.tsx'
import { Filters } from '../../panel/filters.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { centsOf } from '../job/cents-of.ts'

type Choice = {
  /** The search parameter. */
  name: string
  label: string
  options: { value: string; label: string }[]
  /** Other parameters that a change removes. */
  clears?: string[]
  /** The default while the URL has no value; “any” if absent. */
  initial?: string
}

type Fields = ('job' | 'partner' | 'processor' | 'days' | 'amounts')[]

/** The filters of a list: choices act at once, typed ones with Enter. */
export function MoneyFilters({ choices, fields }: { choices: Choice[]; fields: Fields }) {
  const { t } = useTexts('money')
  const { t: panel } = useTexts('panel')
  const [address, change] = useAddress()
  const [faults, setFaults] = useState<Search>({})
  const typed = fields.flatMap((field) => names[field])
  // A choice that is never “any” says which list is shown: it does not filter.
  const chosen = choices.filter(({ initial }) => initial === undefined).map(({ name }) => name)
  const all = [...typed, ...chosen, 'partner']
  const submit = (values: FormData) => {
    const given: Search = Object.fromEntries(typed.map((name) => [name, textOf(values, name)]))
    const found = {
      ...(given.job && !uuid.test(given.job) && { job: t('filters.jobOdd') }),
      ...(given.min && centsOf(given.min) === null && { min: t('filters.amountOdd') }),
      ...(given.max && centsOf(given.max) === null && { max: t('filters.amountOdd') }),
    }
    setFaults(found)
    if (Object.keys(found).length === 0)
      change({ ...given, processor: given.processor?.toLowerCase(), before: undefined })
  }
  const field = (name: Exclude<TypedName, 'from' | 'to'>) => ({
    name,
    label: t(`filters.${name}`),
    defaultValue: address[name],
    error: faults[name],
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <Filters key={typed.map((name) => address[name]).join()} onSubmit={submit}>
      {choices.map((choice) => (
        <ChoiceField key={choice.name} choice={choice} />
      ))}
      {fields.includes('partner') && <PartnerField />}
      {fields.includes('job') && <TextInput {...field('job')} maxLength={36} />}
      {fields.includes('processor') && <TextInput {...field('processor')} maxLength={40} />}
      {fields.includes('days') && <DayFields />}
      {fields.includes('amounts') && <TextInput inputMode="decimal" {...field('min')} maxLength={12} />}
      {fields.includes('amounts') && <TextInput inputMode="decimal" {...field('max')} maxLength={12} />}
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('filters.apply')}
        </Button>
        {all.some((name) => address[name]) && (
          <Button
            variant="subtle"
            onClick={() => change(Object.fromEntries([...all, 'before'].map((name) => [name, undefined])))}
          >
            {panel('table.clear')}
          </Button>
        )}
      </div>
    </Filters>
  )
}

type TypedName = 'job' | 'processor' | 'from' | 'to' | 'min' | 'max'

const names: Record<Fields[number], TypedName[]> = {
  job: ['job'],
  partner: [],
  processor: ['processor'],
  days: ['from', 'to'],
  amounts: ['min', 'max'],
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function ChoiceField({ choice: { name, label, options, clears, initial } }: { choice: Choice }) {
  const { t } = useTexts('money')
  const [address, change] = useAddress()
  const cleared = Object.fromEntries(['before', ...(clears ?? [])].map((each) => [each, undefined]))
  return (
    <NativeSelect
      label={label}
      value={address[name] ?? initial ?? ''}
      data={initial === undefined ? [{ value: '', label: t('filters.any') }, ...options] : options}
      onChange={({ currentTarget: { value } }) =>
        change({ ...cleared, [name]: value === initial ? undefined : value })
      }
    />
  )
}

function PartnerField() {
  const { t } = useTexts('money')
  const [{ partner = '' }, change] = useAddress()
  const partners = useQuery(reading(listPartners, { query: { limit: 200 } })).data?.partners ?? []
  return (
    <NativeSelect
      label={t('filters.partner')}
      value={partner}
      data={[
        { value: '', label: t('filters.any') },
        ...partners.map(({ partner_id: value, company_name: label }) => ({ value, label })),
      ]}
      onChange={({ currentTarget: { value } }) => change({ partner: value, before: undefined })}
    />
  )
}
