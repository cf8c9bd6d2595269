/** For how long a vendor asked, by `Retry-After`, not to be called. */
export type AskedRest = {
  /** Ends later than one that was asked for before, never sooner. */
  begin: (seconds: number) => void
  /** Whole seconds; null when the vendor may be called. */
  secondsLeft: () => number | null
}

/** Caps what is obeyed, so that a wrong header does not switch a vendor off for hours. */
export const mostRestSeconds = 300

export function createAskedRest(nowMs: () => number = () => performance.now()): AskedRest {
  let until = 0
  return {
    begin(seconds) {
      until = Math.max(until, nowMs() + Math.min(seconds, mostRestSeconds) * 1_000)
    },
    secondsLeft() {
      const leftMs = until - nowMs()
      return leftMs > 0 ? Math.ceil(leftMs / 1_000) : null
    },
  }
}

/** The shortest of several spans, after which the first of these vendors may be called again; null when none is known. */
export function shortestRest(spans: readonly (number | undefined)[]): number | null {
  const known = spans.filter((span) => span !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}
