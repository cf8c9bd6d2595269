/** The pause that a vendor requested with `Retry-After`. */
export type RetryPause = {
  /** Starts or extends the pause. Never shortens an earlier one. */
  begin: (seconds: number) => void
  /** The remaining seconds, rounded up; null when the vendor may be called. */
  secondsLeft: () => number | null
}

/** Caps the pause, so that a wrong header cannot disable a vendor for hours. */
export const maxPauseSeconds = 300

export function createRetryPause(nowMs: () => number = () => performance.now()): RetryPause {
  let until = 0
  return {
    begin(seconds) {
      until = Math.max(until, nowMs() + Math.min(seconds, maxPauseSeconds) * 1_000)
    },
    secondsLeft() {
      const leftMs = until - nowMs()
      return leftMs > 0 ? Math.ceil(leftMs / 1_000) : null
    },
  }
}

/** The shortest of several pauses in seconds, after which one of these vendors may be called again; null if unknown. */
export function shortestPause(spans: readonly (number | undefined)[]): number | null {
  const known = spans.filter((span) => span !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}
