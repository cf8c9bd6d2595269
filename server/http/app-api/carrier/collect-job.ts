import type { FastifyInstance } from 'fastify'
import { collectJob as operation } from '#contract/app/carrier.ts'
import { collectJob } from '../../../jobs/actions/collect-job.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'
import { tappedAtOf } from './tapped-at.ts'

/** Records that the carrier has collected the goods. */
export function mountCollectJob(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await collectJob(needs, { jobId, carrierId: caller.accountId, tappedAt: tappedAtOf(body) })
    return answerCarriersJob(needs, { caller, jobId })
  })
}
