import { type Among, findComing } from './coming.ts'
import { type SettleNeeds, settleWorld } from './settle-world.ts'
import { shiftRows } from './shift-rows.ts'
import type { Step } from './steps.ts'
import { createStepsOfCall } from './steps-of-call.ts'
import type { Bound } from './with-world.ts'
import { type HeldWorld, timeOf, worldBusy } from './world.ts'

/** `next`: to the next step. `endOf`: until one story, or all, have ended. Otherwise by this many milliseconds. */
export type Target = 'next' | { endOf: Among } | { ms: number }

/** `remainingMs`: the rest when the call ended early; with `endOf`, the time to the next step. */
export type Advanced = { steps: Step[]; remainingMs: number }

/**
 * Moves the clock of a world forward, and stops at every instant at which a step is due, to keep the true order. Ends
 * early at the limit of its budget; `remainingMs` is then at least 1. The caller holds the lease of the world.
 *
 * @throws Problem `world_busy` (409) when the lease has ended, or the clock could not move.
 */
export async function advance(
  needs: SettleNeeds,
  { world, bound }: { world: HeldWorld; bound: Bound },
  target: Target,
): Promise<Advanced> {
  const { agedMs, stoppedAt } = world
  const endMs = typeof target === 'object' && 'ms' in target ? timeOf(world).getTime() + target.ms : null
  const steps = await createStepsOfCall(needs.kysely, world)
  // A deleted draft has no history.
  const settle = async () => steps.readSettled(await settleWorld(needs, world, bound, steps.read))
  const howFar = async () => {
    if (endMs !== null) return endMs - timeOf(world).getTime()
    if (target === 'next' && !steps.isEmpty()) return 0
    const among = typeof target === 'object' && 'endOf' in target ? target.endOf : 'all'
    const coming = await findComing(needs.kysely, world, among)
    return coming ? Math.max(1, Math.ceil(coming.inMs)) : 0
  }
  await settle()
  let leftMs = await howFar()
  while (leftMs > 0 && !bound.isSpent()) {
    const coming = await findComing(needs.kysely, world)
    await shiftRows(needs, world, Math.min(leftMs, Math.max(1, Math.ceil(coming?.inMs ?? leftMs))))
    await settle()
    leftMs = await howFar()
  }
  if (world.agedMs === agedMs && steps.isEmpty() && (endMs === null || bound.isSpent())) {
    // Nothing has happened, so the clock has not moved either. A short way is done while the call works.
    world.stoppedAt = stoppedAt
    if (bound.isSpent()) throw worldBusy
  }
  const isEarly = bound.isSpent() && target !== 'next'
  return { steps: steps.list(), remainingMs: Math.max(isEarly ? 1 : 0, leftMs) }
}
