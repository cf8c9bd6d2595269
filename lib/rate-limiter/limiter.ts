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
 * the limiter counts without the other nodes. `look` reads the window without counting a call. `fill` counts calls at
 * once until only `remaining` are left; it never takes calls away.
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

/** `used` includes this call if it was allowed. */
export type Count = { allowed: boolean; limit: number; used: number }

/** Turns a count into the values of the response headers. */
export function decide(count: Count, resetUnixSeconds: number, nowUnixSeconds: number): Decision {
  const { allowed, limit, used } = count
  const waitSeconds = resetUnixSeconds - nowUnixSeconds
  return {
    allowed,
    limit,
    remaining: used < limit ? limit - used : 0,
    resetUnixSeconds,
    retryAfterSeconds: waitSeconds > 1 ? waitSeconds : 1,
  }
}

/**
 * Turns a count into a `Look`. `freesMs` is the Unix time of the call that must leave the window next, if there is one.
 */
export function lookAt(
  { limit, used, freesMs }: Omit<Count, 'allowed'> & { freesMs: number },
  { windowMs, isShared }: { windowMs: number; isShared: boolean },
): Look {
  const freesUnixSeconds = used === 0 ? null : secondAfter(freesMs + windowMs)
  return { limit, used, freesUnixSeconds, isShared }
}

export const secondOf = (unixMs: number) => Math.floor(unixMs / 1000)
/** The first second that begins after a time. */
export const secondAfter = (unixMs: number) => secondOf(unixMs) + 1
