import { setTimeout as sleep } from 'node:timers/promises'

/** Makes statements wait, so that more important work has the machine first. */
export type Throttle = {
  /** Called before a statement that is in no transaction. @returns null when it may run at once. */
  pause: () => Promise<void> | null
  /** Called after each statement, with the time it took. */
  count: (ms: number) => void
}

/** A pause takes so many times as long as the statements since the last pause. */
const pauseShare = 20

/** Also after a statement that took longer, because it waited for a lock. */
const maxPauseMs = 200

/** @param isBusy whether there is more important work. */
export function createThrottle(isBusy: () => boolean): Throttle {
  let ranMs = 0
  return {
    pause() {
      const pauseMs = isBusy() ? Math.min(maxPauseMs, pauseShare * ranMs) : 0
      ranMs = 0
      return pauseMs > 0 ? sleep(pauseMs) : null
    },
    count(ms) {
      ranMs += ms
    },
  }
}
