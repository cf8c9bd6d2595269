import type { FastifyInstance } from 'fastify'
import { publishJob } from '#contract/app/customer.ts'
import { publish } from '../../../jobs/actions/publish.ts'
import { mount } from '../../mount.ts'
import type { PaymentNeeds } from '../payments/processor-for.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type PublishJobNeeds = AnswerNeeds & PaymentNeeds

/** Pays for a job and publishes it. */
export function mountPublishJob(scope: FastifyInstance, needs: PublishJobNeeds): void {
  mount(scope, publishJob, async ({ caller, params, body }) => {
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
}
