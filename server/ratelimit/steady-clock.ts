/** Whole ms of a clock that never jumps, and what to add to it for the wall clock's Unix ms. */
export type SteadyClock = { nowMs: () => number; skewMs: () => number }

/**
 * Windows are measured on a clock that no time server and no operator can set; only the `Reset` header needs the wall
 * clock. The difference is looked at once a second and followed when it moved by more than half a second, so that
 * `Reset` stands still between two calls and is right again after a suspend or a corrected clock.
 */
export function createSteadyClock(steadyMs = monotonicUnixMs, wallMs = Date.now): SteadyClock {
  // In one object rather than in captured variables: a captured fraction is allocated anew at every write.
  const seen = { latestMs: Number.MIN_SAFE_INTEGER, comparedMs: Number.MIN_SAFE_INTEGER, skewMs: 0 }
  return {
    nowMs: () => {
      const nowMs = Math.floor(steadyMs())
      if (nowMs > seen.latestMs) seen.latestMs = nowMs
      return seen.latestMs
    },
    skewMs: () => {
      if (seen.latestMs - seen.comparedMs >= 1000) {
        seen.comparedMs = seen.latestMs
        const found = Math.round(wallMs() - seen.latestMs)
        if (Math.abs(found - seen.skewMs) > 500) seen.skewMs = found
      }
      return seen.skewMs
    },
  }
}

const startedMs = performance.timeOrigin
const monotonicUnixMs = () => startedMs + performance.now()
