import { createCallLog } from './call-log.ts'
import { type Decision, decide, type Limiter, WINDOW_MS } from './limiter.ts'
import { createSteadyClock } from './steady-clock.ts'

export type MemoryLimiter = Omit<Limiter, 'take'> & {
  take: (subject: string, limit: number) => Decision
  /** Whether `take` would refuse now; counts nothing. */
  isFull: (subject: string, limit: number) => boolean
}

/**
 * Exact over the last 60 s, for one process (spec 8). At exactly 60,000 ms a call still counts.
 *
 * `now` gives Unix ms and must not jump. A lowered limit holds at once: calls already counted stay, and the next is
 * allowed when fewer than the new limit are left.
 *
 * Memory is bounded without ever losing a counted call: idle subjects go a few at a time, and a new address beyond
 * `maxAddresses` shares one window with all others that came too late. Keys are always counted alone: there are only
 * as many as the operator issued.
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
  const clock = createSteadyClock(now, now)
  const log = createCallLog(windowMs, maxAddresses)
  let calls = 0

  return {
    take: (subject, limit) => {
      const nowMs = clock.nowMs()
      // Without new subjects nothing else would let go of the idle ones.
      if ((++calls & (SWEEP_EVERY - 1)) === 0) log.sweep(SWEPT, nowMs)
      const slot = log.open(subject, nowMs)
      const counted = log.count(slot, nowMs)
      const allowed = counted < limit
      if (allowed) log.add(slot, nowMs)
      const skewMs = clock.skewMs()
      const freesMs = log.timeOf(slot, allowed ? 0 : counted - limit) + skewMs
      const used = allowed ? counted + 1 : counted
      return decide({ allowed, limit, used, freesMs }, nowMs + skewMs, windowMs)
    },
    isFull: (subject, limit) => {
      const nowMs = clock.nowMs()
      return log.count(log.open(subject, nowMs), nowMs) >= limit
    },
    stop: async () => {},
  }
}

const SWEEP_EVERY = 64
const SWEPT = 2
