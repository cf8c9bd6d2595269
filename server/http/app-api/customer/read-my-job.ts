import type { FastifyInstance } from 'fastify'
import { readMyJob } from '#contract/app/customer.ts'
import { recheckPayment } from '../../../jobs/money/recheck-payment.ts'
import { mount } from '../../mount.ts'
import type { PaymentNeeds } from '../payments/processor-for.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type ReadMyJobNeeds = AnswerNeeds & PaymentNeeds

/** Shows a job with its payment; a payment that waits for the customer's bank is rechecked first. */
export function mountReadMyJob(scope: FastifyInstance, needs: ReadMyJobNeeds): void {
  mount(scope, readMyJob, async ({ caller, params }) => {
    const jobId = params.job_id
    const answer = await answerCustomersJob(needs, { caller, jobId })
    const { state, payment_id } = answer.payment
    if (state !== 'action_required' || !payment_id) return answer
    await recheckPayment(needs, payment_id)
    return answerCustomersJob(needs, { caller, jobId })
  })
}
