import { ageWorld } from './age-world.ts'
import type { Budget } from './budget.ts'
import { nextMoment } from './next-moment.ts'
import { type SettleNeeds, settleWorld } from './settle-world.ts'
import type { Step } from './steps.ts'
import { createStepsOfCall } from './steps-of-call.ts'
import { type HeldWorld, worldBusy } from './world.ts'

/** `next`: to the next thing that happens. Otherwise by so many milliseconds. */
export type Target = 'next' | { ms: number }

/**
 * `agedMs`: how far the clock is ahead of the real one now. `since`: instant of the database up to which the world is settled. What
 * fell due since then is still to come.
 */
export type Moved = { steps: Step[]; remainingMs: number; agedMs: number; since: Date }

/**
 * Moves the clock of a world forward, and stops on the way wherever something falls due, so that everything happens in its
 * true order. Ends early when its budget is spent, also by waiting for calls to the processor; `remainingMs` then tells what is left,
 * at least 1. The time of a call does not end within the last second, which it finishes. The caller holds the lease of the world.
 *
 * @throws Problem `world_busy` (409) when the lease has ended, or when nothing could be moved.
 */
export async function moveClock(
  needs: SettleNeeds,
  { world, budget }: { world: HeldWorld; budget: Budget },
  target: Target,
): Promise<Moved> {
  const isNext = target === 'next'
  let leftMs = isNext ? Number.POSITIVE_INFINITY : target.ms
  let movedMs = 0
  if (leftMs < almostMs) budget.finish()
  const steps = createStepsOfCall(needs.kysely, world)
  // A deleted draft takes its history with it.
  const settle = () => settleWorld(needs, world, budget, steps.read)
  let settled = await settle()
  // Where nothing was done there is nothing to read yet.
  let isUnread = !settled.isChanged
  if (settled.isChanged) await steps.readSettled(settled)
  while (leftMs > 0 && !budget.isSpent() && !(isNext && !steps.isEmpty())) {
    const moment = await nextMoment(needs.kysely, { keyId: world.keyId, since: settled.since })
    if (!moment && isNext) break
    const ms = Math.min(leftMs, Math.max(1, Math.ceil(moment?.inMs ?? leftMs)))
    // Where a call to the processor has begun, its outcome decides how far the clock may go.
    if (await ageWorld(needs, world, ms)) {
      movedMs += ms
      leftMs -= ms
      steps.moveBack(ms)
      if (leftMs < almostMs) budget.finish()
    }
    settled = await settle()
    await steps.readSettled(settled)
    isUnread = false
  }
  if (isUnread) await steps.readSettled(settled)
  if (budget.isSpent() && movedMs === 0 && steps.isEmpty()) throw worldBusy
  const remainingMs = budget.isSpent() ? Math.max(1, leftMs) : leftMs
  return {
    steps: steps.list(),
    remainingMs: isNext ? 0 : remainingMs,
    agedMs: world.agedMs + movedMs,
    since: settled.since,
  }
}

/** A clock that stops so near its target would be a surprise. */
const almostMs = 1_000
