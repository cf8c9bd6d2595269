import type { DrayError } from './errors.ts'

/**
 * Milliseconds before the next retry, or null if the error is final. `retries` counts the retries so far; `random` is
 * between 0 and 1, to avoid concurrent retries of clients that failed together.
 */
export function pauseBeforeRetry(error: RetryFacts, retries: number, random: number): number | null {
  if (!isTemporary(error)) return null
  const backoffMs = Math.min(500 * 2 ** retries, 8_000) * (1 - random / 4)
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === null) return backoffMs
  // A longer `Retry-After` is not waited for: the caller gets the error and decides. A full window frees a place within
  // a minute, and the service rounds up to whole seconds.
  if (retryAfterSeconds > 61) return null
  return Math.max(backoffMs, retryAfterSeconds * 1_000 + random * 250)
}

type RetryFacts = Pick<DrayError, 'status' | 'code' | 'retryAfterSeconds'>

/**
 * True if the request had no effect: it did not arrive whole, the rate limit was used up, or another request moves the
 * sandbox.
 */
export const isRefusedUndone = ({ status, code }: RetryFacts): boolean =>
  status === 408 || status === 429 || code === 'world_busy'

/** Without a status there was no response. */
export const isTemporary = (error: RetryFacts): boolean =>
  isRefusedUndone(error) ||
  error.status === null ||
  error.status >= 500 ||
  error.code === 'idempotency_key_in_progress'
