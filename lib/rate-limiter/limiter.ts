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
 * the limiter counts without the other nodes. `look` reads the window and counts nothing. `fill` counts calls at once
 * until only `remaining` are left; it never takes calls away.
 */
export type Limiter = {
  take: (subject: string, limit: number) => Decision | Promise<Decision>
  look: (subject: string, limit: number) => Look | Promise<Look>
  fill: (subject: string, limit: number, remaining: number) => Look | Promise<Look>
  stop: () => Promise<void>
  degraded?: () => boolean
}

/**
 * The window of a subject between two calls. `used` may be over a lowered limit. `freesUnixSeconds` is the first whole
 * second at which one more call is possible than now; null while no call is counted. `isShared`: all nodes are counted.
 */
export type Look = {
  limit: number
  used: number
  freesUnixSeconds: number | null
  isShared: boolean
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

/** Turns a count into a `Look`. `freesMs` is ignored while nothing is counted. */
export function lookAt(
  { limit, used, freesMs }: Omit<Count, 'allowed'>,
  { windowMs, isShared }: { windowMs: number; isShared: boolean },
): Look {
  const freesUnixSeconds = used === 0 ? null : Math.floor((freesMs + windowMs) / 1000) + 1
  return { limit, used, freesUnixSeconds, isShared }
}
