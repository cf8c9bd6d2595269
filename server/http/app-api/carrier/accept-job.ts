import type { FastifyInstance } from 'fastify'
import { acceptJob as operation } from '#contract/app/carrier.ts'
import { type AcceptNeeds, acceptJob } from '../../../jobs/actions/accept-job.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'

export type AcceptJobNeeds = AnswerNeeds & AcceptNeeds

/** Accepts a posted job; the first carrier gets it. */
export function mountAcceptJob(scope: FastifyInstance, needs: AcceptJobNeeds): void {
  mount(scope, operation, async ({ caller, params }) => {
    const jobId = params.job_id
    await acceptJob(needs, { jobId, carrierId: caller.accountId })
    return answerCarriersJob(needs, { caller, jobId })
  })
}
