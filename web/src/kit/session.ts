import { useQuery } from '@tanstack/react-query'
import { type Me, readMe } from '#contract/app/account.ts'
import { ApiError } from './api.ts'
import {
  beginSession,
  confirmAccount,
  onNewSession,
  onOtherAccount,
  pageAccount,
  rememberAccount,
  sessionAccount,
} from './device-account.ts'
import { forgetSettings } from './forget-settings.ts'
import { queryClient, readAgain, reading, refresh } from './query-client.ts'
import { forgetSavedOfOthers } from './saved-answers.ts'
import { beginWaiting, leaveWaiting, sendWaiting } from './waiting.ts'

/** The signed-in account; null if signed out, undefined while loading. */
export function useMe(): Me | null | undefined {
  const { data, error } = useQuery(reading(readMe, {}))
  if (error instanceof ApiError && error.status === 401) return null
  return data
}

/**
 * Starts the session of an account on this device, after `checkCode`: forgets the data of other accounts, and sends the
 * account's requests that waited for a sign-in.
 */
export function startSession(me: Me): void {
  queryClient.clear()
  // Before the response is in the cache, which tells `watchAccount`.
  void enter(me)
  beginSession()
  queryClient.setQueryData(reading(readMe, {}).queryKey, me)
}

/**
 * From now on, this page shows the account of the session of this device: each response of `readMe` tells whose it is,
 * and other tabs tell when they have signed in this account again, or another one, or have signed out.
 */
export function watchAccount(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const { queryKey, state } = event.query
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (queryKey[0] !== readMe.operationId) return
    const me = state.data as Me
    const before = pageAccount()
    // If another tab has signed in another account meanwhile, this response is late; the event tells this page.
    if (me.account_id === before) return confirmAccount()
    void enter(me).then(() => before !== null && startAgain(me.account_id))
  })
  onNewSession(() => {
    void sendWaiting()
    void refresh()
  })
  onOtherAccount((accountId) => {
    if (pageAccount() === null) void readAgain(readMe)
    else startAgain(accountId)
  })
}

async function enter({ account_id }: Me): Promise<void> {
  const before = sessionAccount()
  rememberAccount(account_id)
  if (before !== null && before !== account_id) {
    forgetSettings()
    await leaveWaiting(before)
  }
  await Promise.all([forgetSavedOfOthers(account_id), beginWaiting(account_id)])
  void sendWaiting()
}

/**
 * Loads the page again for another account, or for none, so nothing of the former person is left in it. It is hidden at
 * once, because a slow phone needs seconds to load. The jobs of the former person are unknown to another account.
 */
function startAgain(accountId: string | null): void {
  document.documentElement.hidden = true
  if (accountId === null || location.pathname.includes('/draft/')) location.reload()
  else location.replace(location.pathname.startsWith('/carrier') ? '/carrier' : '/app')
}
