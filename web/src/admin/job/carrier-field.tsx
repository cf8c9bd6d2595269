import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listCarriers } from '#contract/admin/carriers.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type CarrierFieldProps = {
  /** Who has the job. */
  currentId: string | undefined
  onChange: (accountId: string) => void
  error?: ReactNode
  'data-path'?: string
}

/** Queries the other approved carriers by a part of the name. */
export function CarrierField({ currentId, onChange, error, 'data-path': path }: CarrierFieldProps) {
  const { t } = useTexts('jobs')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.split(' · ')[0]?.trim(), 250)
  const body = { filters: { status: 'approved' as const, ...(name && { name }) } }
  const { data } = useQuery({ ...reading(listCarriers, { body }), placeholderData: keepPreviousData })
  const found = data?.carriers.filter(({ account_id }) => account_id !== currentId) ?? []
  return (
    <Select
      data-autofocus
      searchable
      required
      label={t('acts.carrier')}
      description={t('acts.carrierHelp')}
      data={found.map(({ account_id, name, vehicle_size, base_place }) => ({
        value: account_id,
        label: [name, vehicle_size, base_place].filter(Boolean).join(' · '),
      }))}
      // The server has filtered them.
      filter={({ options }) => options}
      // Else each response would clear the field.
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => onChange(value ?? '')}
      error={error}
      data-path={path}
    />
  )
}
