/**
 * Result of one `take`. `remaining` is the number of calls left after this one. `resetUnixSeconds` is the
 * first whole second at which the oldest counted call is more than one window old. `retryAfterSeconds` is the wait
 * until then: a retry after exactly that time succeeds.
 */
export type Decision = {
  allowed: boolean
  limit: number
  remaining: number
  resetUnixSeconds: number
  retryAfterSeconds: number
}

/**
 * Counts calls per subject (`key:<uuid>`, or `addressSubject(ip)`) over the last 60 s. A refused call is not counted.
 * `limit` (1 to 100,000) is passed with every call, so a changed limit applies at once. `degraded` returns true while
 * the limiter counts without the other nodes.
 */
export type Limiter = {
  take: (subject: string, limit: number) => Decision | Promise<Decision>
  stop: () => Promise<void>
  degraded?: () => boolean
}

export const WINDOW_MS = 60_000

/** `used` includes this call if it was allowed. `freesMs` is the time of the call that must leave the window next. */
export type Count = { allowed: boolean; limit: number; used: number; freesMs: number }

/** Turns a count into the values of the response headers. `nowMs` and `freesMs` are Unix ms of the same clock. */
export function decide({ allowed, limit, used, freesMs }: Count, nowMs: number, windowMs: number): Decision {
  const resetUnixSeconds = Math.floor((freesMs + windowMs) / 1000) + 1
  return {
    allowed,
    limit,
    remaining: used < limit ? limit - used : 0,
    resetUnixSeconds,
    retryAfterSeconds: Math.max(1, resetUnixSeconds - Math.floor(nowMs / 1000)),
  }
}
