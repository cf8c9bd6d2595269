import { setTimeout as sleep } from 'node:timers/promises'

export type Repeating = { stop: () => Promise<void> }

/**
 * Runs `work` now and then `seconds` after the end of each run, so runs never overlap. An error is passed to `onError`,
 * and the next run follows. `stop` aborts `signal` to end the current run early, and waits for it.
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
      // Up to 5 % jitter in both directions, to avoid synchronized nodes after a common start.
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
