/** A clock in whole ms that never jumps. Adding `skewMs` to its time gives the Unix ms of the wall clock. */
export type SteadyClock = { nowMs: () => number; skewMs: () => number }

/**
 * Windows are measured on a monotonic clock, which no time server or operator can set; only the `Reset` header needs
 * the wall clock. The difference is checked once a second and updated when it changed by more than half a second, so
 * that `Reset` stays constant between calls and is correct again after a suspend or a clock correction.
 */
export function createSteadyClock(steadyMs = monotonicMs, wallMs = Date.now): SteadyClock {
  // Kept in one object: V8 allocates a new number at every write to a captured fractional variable.
  const seen = { latestMs: Number.MIN_SAFE_INTEGER, comparedMs: Number.MIN_SAFE_INTEGER, skewMs: 0 }
  function compare(): void {
    seen.comparedMs = seen.latestMs
    const found = Math.round(wallMs() - seen.latestMs)
    if (Math.abs(found - seen.skewMs) > 500) seen.skewMs = found
  }
  return {
    nowMs: () => {
      const nowMs = Math.floor(steadyMs())
      if (nowMs > seen.latestMs) seen.latestMs = nowMs
      return seen.latestMs
    },
    skewMs: () => {
      if (seen.latestMs - seen.comparedMs >= 1000) compare()
      return seen.skewMs
    },
  }
}

const { hrtime } = process

/** Costs little more than the system call; `performance.now()` takes half as long again. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
