import { add, type CallLog, timeOf } from './call-log.ts'
import { type Decision, decide, type Look, lookAt, secondAfter, secondOf } from './limiter.ts'

type Calls = { count: number; timeOf: (index: number) => number; add: () => void }

/** What one node knows of a subject's calls in the last window. */
export type ShareView = {
  nowMs: number
  /** Added to `nowMs`, gives the time of the wall clock. */
  skewMs: number
  windowMs: number
  limit: number
  elsewhere: { seenMs: number } | null
  /** `before`: calls on this node that Redis allowed. `since`: calls that this node allowed without Redis. */
  before: Calls
  since: Calls
  /** The calls that this node may allow alone, those in `since` included. */
  share: number
  /** True if this is the only node, so its window is exact. */
  sole: boolean
  /** Calls reserved while Redis is queried. */
  waiting: number
}

/** The decision about one call, which counts from now on if it was allowed. */
export function answer(view: ShareView, allowed: boolean): Decision {
  const { limit, share, since, waiting, nowMs, skewMs, before, windowMs } = view
  const left = Math.max(0, share - since.count - waiting - (allowed ? 1 : 0))
  const oldestMs = before.count > 0 ? before.timeOf(0) : since.count > 0 ? since.timeOf(0) : nowMs
  const freesMs = (allowed ? oldestMs : freeing(view)) + skewMs
  // `limit` is the limit of all nodes; `remaining` counts this node's share only.
  const count = { allowed, limit, used: limit - left }
  return decide(count, secondAfter(freesMs + windowMs), secondOf(nowMs + skewMs))
}

/** The same between two calls: the known usage, also by other nodes. */
export function shown(view: ShareView): Look {
  const { limit, share, since, waiting, before, elsewhere, skewMs, windowMs } = view
  const isIdle = before.count + since.count + waiting === 0 && !elsewhere
  const used = isIdle ? 0 : limit - Math.max(0, share - since.count - waiting)
  return lookAt({ limit, used, freesMs: freeing(view) + skewMs }, { windowMs, isShared: false })
}

/** The subject's calls in a log, which gets no entry for it. */
export const known = (log: CallLog, subject: string, nowMs: number) => {
  const calls = log.find(subject)
  return calls ? log.count(calls, nowMs) : 0
}

/** The subject's calls in a log, which gets an entry for it if there is no entry. */
export function callsOf(log: CallLog, subject: string, nowMs: number): Calls {
  const calls = log.open(subject, nowMs)
  return {
    count: log.count(calls, nowMs),
    timeOf: (index) => timeOf(calls, index),
    add: () => add(calls, nowMs),
  }
}

/**
 * The time of the call whose expiry certainly allows the next call. Reserved calls have no time yet and count as now.
 */
function freeing({ nowMs, limit, elsewhere, before, since, share, sole }: ShareView): number {
  const sinceAt = (index: number) => (index < since.count ? since.timeOf(index) : nowMs)
  if (sole) {
    const index = Math.max(0, before.count + since.count - limit)
    return index < before.count ? before.timeOf(index) : sinceAt(index - before.count)
  }
  if (share > 0) return sinceAt(Math.max(0, since.count - share))
  // The share is zero: every known call must leave the window first.
  return Math.max(
    elsewhere?.seenMs ?? 0,
    before.count > 0 ? before.timeOf(before.count - 1) : 0,
    since.count > 0 ? since.timeOf(since.count - 1) : 0,
  )
}
