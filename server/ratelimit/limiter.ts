/**
 * One answer of the limiter (spec 8).
 * `remaining` is what is left after this call. `resetUnixSeconds` is the first whole second at which the oldest counted
 * call is more than one window old; `retryAfterSeconds` is the wait until then, and waiting exactly that long succeeds.
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
 * `limit` (1 to 100,000) is given with every call, so a changed limit holds at once. `degraded` says that other nodes
 * are not being asked at the moment.
 */
export type Limiter = {
  take: (subject: string, limit: number) => Decision | Promise<Decision>
  stop: () => Promise<void>
  degraded?: () => boolean
}

export const WINDOW_MS = 60_000

/** What decides: `used` counts this call if it was allowed; `freesMs` is when the call whose end is awaited was made. */
export type Count = { allowed: boolean; limit: number; used: number; freesMs: number }

/** Puts a count into the words of the headers. `nowMs` and `freesMs` are Unix ms of the same clock. */
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
