import type { FastifyInstance } from 'fastify'
import { rateCarrier } from '#contract/app/customer.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Rates the carrier of a completed job. */
export function mountRateCarrier(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, rateCarrier, async ({ caller, params, body }) => {
    const jobId = params.job_id
    const rating = { stars: body.stars, comment: body.comment || null }
    await rate(needs, { jobId, accountId: caller.accountId, byRole: 'customer', ...rating })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
