import { eraseMe, readMe } from '#contract/app/account.ts'
import { ApiError, call } from '../../kit/api.ts'
import { withRetry } from '../../kit/with-retry.ts'

/**
 * Deletes the account of the session. A response may be lost after the server has deleted the account, so the request
 * is retried; if a retry fails because the session has ended, the deletion has succeeded.
 *
 * @throws ApiError if the request was refused, or if its outcome is still unknown after the retries.
 */
export async function deleteAccount(body: { challenge_id: string; code: string }): Promise<void> {
  let isUnanswered = wasSent()
  writeSent(true)
  await withRetry(async () => {
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

const storageKey = 'dray.erasure'

/** True if this tab has sent the request and it was not refused. Stored, because the page may be reloaded meanwhile. */
export const wasSent = (): boolean => readSent() !== null

/**
 * Call this when the account still exists. A request older than a minute was lost; a newer one may still be running.
 */
export function forgetOldRequest(): void {
  const sentAt = readSent()
  if (sentAt !== null && Date.now() - sentAt > 60_000) writeSent(false)
}

function readSent(): number | null {
  try {
    const kept = sessionStorage.getItem(storageKey)
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

function writeSent(isSent: boolean): void {
  try {
    if (isSent) sessionStorage.setItem(storageKey, String(Date.now()))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without session storage it is lost on reload.
  }
}
