import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Budget, createBudget } from './budget.ts'
import { createTurns } from './turns.ts'
import { type HeldWorld, withWorld } from './world.ts'

/**
 * Runs `work` when no other call moves the world, and when it is its turn. The budget is what is left of the time of the call.
 *
 * @throws Problem `world_busy` (409) when the world or the turn does not come in time.
 */
export type MoveWorld = <T>(
  keyId: string,
  work: (world: HeldWorld, budget: Budget) => Promise<T>,
) => Promise<T>

export type MoveWorldNeeds = {
  kysely: Kysely<Tables>
  /** Aborts when the service stops; a call then ends early. */
  stopSignal: AbortSignal
  /** Whether live calls are being made, which worlds should not delay. */
  isLiveBusy: () => boolean
}

/**
 * Times of a call, from its arrival. A call of the same key that came before ends within `whole`, so its world is free by then. All end
 * before clients and connections give up, which they do after 30 s, and before the lease of the world does.
 */
const ms = {
  whole: 20_000,
  /** With the time to finish what is almost done. */
  finish: 25_000,
  /** The least that a call has after all its waits. */
  least: 2_000,
}

export function createMoveWorld({ kysely, stopSignal: signal, isLiveBusy }: MoveWorldNeeds): MoveWorld {
  const inTurn = createTurns(() => !signal.aborted && isLiveBusy())
  return (keyId, work) => {
    const arrivedAt = performance.now()
    const until = (limitMs: number) => arrivedAt + limitMs - performance.now()
    return withWorld(kysely, keyId, (world) =>
      inTurn(
        (turn) => {
          const maxMs = Math.max(ms.least, until(ms.whole))
          const finishMs = Math.max(maxMs, until(ms.finish))
          return work(world, createBudget({ maxMs, finishMs, signal, turn }))
        },
        Math.max(0, until(ms.whole)),
      ),
    )
  }
}
