/** The pause that a vendor requested with `Retry-After`. */
type RetryPause = {
  /** Starts or extends the pause. Never shortens an earlier one. */
  begin: (seconds: number) => void
  /** The remaining seconds, rounded up; null when requests are allowed. */
  secondsLeft: () => number | null
}

/** Caps the pause, so a wrong header cannot disable a vendor for hours. */
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

/** The shortest of several pauses in seconds, until one of these vendors accepts requests again; null if unknown. */
export function shortestPause(spans: readonly (number | undefined)[]): number | null {
  const known = spans.filter((span) => span !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}

/** Returns the seconds of a `Retry-After` header, which is a number or a date (RFC 9110); null for any other text. */
export function retryAfterOf(header: string | null, now: Date = new Date()): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}

/** Returns the seconds of `Retry-After` in a temporary failure (429, 5xx), or null. */
export function askedSeconds(status: number, header: string | string[] | undefined): number | null {
  if (status !== 429 && status < 500) return null
  return retryAfterOf(typeof header === 'string' ? header : null) || null
}
