/**
 * Lets a test stop and advance the clocks of this process, and of Dray in it; timers and the database's clock keep
 * running. Must be imported before Dray starts. The clocks never go back, because Dray's steady clock would wait then.
 */
const running = { steady: performance.now.bind(performance), wall: Date.now }
let aheadMs = 0
let stoppedAt: { steady: number; wall: number } | null = null

performance.now = () => (stoppedAt?.steady ?? running.steady()) + aheadMs
Date.now = () => (stoppedAt?.wall ?? running.wall()) + aheadMs

export type StoppedClocks = Disposable & { advance: (ms: number) => void; nowMs: () => number }

/** Advances the running clocks, for waits that end by the clock of this process. */
export const advanceClocks = (ms: number): void => void (aheadMs += ms)

export function stopClocks(): StoppedClocks {
  stoppedAt = { steady: running.steady(), wall: running.wall() }
  return {
    advance: (ms) => void (aheadMs += ms),
    nowMs: () => Math.floor(performance.timeOrigin + performance.now()),
    [Symbol.dispose]: () => {
      stoppedAt = null
    },
  }
}
