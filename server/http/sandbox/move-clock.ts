import type { Static } from 'typebox'
import { moveClock as operation } from '#contract/sandbox/world.ts'
import { instantOf } from '../../lib/instant-of.ts'
import { Problem } from '../../lib/problem.ts'
import { moveClock as move, type Target } from '../../sandbox/move-clock.ts'
import type { MoveWorld } from '../../sandbox/move-world.ts'
import type { SettleNeeds } from '../../sandbox/settle-world.ts'
import { inWorld, shownStep } from '../../sandbox/steps.ts'
import type { World } from '../../sandbox/world.ts'
import type { Text } from '../../texts/index.ts'
import type { Handler } from '../mount.ts'
import { presentClock } from './present-clock.ts'

export const moveClock =
  (needs: SettleNeeds & { moveWorld: MoveWorld }): Handler<typeof operation> =>
  async ({ caller: { keyId }, body }) => {
    return needs.moveWorld(keyId, async (world, budget) => {
      const { steps, remainingMs, agedMs, since } = await move(
        needs,
        { world, budget },
        targetOf(body, world),
      )
      return {
        ...(await presentClock(needs.kysely, { keyId, agedMs }, since)),
        steps: steps.map(shownStep),
        remaining_seconds: remainingMs / 1_000,
      }
    })
  }

const maxMs = 30 * 24 * 3_600_000

/** Ten years: dates stay those that programs expect. */
const maxAheadMs = 10 * 365 * 24 * 3_600_000

/** @throws Problem `validation_error` unless exactly one target is given, in the future. */
function targetOf({ advance_seconds, to }: Static<typeof operation.body>, { agedMs }: World): Target {
  if ((advance_seconds === undefined) === (to === undefined))
    throw invalid('body', (t) => t.sandbox.oneTarget)
  if (agedMs > maxAheadMs) throw invalid('body', (t) => t.sandbox.tooFarAhead)
  if (advance_seconds !== undefined) return { ms: Math.round(advance_seconds * 1_000) }
  if (to === 'next') return 'next'
  const ms = instantOf(to ?? '') - inWorld(new Date(), agedMs).getTime()
  if (!(ms > 0 && ms <= maxMs)) throw invalid('to', (t) => t.sandbox.badTarget)
  return { ms }
}

const invalid = (field: string, text: Text) =>
  new Problem('validation_error', (t) => t.partners.fieldsNotValid, { details: { [field]: text } })
