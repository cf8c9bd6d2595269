import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Move } from '#contract/sandbox/moves.ts'
import { makeMove as operation } from '#contract/sandbox/world.ts'
import type { Language } from '#contract/vocabulary.ts'
import { type Act, act } from '../../sandbox/act.ts'
import type { JobFacts } from '../../sandbox/job-facts.ts'
import { mayReportTrip, possibleMoves } from '../../sandbox/moves.ts'
import { type SettleNeeds, settleWorld } from '../../sandbox/settle-world.ts'
import type { WithWorld } from '../../sandbox/with-world.ts'
import { texts } from '../../texts/index.ts'
import { helpLink } from '../errors/help.ts'
import type { Handler } from '../mount.ts'
import { findJob } from './find-job.ts'
import { presentSandboxJob } from './present.ts'
import { worldOf } from './world-header.ts'

export const makeMove =
  (needs: SettleNeeds & { withWorld: WithWorld }): Handler<typeof operation> =>
  ({ caller, params, body, language, request, reply }) =>
    needs.withWorld(worldOf(request, caller), async (world, bound) => {
      const job = await findJob(needs.kysely, world, params.job_id)
      const moves = possibleMoves(job)
      if (isPossible(body, { moves, job })) {
        await act(needs, world, job, actOf(body))
        await settleWorld(needs, world, bound)
        return presentSandboxJob(needs.kysely, world, await findJob(needs.kysely, world, params.job_id))
      }
      request.refusal = { code: 'move_not_possible', field: 'do' }
      // It may be possible in another way, but not as it was asked for.
      const others = moves.filter((move) => move !== body.do)
      return refuse(reply, { moves: others, isOfPerson: job.isOfPerson }, language)
    })

type Body = Static<typeof operation.body>

/** `outcome` is for `pay` only: with `publish` it would save an unrequested card. */
const actOf = ({
  do: wanted,
  outcome,
  by = 'customer',
  stars = 5,
  reason,
  agrees,
  way_percent,
}: Body): Act => ({
  move: wanted,
  ...(wanted === 'pay' && { card: outcome }),
  ...(wanted === 'rate' && { by, stars }),
  ...(wanted === 'report_trip' && { reason }),
  ...(wanted === 'answer_trip' && { agrees }),
  ...(wanted === 'drive' && { wayPercent: way_percent }),
})

/** One side may rate once, before or after the other; when a carrier may report depends on the reason. */
function isPossible(
  { do: wanted, by = 'customer', reason }: Body,
  { moves, job }: { moves: Move[]; job: JobFacts },
): boolean {
  if (wanted === 'rate' && (by === 'customer' ? job.isRatedByCustomer : job.isRatedByCarrier)) return false
  if (wanted === 'report_trip' && reason) return !job.isOfPerson && mayReportTrip(job, reason)
  return moves.includes(wanted)
}

function refuse(
  reply: FastifyReply,
  { moves, isOfPerson }: { moves: Move[]; isOfPerson: boolean },
  language: Language,
): FastifyReply {
  const { ofPerson, notPossible } = texts[language].sandbox
  return reply
    .code(409)
    .header('link', helpLink({ status: 409, code: 'move_not_possible' }, language))
    .send({ error: 'move_not_possible', message: isOfPerson ? ofPerson : notPossible, moves })
}
