import { useQuery } from '@tanstack/react-query'
import { type Me, readMe, signOut } from '#contract/app/account.ts'
import { ApiError, call } from './api.ts'
import { forgetKept, forgetKeptOfOthers } from './kept-answers.ts'
import { queryClient, reading } from './query-client.ts'
import { forgetWaiting, sendWaiting } from './waiting.ts'

/** Who is signed in: null for nobody, undefined while that is not known yet. */
export function useMe(): Me | null | undefined {
  const { data, error } = useQuery(reading(readMe, {}))
  if (error instanceof ApiError && error.status === 401) return null
  return data
}

/** To be called with what `checkCode` answered. */
export function signedIn(me: Me): void {
  queryClient.clear()
  queryClient.setQueryData(reading(readMe, {}).queryKey, me)
  void forgetKeptOfOthers(me.account_id)
  void sendWaiting()
}

/** Ends the session here and forgets all that was read or waited to be sent. */
export async function leave(): Promise<void> {
  await call(signOut, {})
  await forgetSession()
}

/** Of a session that has ended already. */
export async function forgetSession(): Promise<void> {
  await Promise.all([forgetWaiting(), forgetKept()])
  queryClient.clear()
}
