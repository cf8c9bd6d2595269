import { isLongWait, isWorthRepeating, waitMs } from './query-client.ts'

/**
 * Retries temporary errors a few times, after the time that the server asks for, unless that is long. `work` must be
 * idempotent.
 */
export async function withRetry<T>(work: () => Promise<T>, maxTries = 4): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (failures + 1 >= maxTries || !isWorthRepeating(error) || isLongWait(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs(error, failures)))
    }
  }
}
