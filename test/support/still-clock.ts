/**
 * Clocks of this process, and so of the product in it, that a test can stop and move on; the database's clock and timers
 * go on. Import it before the product starts. They never go back, as the product's steady clock would wait for them.
 */
const running = { steady: performance.now.bind(performance), wall: Date.now }
let aheadMs = 0
let stoppedAt: { steady: number; wall: number } | null = null

performance.now = () => (stoppedAt?.steady ?? running.steady()) + aheadMs
Date.now = () => (stoppedAt?.wall ?? running.wall()) + aheadMs

export type StoppedClocks = Disposable & { advance: (ms: number) => void; nowMs: () => number }

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
