import type { FastifyInstance } from 'fastify'
import { deliverJob as operation } from '#contract/app/carrier.ts'
import { type DeliverNeeds, deliverJob } from '../../../jobs/actions/deliver-job.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'
import { tappedAtOf } from './tapped-at.ts'

export type DeliverJobNeeds = AnswerNeeds & DeliverNeeds

/** Records that the carrier has delivered the goods. */
export function mountDeliverJob(scope: FastifyInstance, needs: DeliverJobNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await deliverJob(needs, {
      jobId,
      carrierId: caller.accountId,
      photoName: body.photo_id ?? null,
      reason: body.reason ?? null,
      tappedAt: tappedAtOf(body),
    })
    return answerCarriersJob(needs, { caller, jobId })
  })
}
