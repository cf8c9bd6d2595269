import { createCallLog } from './call-log.ts'
import type { Decision, Look } from './limiter.ts'
import { createOthersUse } from './others-use.ts'
import { answer, callsOf, known, type ShareView, shown } from './share-view.ts'
import type { SteadyClock } from './steady-clock.ts'

/** This node's share of the limit while Redis is unavailable, and the usage it needs to know before that. */
export type LocalShare = {
  /** Redis allowed a call on this node. `used` is the count over all nodes. */
  noteAllowed: (subject: string, used: number) => void
  /**
   * Redis counted `used` calls over all nodes (a refusal, or another node's notice). Not allowed during a reservation.
   */
  noteUsed: (subject: string, used: number) => void
  take: (subject: string, limit: number) => Decision
  look: (subject: string, limit: number) => Look
  fill: (subject: string, limit: number, remaining: number) => Look
  /**
   * Reserves a call while Redis is queried. `settle` uses or releases the reservation and returns the remaining calls.
   */
  reserve: (
    subject: string,
    limit: number,
  ) => { refused: Decision } | { settle: (allowed: boolean) => number }
}

type Needs = { windowMs: number; clock: SteadyClock; nodes: () => number }

/**
 * Bounds the calls over all nodes without contacting any of them: the calls that were left when Redis was lost are
 * divided among the nodes, `ceil((limit - used) / nodes)` for each. `used` is this node's calls, known exactly, plus
 * the calls of the other nodes, known from Redis responses and notices to within a tenth of the limit. As those calls
 * leave the window, the share grows to `ceil(limit / nodes)`. In any window, n nodes together allow at most the limit,
 * plus a tenth of it, plus n - 1.
 */
export function createLocalShare({ windowMs, clock, nodes }: Needs): LocalShare {
  const shared = createCallLog(windowMs)
  const alone = createCallLog(windowMs)
  const others = createOthersUse(windowMs)
  const reserved = new Map<string, number>()

  function view(subject: string, limit: number): ShareView {
    const nowMs = clock.nowMs()
    const elsewhere = others.of(subject, nowMs)
    const before = callsOf(shared, subject, nowMs)
    const since = callsOf(alone, subject, nowMs)
    const left = limit - before.count - (elsewhere?.calls ?? 0)
    const share = Math.max(0, Math.ceil(left / nodes()))
    const sole = nodes() === 1 && !elsewhere
    const waiting = reserved.get(subject) ?? 0
    return { nowMs, skewMs: clock.skewMs(), windowMs, limit, elsewhere, before, since, share, sole, waiting }
  }

  function noteUsed(subject: string, used: number): void {
    const nowMs = clock.nowMs()
    others.note(subject, used - known(shared, subject, nowMs) - known(alone, subject, nowMs), nowMs)
  }

  function settle(subject: string, limit: number, allowed: boolean): number {
    const waiting = (reserved.get(subject) ?? 1) - 1
    if (waiting === 0) reserved.delete(subject)
    else reserved.set(subject, waiting)
    const seen = view(subject, limit)
    if (allowed) seen.since.add()
    return Math.max(0, seen.share - seen.since.count - waiting - (allowed ? 1 : 0))
  }

  return {
    noteUsed,
    noteAllowed: (subject, used) => {
      callsOf(shared, subject, clock.nowMs()).add()
      noteUsed(subject, used)
    },
    take: (subject, limit) => {
      const seen = view(subject, limit)
      const allowed = seen.since.count + seen.waiting < seen.share
      if (allowed) seen.since.add()
      return answer(seen, allowed)
    },
    look: (subject, limit) => shown(view(subject, limit)),
    fill: (subject, limit, remaining) => {
      const { share, since, waiting } = view(subject, limit)
      for (let left = share - since.count - waiting; left > remaining; left--) since.add()
      return shown(view(subject, limit))
    },
    reserve: (subject, limit) => {
      const seen = view(subject, limit)
      if (seen.since.count + seen.waiting >= seen.share) return { refused: answer(seen, false) }
      reserved.set(subject, seen.waiting + 1)
      return { settle: (allowed) => settle(subject, limit, allowed) }
    },
  }
}
