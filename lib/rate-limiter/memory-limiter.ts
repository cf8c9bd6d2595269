import { add, createCallLog, timeOf } from './call-log.ts'
import { type Decision, decide, type Limiter, type Look, lookAt, WINDOW_MS } from './limiter.ts'
import { createSteadyClock } from './steady-clock.ts'

export type MemoryLimiter = Omit<Limiter, 'take' | 'look' | 'fill'> & {
  take: (subject: string, limit: number) => Decision
  look: (subject: string, limit: number) => Look
  fill: (subject: string, limit: number, remaining: number) => Look
  /** Whether `take` would refuse a call now. Does not count a call. */
  isFull: (subject: string, limit: number) => boolean
}

/**
 * An exact limiter over the last 60 s, for one process. A call that is exactly 60,000 ms old still counts.
 *
 * `now` returns Unix ms and must not jump. A lowered limit applies at once: calls already counted remain, and the next
 * call is allowed when fewer than the new limit remain.
 *
 * Memory is bounded, and no counted call is ever lost: idle subjects are removed a few at a time, and when
 * `maxAddresses` is reached, new addresses share one window. Other subjects never share a window: their
 * number must be bounded by the caller.
 */
export function createMemoryLimiter({
  now,
  windowMs = WINDOW_MS,
  maxAddresses,
}: {
  now?: () => number
  windowMs?: number
  maxAddresses?: number
} = {}): MemoryLimiter {
  const { nowMs: readNowMs, skewMs, second, secondAfter } = createSteadyClock(now, now)
  const { find, open, count, sweep } = createCallLog(windowMs, maxAddresses)
  let calls = 0

  const look = (subject: string, limit: number): Look => {
    const known = find(subject)
    const used = known ? count(known, readNowMs()) : 0
    const freesMs = known && used > 0 ? timeOf(known, Math.max(0, used - limit)) + skewMs() : 0
    return lookAt({ limit, used, freesMs }, { windowMs, isShared: false })
  }

  return {
    take: (subject, limit) => {
      const nowMs = readNowMs()
      // `open` sweeps only when it adds a subject, so `take` has to sweep too.
      if ((++calls & (SWEEP_EVERY - 1)) === 0) sweep(SWEPT, nowMs)
      const own = open(subject, nowMs)
      const counted = count(own, nowMs)
      const allowed = counted < limit
      if (allowed) add(own, nowMs)
      const freesMs = timeOf(own, allowed ? 0 : counted - limit)
      const used = allowed ? counted + 1 : counted
      return decide({ allowed, limit, used }, secondAfter(freesMs + windowMs), second())
    },
    look,
    fill: (subject, limit, remaining) => {
      const nowMs = readNowMs()
      const own = open(subject, nowMs)
      for (let used = count(own, nowMs); used < limit - remaining; used++) add(own, nowMs)
      return look(subject, limit)
    },
    isFull: (subject, limit) => {
      const nowMs = readNowMs()
      return count(open(subject, nowMs), nowMs) >= limit
    },
    stop: async () => {},
  }
}

const SWEEP_EVERY = 64
const SWEPT = 2
