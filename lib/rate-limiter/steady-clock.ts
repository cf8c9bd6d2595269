import { performance } from 'node:perf_hooks'

/** A clock in whole ms that never jumps. Adding `skewMs` to its time gives the Unix ms of the wall clock. */
export type SteadyClock = {
  nowMs: () => number
  skewMs: () => number
  /** The Unix second of the latest `nowMs`. */
  second: () => number
  /**
   * The first Unix second that begins after `atMs`, which is not before the latest second and at most 24 days later.
   */
  secondAfter: (atMs: number) => number
}

/**
 * Windows are measured on a monotonic clock, which no time server or operator can set; only the `Reset` header needs
 * the wall clock. The difference is checked once a second and updated when it changed by more than half a second, so
 * `Reset` stays constant between calls and is correct again after a suspend or a clock correction.
 */
export function createSteadyClock(steadyMs = monotonicUnixMs, wallMs = Date.now): SteadyClock {
  // Kept in one object: V8 allocates a new number at every write to a captured fractional variable.
  const seen = { latestMs: Number.MIN_SAFE_INTEGER, skewMs: 0, second: 0, beganMs: Number.MIN_SAFE_INTEGER }

  function beginSecond(nowMs: number): void {
    const foundMs = Math.round(wallMs() - nowMs)
    if (Math.abs(foundMs - seen.skewMs) > 500) seen.skewMs = foundMs
    seen.second = Math.floor((nowMs + seen.skewMs) / 1000)
    seen.beganMs = seen.second * 1000 - seen.skewMs
  }

  return {
    nowMs: () => {
      const nowMs = Math.floor(steadyMs())
      if (nowMs <= seen.latestMs) return seen.latestMs
      if (nowMs - seen.beganMs >= 1000) beginSecond(nowMs)
      seen.latestMs = nowMs
      return nowMs
    },
    skewMs: () => seen.skewMs,
    second: () => seen.second,
    // A division of two 32-bit integers takes a fraction of the time of a division of fractional numbers.
    secondAfter: (atMs) => seen.second + ((((atMs - seen.beganMs) | 0) / 1000) | 0) + 1,
  }
}

// The global `performance` is a getter, which costs a fifth of the reading.
const startedMs = performance.timeOrigin
const monotonicUnixMs = () => startedMs + performance.now()
