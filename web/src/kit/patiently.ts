import { isWorthRepeating, waitMs } from './query-client.ts'

/** Repeats what was refused for the moment, a few times, as late as the server asks. Only for what may happen twice. */
export async function patiently<T>(work: () => Promise<T>, mostTries = 4): Promise<T> {
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

/** Longer than this a person should be told instead. */
const longestWaitMs = 10_000
