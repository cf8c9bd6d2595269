import type { FastifyInstance } from 'fastify'
import { rateCustomer } from '#contract/app/carrier.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'

/** Rates the customer of a completed job. */
export function mountRateCustomer(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, rateCustomer, async ({ caller, params, body }) => {
    const jobId = params.job_id
    const rating = { stars: body.stars, comment: body.comment || null }
    await rate(needs, { jobId, accountId: caller.accountId, byRole: 'carrier', ...rating })
    return answerCarriersJob(needs, { caller, jobId })
  })
}
