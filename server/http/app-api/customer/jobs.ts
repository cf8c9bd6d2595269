import type { FastifyInstance } from 'fastify'
import {
  cancelMyJob as cancelOperation,
  listMyJobs,
  changeNotes as notesOperation,
  openDraft as openOperation,
  rateCarrier,
} from '#contract/app/customer.ts'
import { type CancelNeeds, cancelMyJob } from '../../../jobs/cancel-my-job.ts'
import { changeNotes } from '../../../jobs/change-notes.ts'
import { listCustomersJobs } from '../../../jobs/list-jobs.ts'
import { openDraft } from '../../../jobs/open-draft.ts'
import { rate } from '../../../jobs/rate.ts'
import { presentPage } from '../job-view.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type CustomerJobsNeeds = AnswerNeeds & CancelNeeds

/** What a customer does with a job, from the link in the SMS to the rating; paying, and reading what came of it, is `publish.ts`. */
export function mountCustomerJobs(scope: FastifyInstance, needs: CustomerJobsNeeds): void {
  appRoute(scope, openOperation, async ({ caller, params }) => {
    const { accountId, phone } = caller
    const jobId = await openDraft(needs, { shortId: params.short_id, accountId, phone })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, listMyJobs, async ({ caller, query }) => {
    const listed = await listCustomersJobs(needs.kysely, {
      customerId: caller.accountId,
      before: query.before,
    })
    return presentPage(listed, needs.links, ({ totalCents }) => totalCents)
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
