import type { Static } from 'typebox'
import type { moveClock as operation } from '#contract/sandbox/world.ts'
import { instantOf } from '../../lib/instant-of.ts'
import { Problem } from '../../lib/problem.ts'
import { advance, type Target } from '../../sandbox/advance.ts'
import type { SettleNeeds } from '../../sandbox/settle-world.ts'
import { shownStep } from '../../sandbox/steps.ts'
import type { WithWorld } from '../../sandbox/with-world.ts'
import { timeOf, type World } from '../../sandbox/world.ts'
import type { Text } from '../../texts/index.ts'
import type { Handler } from '../mount.ts'
import { findJob } from './find-job.ts'
import { presentClock } from './present.ts'
import { worldOf } from './world-header.ts'

export const moveClock =
  (needs: SettleNeeds & { withWorld: WithWorld }): Handler<typeof operation> =>
  async ({ caller, body, request }) =>
    needs.withWorld(worldOf(request, caller), async (world, bound) => {
      const target = targetOf(body, world)
      if (body.job_id !== undefined) await findJob(needs.kysely, world, body.job_id)
      const { steps, remainingMs } = await advance(needs, { world, bound }, target)
      return {
        ...(await presentClock(needs.kysely, world)),
        steps: steps.map(shownStep),
        remaining_seconds: remainingMs / 1_000,
      }
    })

const maxMs = 30 * 24 * 3_600_000

/** Ten years: later dates could break programs. */
const maxAheadMs = 10 * 365 * 24 * 3_600_000

/** @throws Problem `validation_error` unless exactly one target is given, in the future. */
function targetOf({ advance_seconds, to, job_id }: Static<typeof operation.body>, world: World): Target {
  if ((advance_seconds === undefined) === (to === undefined))
    throw invalid('body', (t) => t.sandbox.oneTarget)
  if (job_id !== undefined && to !== 'end') throw invalid('job_id', (t) => t.sandbox.onlyToEnd)
  if (timeOf(world).getTime() - Date.now() > maxAheadMs) throw invalid('body', (t) => t.sandbox.tooFarAhead)
  if (advance_seconds !== undefined) return { ms: Math.round(advance_seconds * 1_000) }
  if (to === 'next') return 'next'
  if (to === 'end') return { endOf: job_id === undefined ? 'stories' : { storyOf: job_id.toLowerCase() } }
  const ms = instantOf(to ?? '') - timeOf(world).getTime()
  if (!(ms > 0 && ms <= maxMs)) throw invalid('to', (t) => t.sandbox.badTarget)
  return { ms }
}

const invalid = (field: string, text: Text) =>
  new Problem('validation_error', (t) => t.partners.fieldsNotValid, { details: { [field]: text } })
