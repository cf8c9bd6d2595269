import type { FastifyInstance } from 'fastify'
import { cancelMyJob as operation } from '#contract/app/customer.ts'
import { cancelMyJob } from '../../../jobs/actions/cancel-my-job.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Cancels a job, for the fee that the customer has seen. */
export function mountCancelMyJob(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await cancelMyJob(needs, { jobId, customerId: caller.accountId, feeCents: body.fee_cents })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
