import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type CardForm, readCardSetup, startCardSetup } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { forgetSetup, openSetup } from '../card/open-setup.ts'

/** Opens the processor's page, where the user enters the card. */
export const useAddCard = (returnPath: string, jobId: string | undefined) =>
  useMutation({
    mutationFn: () => {
      const about = jobId ? { job_id: jobId } : {}
      const body = { setup_id: crypto.randomUUID(), return_path: returnPath, ...about }
      return call(startCardSetup, { body })
    },
    onSuccess: ({ url }) => location.assign(url),
  })

/**
 * Result of the attempt to save a card that this page has not seen: after the return with `?card_setup=` it is awaited;
 * after a reload while the card was being saved it is read once, and null until it is known.
 */
export function useCardSetup(kind: CardForm['kind']) {
  const { card_setup: returned } = useSearch({ strict: false })
  const [open] = useState(() => openSetup(kind))
  const id = returned ?? open
  const read = reading(readCardSetup, { params: { setup_id: id ?? '' } })
  // `dataUpdatedAt` is named, so each response renders this again.
  const {
    data,
    error,
    dataUpdatedAt: _,
  } = useQuery({
    ...read,
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      returned !== undefined && state.data?.status === 'pending' && state.dataUpdateCount < patience
        ? 2_000
        : false,
  })
  const isSaved = data?.status === 'saved'
  const onSaved = useEffectEvent(() => {
    if (id === openSetup(kind)) forgetSetup(kind)
    void readAgain({ operationId: 'listPaymentMethods' })
  })
  useEffect(() => {
    if (isSaved) onSaved()
  }, [isSaved])
  if (id === null || error || (!isSaved && returned === undefined)) return null
  const reads = queryClient.getQueryState(read.queryKey)?.dataUpdateCount ?? 0
  if (data?.status === 'pending' && reads >= patience) return null
  return { status: data?.status ?? 'pending', method: data?.method ?? null }
}

/** Reads of an attempt before the page stops to wait for it: most likely the customer came back without a card. */
const patience = 15
