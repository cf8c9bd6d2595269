import type { FastifyInstance } from 'fastify'
import { startAgain as operation } from '#contract/app/customer.ts'
import { type AgainNeeds, startAgain } from '../../../jobs/drafts/start-again.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type StartAgainNeeds = AnswerNeeds & AgainNeeds

/** Starts a new draft with the data of an earlier job. */
export function mountStartAgain(scope: FastifyInstance, needs: StartAgainNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const newJobId = body.job_id.toLowerCase()
    await startAgain(needs, { jobId: params.job_id, customerId: caller.accountId, newJobId })
    return answerCustomersJob(needs, { caller, jobId: newJobId })
  })
}
