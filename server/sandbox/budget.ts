import type { Turn } from './turns.ts'

/** How much a call or a task may do in a world before it ends early. */
export type Budget = {
  /** Counts one act. False when no more may be made now; the rest is done after `rest`, or by the next call. */
  take: () => boolean
  isSpent: () => boolean
  /** Called between acts: lets other calls go first, when it is their turn. */
  rest: () => Promise<void>
  /** Gives what is almost done the time to be finished. */
  finish: () => void
  /** @returns a signal that aborts when the time is over, or the service stops. */
  untilSpent: () => AbortSignal
}

export type Limits = {
  maxMs: number
  /** Limit for a call that is nearly finished. Default: `maxMs`. */
  finishMs?: number
  /** Ends the budget when the service stops. */
  signal: AbortSignal
  /** Absent for a background task. */
  turn?: Turn
}

const maxActs = 200

export function createBudget({ maxMs, finishMs = maxMs, signal, turn }: Limits): Budget {
  const startedAt = performance.now()
  let limitMs = maxMs
  let hasLostTurn = false
  let acts = 0
  let actsOfTurn = 0
  const leftMs = () => limitMs - (performance.now() - startedAt)
  const isSpent = () => acts >= maxActs || hasLostTurn || signal.aborted || leftMs() < 0
  return {
    isSpent,
    take() {
      // Each turn has at least one act, however slow the machine is.
      if (isSpent() || (actsOfTurn > 0 && turn?.isUsedUp())) return false
      acts++
      actsOfTurn++
      return true
    },
    async rest() {
      if (!turn?.isUsedUp()) return
      hasLostTurn = !(await turn.pass(Math.max(0, leftMs())))
      actsOfTurn = 0
    },
    finish() {
      limitMs = finishMs
    },
    untilSpent: () => AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(leftMs())))]),
  }
}
