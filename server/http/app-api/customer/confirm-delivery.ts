import type { FastifyInstance } from 'fastify'
import { confirmDelivery as operation } from '#contract/app/customer.ts'
import { confirmDelivery } from '../../../jobs/doubts/confirm-delivery.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Confirms a delivery. */
export function mountConfirmDelivery(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params }) => {
    const jobId = params.job_id
    await confirmDelivery(needs, { jobId, customerId: caller.accountId })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
