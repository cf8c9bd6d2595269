import { setTimeout as sleep } from 'node:timers/promises'

/** Rate limit: `gapMs` between requests. `mayGo` waits for its turn; false if the wait exceeds `maxMs`. */
export type Pace = { mayGo: () => Promise<boolean> }

export function createPace(gapMs: number, maxMs: number): Pace {
  let nextAt = 0
  return {
    async mayGo() {
      if (gapMs === 0) return true
      const now = performance.now()
      const waitMs = Math.max(0, nextAt - now)
      if (waitMs > maxMs) return false
      nextAt = now + waitMs + gapMs
      await sleep(waitMs)
      return true
    },
  }
}

/** Circuit breaker: opens for `restMs` after `failures` consecutive errors, to spare the server and the callers. */
export type Breaker = { isOpen: () => boolean; note: (succeeded: boolean) => void }

export function createBreaker({ failures, restMs }: { failures: number; restMs: number }): Breaker {
  let inARow = 0
  let openUntil = 0
  return {
    isOpen: () => performance.now() < openUntil,
    note(succeeded) {
      inARow = succeeded ? 0 : inARow + 1
      if (inARow < failures) return
      inARow = 0
      openUntil = performance.now() + restMs
    },
  }
}
