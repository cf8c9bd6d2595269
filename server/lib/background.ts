import { setTimeout as sleep } from 'node:timers/promises'

export type Background = {
  /** Starts work that outlives its request. It must end soon after `signal` aborts. */
  start: (work: (signal: AbortSignal) => Promise<unknown>) => void
  /** Aborts running work and waits for it, with a timeout of five seconds. */
  stop: () => Promise<void>
}

const maxWaitMs = 5_000

export function createBackground(onError: (error: unknown) => void): Background {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    start(work) {
      const done: Promise<unknown> = work(stopping.signal)
        .catch(onError)
        .finally(() => running.delete(done))
      running.add(done)
    },
    async stop() {
      stopping.abort()
      const patience = new AbortController()
      const late = sleep(maxWaitMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([Promise.all(running), late])
      patience.abort()
    },
  }
}
