import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { customerOperations } from '#contract/app/customer.ts'
import type { Tables } from '../../../db/tables.ts'
import { cancelMyJob } from '../../../jobs/actions/cancel-my-job.ts'
import { changeNotes } from '../../../jobs/actions/change-notes.ts'
import { publish } from '../../../jobs/actions/publish.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import { readSuccessors } from '../../../jobs/chain.ts'
import { answerTripReport } from '../../../jobs/doubts/answer-trip-report.ts'
import { confirmDelivery } from '../../../jobs/doubts/doubt.ts'
import { reportProblem } from '../../../jobs/doubts/report-problem.ts'
import { claimDraft } from '../../../jobs/drafts/claim-draft.ts'
import { discardDraft } from '../../../jobs/drafts/discard-draft.ts'
import { moveMyPin } from '../../../jobs/drafts/move-my-pin.ts'
import { type QuoteNeeds, quote } from '../../../jobs/drafts/quote.ts'
import { type AgainNeeds, startAgain } from '../../../jobs/drafts/start-again.ts'
import { type StartNeeds, startInApp } from '../../../jobs/drafts/start-in-app.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { recheckPayment } from '../../../jobs/money/attempt.ts'
import { noPayment, type RefundView } from '../../../jobs/money/payment-view.ts'
import { readPayments } from '../../../jobs/money/read-payments.ts'
import { costToCustomer } from '../../../jobs/money/share.ts'
import { listCustomersJobs } from '../../../jobs/queries/list-jobs.ts'
import { tooManyPhotos } from '../../../jobs/refusals.ts'
import { type UploadNeeds, uploadPhoto } from '../../../photos/upload.ts'
import type { Handlers } from '../../mount.ts'
import { presentEstimate, presentPage, presentPhoto } from '../job-view.ts'
import type { PaymentNeeds } from '../payments/handlers.ts'
import { receivePicture } from '../receive-picture.ts'
import { type AnswerNeeds, answerCustomersJob } from './views.ts'

export type CustomerNeeds = AnswerNeeds &
  QuoteNeeds &
  PaymentNeeds &
  AgainNeeds &
  StartNeeds & {
    pool: pg.Pool
    kysely: Kysely<Tables>
    photos: Pick<UploadNeeds, 'decoder' | 'storage'>
    links: LinkSettings
  }

/** A customer's jobs, from the link in the SMS or the start in the app to the rating. */
export const customerHandlers: Handlers<typeof customerOperations, CustomerNeeds> = {
  openDraft:
    (needs) =>
    async ({ caller, params }) => {
      const { accountId, phone } = caller
      const jobId = await claimDraft(needs, { shortId: params.short_id, accountId, phone })
      return answerCustomersJob(needs, { caller, jobId })
    },
  listMyJobs:
    ({ kysely, links }) =>
    async ({ caller, query }) => {
      const listed = await listCustomersJobs(kysely, {
        customerId: caller.accountId,
        state: query.state,
        before: query.before,
      })
      const jobIds = listed.jobs.map(({ job }) => job.id)
      const [payments, successors] = await Promise.all([
        readPayments(kysely, jobIds),
        readSuccessors(kysely, jobIds),
      ])
      return presentPage(listed, links, (job) => {
        const payment = payments.get(job.id) ?? noPayment
        return {
          amount_cents: costToCustomer(job, payment),
          refunded_cents: totalOf(payment.refunds),
          refund_on_its_way_cents: totalOf(payment.refunds.filter(({ isDone }) => !isDone)),
          started_at: job.created_at,
          successor_id: successors.get(job.id) ?? null,
        }
      })
    },
  /** Shows a job with its payment; a payment that waits for the customer's bank is rechecked first. */
  readMyJob:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      const answer = await answerCustomersJob(needs, { caller, jobId })
      const { state, payment_id } = answer.payment
      if (state !== 'action_required' || !payment_id) return answer
      await recheckPayment(needs, payment_id)
      return answerCustomersJob(needs, { caller, jobId })
    },
  discardDraft:
    (needs) =>
    ({ caller, params }) =>
      discardDraft(needs, { jobId: params.job_id, customerId: caller.accountId }),
  changeNotes:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await changeNotes(needs, { jobId, customerId: caller.accountId, notes: body.notes })
      return answerCustomersJob(needs, { caller, jobId })
    },
  moveMyPin:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await moveMyPin(needs, { jobId, customerId: caller.accountId, ...body })
      return answerCustomersJob(needs, { caller, jobId })
    },
  publishJob:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await publish(needs, {
        accountId: caller.accountId,
        jobId,
        paymentId: body.payment_id,
        source: body.source,
        methodId: body.payment_method_id ?? null,
        totalCents: body.total_cents,
        returnPath: body.return_path ?? null,
      })
      return answerCustomersJob(needs, { caller, jobId })
    },
  cancelMyJob:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await cancelMyJob(needs, { jobId, customerId: caller.accountId, feeCents: body.fee_cents })
      return answerCustomersJob(needs, { caller, jobId })
    },
  confirmDelivery:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      await confirmDelivery(needs, { jobId, customerId: caller.accountId })
      return answerCustomersJob(needs, { caller, jobId })
    },
  reportProblem:
    (needs) =>
    async ({ caller, params, body }) => {
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
    },
  answerTripReport:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const answer = { reportId: body.report_id, agrees: body.agrees, text: body.text || null }
      await answerTripReport(needs, { jobId, customerId: caller.accountId, ...answer })
      return answerCustomersJob(needs, { caller, jobId })
    },
  rateCarrier:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const rating = { stars: body.stars, comment: body.comment || null }
      await rate(needs, { jobId, accountId: caller.accountId, byRole: 'customer', ...rating })
      return answerCustomersJob(needs, { caller, jobId })
    },
  estimateMyJob:
    (needs) =>
    async ({ caller, body, language }) => {
      await needs.countLookUp('price', caller)
      return presentEstimate(await quote(needs, body, null), language)
    },
  uploadPhoto: ({ pool, photos, links }) => {
    const { decoder, storage } = photos
    return async ({ caller, body, request, reply }) => {
      const photo = await receivePicture({ request, reply }, (signal) =>
        uploadPhoto({ pool, decoder, storage }, { accountId: caller.accountId, bytes: body, signal }),
      )
      if (!photo) throw tooManyPhotos
      return { photo_id: photo.name, ...presentPhoto(photo, links) }
    }
  },
  startMyJob:
    (needs) =>
    async ({ caller, body }) => {
      const jobId = body.job_id.toLowerCase()
      const { title, description, size, pickup, dropoff, photo_ids } = body
      await startInApp(needs, {
        jobId,
        customerId: caller.accountId,
        phone: caller.phone,
        title,
        description: description || null,
        size,
        pickup,
        dropoff,
        photoNames: photo_ids ?? [],
      })
      return answerCustomersJob(needs, { caller, jobId })
    },
  startAgain:
    (needs) =>
    async ({ caller, params, body }) => {
      const newJobId = body.job_id.toLowerCase()
      await startAgain(needs, { jobId: params.job_id, customerId: caller.accountId, newJobId })
      return answerCustomersJob(needs, { caller, jobId: newJobId })
    },
}

const totalOf = (refunds: RefundView[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
