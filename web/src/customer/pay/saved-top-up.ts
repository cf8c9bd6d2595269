import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readTopUp, type TopUp } from '#contract/app/payments.ts'
import { ApiError } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'

const setting = 'top-up'

export const saveTopUp = (paymentId: string): void => writeSetting(setting, paymentId)
export const forgetTopUp = (): void => writeSetting(setting, null)

/**
 * Polls a started top-up until it ends, also after a reload or a visit to the bank's page.
 *
 * @param answered the last response about it.
 * @param onRead callback with each response.
 * @returns the id of the top-up; null without one, or after its end.
 */
export function useSavedTopUp(answered: TopUp | null, onRead: (topUp: TopUp) => void): string | null {
  const id = readSetting(setting)
  const isOver = answered?.status === 'done' || answered?.status === 'refused'
  const { data, error } = useQuery({
    ...reading(readTopUp, { params: { payment_id: id ?? '' } }),
    enabled: id !== null && !isOver,
    retry: false,
    refetchInterval: 2_000,
  })
  const report = useEffectEvent(onRead)
  useEffect(() => {
    if (data) report(data)
  }, [data])
  useEffect(() => {
    // The top-up never reached the server, or belongs to another account.
    if (error instanceof ApiError && error.status === 404) forgetTopUp()
  }, [error])
  return isOver ? null : id
}
