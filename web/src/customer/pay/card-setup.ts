import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { readCardSetup, startCardSetup } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { readAgain, reading } from '../../kit/query-client.ts'

/** Opens the processor's page, where the user enters the card. */
export const useAddCard = (returnPath: string) =>
  useMutation({
    mutationFn: () =>
      call(startCardSetup, { body: { setup_id: crypto.randomUUID(), return_path: returnPath } }),
    onSuccess: ({ url }) => location.assign(url),
  })

/** Result of the card setup after the return with `?card_setup=`; null without that parameter. */
export function useCardSetup() {
  const { card_setup: id } = useSearch({ strict: false })
  const { data } = useQuery({
    ...reading(readCardSetup, { params: { setup_id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
  const refreshMethods = useEffectEvent(() => void readAgain({ operationId: 'listPaymentMethods' }))
  useEffect(() => {
    if (data?.status === 'saved') refreshMethods()
  }, [data?.status])
  return id === undefined ? null : { status: data?.status ?? 'pending', method: data?.method ?? null }
}
