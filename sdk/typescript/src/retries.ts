import type { DrayError } from './errors.ts'

/**
 * A longer `Retry-After` is not waited for: the caller gets the error and decides. A full window frees a place within a minute, and
 * the service rounds up to whole seconds.
 */
const longestRetryAfterSeconds = 61

/**
 * How long to wait before the next try, or null if the error is final. `retries` counts the retries so far; `random` is
 * between 0 and 1, so that clients that failed together do not return together.
 */
export function pauseBeforeRetry(error: RetryFacts, retries: number, random: number): number | null {
  if (!isTemporary(error)) return null
  const backoffMs = Math.min(500 * 2 ** retries, 8_000) * (1 - random / 4)
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === null) return backoffMs
  if (retryAfterSeconds > longestRetryAfterSeconds) return null
  return Math.max(backoffMs, retryAfterSeconds * 1_000 + random * 250)
}

type RetryFacts = Pick<DrayError, 'status' | 'code' | 'retryAfterSeconds'>

/** Without a status there was no response. A 409 is temporary only while the first call with the key runs. */
const isTemporary = ({ status, code }: RetryFacts): boolean =>
  status === null ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && code === 'idempotency_key_in_progress')
