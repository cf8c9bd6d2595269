import { useQuery } from '@tanstack/react-query'
import { type Me, readMe, signOut } from '#contract/app/account.ts'
import { ApiError, call } from './api.ts'
import { dropPush, rememberPush } from './push.ts'
import { queryClient, reading } from './query-client.ts'
import { forgetSaved, forgetSavedOfOthers } from './saved-answers.ts'
import { forgetWaiting, sendWaiting } from './waiting.ts'

/** The signed-in account; null if signed out, undefined while loading. */
export function useMe(): Me | null | undefined {
  const { data, error } = useQuery(reading(readMe, {}))
  if (error instanceof ApiError && error.status === 401) return null
  return data
}

/**
 * Starts the session of an account on this device, after `checkCode`: forgets the data of other accounts, and sends the
 * requests that waited for a sign-in.
 */
export function startSession(me: Me): void {
  queryClient.clear()
  queryClient.setQueryData(reading(readMe, {}).queryKey, me)
  void forgetSavedOfOthers(me.account_id)
  void sendWaiting()
}

/** Signs out on this device, and deletes its push subscription, cached responses and queued requests. */
export async function leave(): Promise<void> {
  await call(signOut, {})
  const me = queryClient.getQueryData<Me>(reading(readMe, {}).queryKey)
  if ((await dropPush()) && me) rememberPush(me.account_id)
  await forgetSession()
}

/** Deletes cached responses and queued requests of a session that has ended. */
export async function forgetSession(): Promise<void> {
  await Promise.all([forgetWaiting(), forgetSaved()])
  queryClient.clear()
}
