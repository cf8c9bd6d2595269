import { type Me, readMe, signOut } from '#contract/app/account.ts'
import { call } from './api.ts'
import { pageAccount, rememberAccount } from './device-account.ts'
import { forgetSettings } from './forget-settings.ts'
import { dropPush, rememberPush } from './push.ts'
import { queryClient, reading } from './query-client.ts'
import { forgetSaved } from './saved-answers.ts'
import { forgetWaiting, leaveWaiting } from './waiting.ts'

/** `keep`: what is not sent yet is sent after the next sign-in of the account; `delete`: it is lost. */
export type Unsent = 'keep' | 'delete'

/** Signs out on this device, and deletes its push subscription, and what it stores for the person. */
export async function leave(unsent: Unsent): Promise<void> {
  await call(signOut, {})
  const me = queryClient.getQueryData<Me>(reading(readMe, {}).queryKey)
  if ((await dropPush()) && me) rememberPush(me.account_id)
  await forgetSession(unsent)
}

/** Deletes cached responses and settings of a session that has ended, and its queued requests if they are unwanted. */
export async function forgetSession(unsent: Unsent): Promise<void> {
  const accountId = pageAccount()
  rememberAccount(null)
  forgetSettings()
  const isKept = unsent === 'keep' && accountId !== null
  await Promise.all([isKept ? leaveWaiting(accountId) : forgetWaiting(accountId), forgetSaved()])
  queryClient.clear()
}
