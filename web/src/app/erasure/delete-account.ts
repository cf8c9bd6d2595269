import { eraseMe, readMe } from '#contract/app/account.ts'
import { ApiError, call } from '../../kit/api.ts'
import { patiently } from '../../kit/patiently.ts'

/**
 * Deletes the account behind the session. An answer may be lost after the server has done it: the request is repeated, and a
 * session that ends between the two says that the first one arrived.
 *
 * @throws ApiError when it was refused, or while it is unknown what became of it.
 */
export async function deleteAccount(body: { challenge_id: string; code: string }): Promise<void> {
  let isUnanswered = wasSent()
  writeSent(true)
  await patiently(async () => {
    try {
      await call(eraseMe, { body })
    } catch (error) {
      if (isUnanswered && (await isSignedOut())) return
      if (isUnknown(error)) isUnanswered = true
      else writeSent(false)
      throw error
    }
  })
}

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

const isSignedOut = (): Promise<boolean> =>
  call(readMe, {}).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )

const sent = 'dray.erasure'

/** Whether this tab has asked for it and heard no refusal. Kept, as the page may be reloaded before the answer. */
export const wasSent = (): boolean => readSent() !== null

/** The account is there: a request that was sent a minute ago has not arrived, a younger one may still be carried out. */
export function forgetOldRequest(): void {
  const sentAt = readSent()
  if (sentAt !== null && Date.now() - sentAt > 60_000) writeSent(false)
}

function readSent(): number | null {
  try {
    const kept = sessionStorage.getItem(sent)
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

function writeSent(isSent: boolean): void {
  try {
    if (isSent) sessionStorage.setItem(sent, String(Date.now()))
    else sessionStorage.removeItem(sent)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
