import { setTimeout as sleep } from 'node:timers/promises'

export type Repeating = { stop: () => Promise<void> }

/**
 * Runs `work` now and then again `seconds` after each end, so that runs never overlap. A failure is told and the next run
 * comes all the same. `stop` waits for the run that is under way; `signal` asks it to be brief.
 */
export function every(
  seconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async () => {
    while (!signal.aborted) {
      await work(signal).catch(onError)
      // A tenth of jitter, so that nodes started together do not knock together for ever.
      await sleep(seconds * (950 + Math.random() * 100), undefined, { signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
