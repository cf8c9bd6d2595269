import { isWorthRepeating, waitMs } from './query-client.ts'

/** Retries temporary errors a few times, after the time that the server asks for. `work` must be idempotent. */
export async function withRetry<T>(work: () => Promise<T>, mostTries = 4): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      const wait = waitMs(error, failures)
      if (failures + 1 >= mostTries || !isWorthRepeating(error) || wait > longestWaitMs) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** For a longer wait the error is thrown, so that the screen can show it. */
const longestWaitMs = 10_000
