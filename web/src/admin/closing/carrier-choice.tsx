import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCarriers } from '#contract/admin/carriers.ts'
import { readCarrierStatement } from '#contract/admin/statements.ts'
import { reading } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'

type CarrierChoiceProps = {
  accountId: string | undefined
  month: string
  onChosen: (accountId: string) => void
}

/** Queries carriers by a part of the name; shows the one whose statement is open. */
export function CarrierChoice({ accountId, month, onChosen }: CarrierChoiceProps) {
  const { t } = useTexts('closing')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 250)
  const body = { filters: { ...(name && { name }) } }
  const carriers = useQuery({ ...reading(listCarriers, { body }), placeholderData: keepPreviousData })
  const found = (carriers.data?.carriers ?? []).map(({ account_id, name, base_place }) => ({
    value: account_id,
    label: [name, base_place].filter(Boolean).join(' · '),
  }))
  const chosen = useChosen(accountId, month)
  const error = carriers.error ?? chosen.error
  const isListed = found.some(({ value }) => value === accountId)
  return (
    <Select
      searchable
      label={t('statements.carrier')}
      placeholder={t('statements.carrierHelp')}
      error={error && errorText(error)}
      value={accountId ?? null}
      data={accountId && !isListed ? [{ value: accountId, label: chosen.name }, ...found] : found}
      // The server has filtered them.
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped(text.split(' · ')[0] ?? '')}
      onChange={(value) => onChosen(value ?? '')}
    />
  )
}

/** The name of the carrier whose statement is open. */
function useChosen(accountId: string | undefined, month: string) {
  const { t } = useTexts('closing')
  const params = { account_id: accountId ?? '' }
  const { data, error } = useQuery({
    ...reading(readCarrierStatement, { params, query: { month } }),
    enabled: accountId !== undefined,
  })
  return { name: data ? (data.name ?? t('statements.erased')) : '…', error }
}
