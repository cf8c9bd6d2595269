import type { FastifyInstance } from 'fastify'
import {
  cancelMyJob as cancelOperation,
  confirmDelivery as confirmOperation,
  listMyJobs,
  changeNotes as notesOperation,
  openDraft as openOperation,
  reportProblem as problemOperation,
  rateCarrier,
} from '#contract/app/customer.ts'
import { cancelMyJob } from '../../../jobs/actions/cancel-my-job.ts'
import { changeNotes } from '../../../jobs/actions/change-notes.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import { confirmDelivery } from '../../../jobs/doubts/confirm-delivery.ts'
import { reportProblem } from '../../../jobs/doubts/report-problem.ts'
import { claimDraft } from '../../../jobs/drafts/claim-draft.ts'
import { costToCustomer } from '../../../jobs/money/cost.ts'
import { noPayment, type RefundView } from '../../../jobs/money/payment-view.ts'
import { readPayments } from '../../../jobs/money/read-payments.ts'
import { listCustomersJobs } from '../../../jobs/queries/list-jobs.ts'
import { presentPage } from '../job-view.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type CustomerJobsNeeds = AnswerNeeds

const totalOf = (refunds: RefundView[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Routes for a customer's jobs, from the link in the SMS to the rating. `publish.ts` has paying and reading a job. */
export function mountCustomerJobs(scope: FastifyInstance, needs: CustomerJobsNeeds): void {
  appRoute(scope, openOperation, async ({ caller, params }) => {
    const { accountId, phone } = caller
    const jobId = await claimDraft(needs, { shortId: params.short_id, accountId, phone })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, listMyJobs, async ({ caller, query }) => {
    const listed = await listCustomersJobs(needs.kysely, {
      customerId: caller.accountId,
      before: query.before,
    })
    const jobIds = listed.jobs.map(({ job }) => job.id)
    const payments = await readPayments(needs.kysely, jobIds)
    return presentPage(listed, needs.links, (job) => {
      const payment = payments.get(job.id) ?? noPayment
      return {
        amount_cents: costToCustomer(job, payment),
        refunded_cents: totalOf(payment.refunds),
        refund_on_its_way_cents: totalOf(payment.refunds.filter(({ isDone }) => !isDone)),
        started_at: job.created_at.toISOString(),
      }
    })
  })
  appRoute(scope, notesOperation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await changeNotes(needs, { jobId, customerId: caller.accountId, notes: body.notes })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, cancelOperation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await cancelMyJob(needs, { jobId, customerId: caller.accountId, feeCents: body.fee_cents })
    return answerCustomersJob(needs, { caller, jobId })
  })
  mountDoubts(scope, needs)
  appRoute(scope, rateCarrier, async ({ caller, params, body }) => {
    const jobId = params.job_id
    const { stars, comment } = body
    await rate(needs, {
      jobId,
      accountId: caller.accountId,
      byRole: 'customer',
      stars,
      comment: comment || null,
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
}

function mountDoubts(scope: FastifyInstance, needs: CustomerJobsNeeds): void {
  appRoute(scope, confirmOperation, async ({ caller, params }) => {
    const jobId = params.job_id
    await confirmDelivery(needs, { jobId, customerId: caller.accountId })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, problemOperation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await reportProblem(needs, {
      jobId,
      customerId: caller.accountId,
      problemId: body.problem_id,
      kind: body.kind,
      text: body.text || null,
      photoNames: body.photo_ids ?? [],
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
