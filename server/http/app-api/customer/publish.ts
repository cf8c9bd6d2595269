import type { FastifyInstance } from 'fastify'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { publish } from '../../../jobs/actions/publish.ts'
import { recheckPayment } from '../../../jobs/money/recheck-payment.ts'
import type { PaymentNeeds } from '../payments-processor.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type PublishRouteNeeds = AnswerNeeds & PaymentNeeds

/** Routes for paying for a job (publishing it) and for reading it with its payment. */
export function mountPublish(scope: FastifyInstance, needs: PublishRouteNeeds): void {
  appRoute(scope, publishJob, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await publish(needs, {
      accountId: caller.accountId,
      jobId,
      paymentId: body.payment_id,
      source: body.source,
      methodId: body.payment_method_id ?? null,
      returnPath: body.return_path ?? null,
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, readMyJob, async ({ caller, params }) => {
    const jobId = params.job_id
    const answer = await answerCustomersJob(needs, { caller, jobId })
    const { state, payment_id } = answer.payment
    if (state !== 'action_required' || !payment_id) return answer
    await recheckPayment(needs, payment_id)
    return answerCustomersJob(needs, { caller, jobId })
  })
}
