import type { FastifyRequest } from 'fastify'
import { defaultPageSize } from '#contract/admin/common.ts'
import type { jobActOperations } from '#contract/admin/job-acts.ts'
import type { jobConversationOperations } from '#contract/admin/job-conversation.ts'
import type { jobListOperations } from '#contract/admin/jobs.ts'
import type { NoticeReach } from '../../../accounts/store.ts'
import { addNote } from '../../../jobs/actions/add-note.ts'
import { askCustomer } from '../../../jobs/actions/ask-customer.ts'
import { cancelByStaff } from '../../../jobs/actions/cancel-by-staff.ts'
import { hideByStaff, unhideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { movePin } from '../../../jobs/actions/move-pin.ts'
import { reassignJob } from '../../../jobs/actions/reassign.ts'
import { answerPerson } from '../../../jobs/conversation/answer.ts'
import { readTogetherForStaff } from '../../../jobs/conversation/read-for-staff.ts'
import { decideTripReport } from '../../../jobs/doubts/decide-trip-report.ts'
import { confirmDeliveryByStaff } from '../../../jobs/doubts/doubt.ts'
import { type Decision, type Outcome, resolveProblems } from '../../../jobs/doubts/resolve-problem.ts'
import type { SeenReport } from '../../../jobs/doubts/seen-reports.ts'
import { resendDraftSms } from '../../../jobs/drafts/resend-draft-sms.ts'
import { withdrawDraft } from '../../../jobs/drafts/withdraw-draft.ts'
import { chargeJob } from '../../../jobs/money/charge.ts'
import { refundJob } from '../../../jobs/money/refund.ts'
import { renewHoldByStaff } from '../../../jobs/money/renew.ts'
import type { RefundShares } from '../../../jobs/money/share-refund.ts'
import type { ProofSettings } from '../../../jobs/proof/asked-proof.ts'
import { listJobsForStaff } from '../../../jobs/queries/staff/list-jobs.ts'
import type { StaffAct } from '../../../jobs/record-staff-act.ts'
import { cancelRefusal, resendProblem, withdrawRefusal } from '../../../jobs/staff-guards.ts'
import { byMember } from '../../../members/by-member.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers, MemberCaller } from '../../mount.ts'
import { byCaller, visitOf } from '../by-caller.ts'
import { admitPhoneSearch, type PhoneSearchNeeds } from '../phone-search.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { shownWords } from '../sees-phones.ts'
import { type EvidenceNeeds, exportJobTimeline } from './export-job-timeline.ts'
import { answerJob, type JobNeeds, presentListedJob } from './present.ts'
import { presentMessage } from './present-messages.ts'

export type StaffJobsNeeds = JobNeeds &
  PhoneSearchNeeds &
  RecordExportNeeds &
  EvidenceNeeds &
  NoticeReach & { maxOpenJobs: number; proof: ProofSettings }

/** Jobs, and what staff do with them. */
export const jobHandlers: Handlers<
  typeof jobActOperations | typeof jobListOperations | typeof jobConversationOperations,
  StaffJobsNeeds
> = {
  listJobs:
    (needs) =>
    async ({ caller, body: { filters = {}, before, limit = defaultPageSize }, request }) => {
      const placed = await admitPhoneSearch(needs, { caller, request }, { filters, before })
      const counts = before === undefined
      const { rows, next, count } = await listJobsForStaff(needs.kysely, { filters, before, limit, counts })
      return { jobs: rows.map((row) => presentListedJob(row, caller)), next: placed(next), count }
    },
  readJobForStaff: (needs) => async (call) => answerJob(needs, call),
  exportJobTimeline,
  cancelJob: (needs) => async (call) => {
    const isCancelled = (await cancelByStaff(needs, staffAct(call))) !== null
    const job = await answerJob(needs, call)
    // A repeated request. A job that the customer cancelled may have cost a fee, so it is refused.
    if (isCancelled || job.cancelled_by === 'staff') return job
    throw cancelRefusal({ status: job.status, statuses: [] }) ?? notFound
  },
  chargeJobAgain: (needs) => async (call) => {
    const { owedCents } = await chargeJob(needs, staffAct(call))
    return { owed_cents: owedCents }
  },
  refundJob: (needs) => async (call) => {
    const { refund_id: refundId, payment_id: tipId } = call.body
    const act = { ...staffAct(call), ...sharesOf(call.body), refundId, paymentId: tipId }
    const { paymentId, amountCents, leftCents } = await refundJob(needs, act)
    return { refund_id: refundId, payment_id: paymentId, amount_cents: amountCents, left_cents: leftCents }
  },
  resendJobText: (needs) => async (call) => {
    const result = await resendDraftSms(needs, staffAct(call))
    if (result.outcome === 'unknown') throw notFound
    if (result.outcome === 'refused') throw resendProblem(result)
    return { sms_id: result.smsId, is_new: result.isNew }
  },
  hideJob: (needs) => async (call) => {
    await hideByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  },
  unhideJob: (needs) => async (call) => {
    await unhideByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  },
  withdrawJobDraft: (needs) => async (call) => {
    const result = await withdrawDraft(needs, staffAct(call))
    if (result.outcome === 'withdrawn') return
    throw (result.outcome === 'refused' && withdrawRefusal(result)) || notFound
  },
  resolveJobProblems: (needs) => async (call) => {
    return { decided: await resolveProblems(needs, { ...staffAct(call), ...decisionOf(call.body) }) }
  },
  decideTripReport: (needs) => async (call) => {
    await decideTripReport(needs, { ...staffAct(call), ...decisionOf(call.body) })
    return answerJob(needs, call)
  },
  confirmJobDelivery: (needs) => async (call) => {
    await confirmDeliveryByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  },
  reassignJob: (needs) => async (call) => {
    await reassignJob(needs, { ...staffAct(call), carrierId: call.body.carrier_id })
    return answerJob(needs, call)
  },
  renewJobHold: (needs) => async (call) => {
    await renewHoldByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  },
  askCustomer: (needs) => async (call) => {
    await askCustomer(needs, { ...staffAct(call), what: call.body.about })
    return answerJob(needs, call)
  },
  moveJobPin: (needs) => async (call) => {
    const { stop, lat, lon } = call.body
    await movePin(needs, { ...staffAct(call), stop, lat, lon })
    return answerJob(needs, call)
  },
  answerPerson: (needs) => async (call) => {
    const { caller, params, body, request } = call
    await answerPerson(needs, {
      jobId: params.job_id,
      messageId: body.message_id,
      to: body.to,
      carrierId: body.carrier_id,
      text: body.told,
      by: byCaller(caller, request),
    })
    return answerJob(needs, call)
  },
  readConversationForStaff:
    ({ kysely, baseUrl }) =>
    async ({ caller, params, request }) => {
      const by = byMember(caller, visitOf(request))
      const messages = await readTogetherForStaff({ kysely }, { jobId: params.job_id, by })
      const words = shownWords(caller)
      return { messages: messages.map((message) => presentMessage(message, words, { baseUrl })) }
    },
  addJobNote:
    ({ kysely }) =>
    async ({ caller, params, body: { text }, request }) => {
      const by = byCaller(caller, request)
      return { note_id: await addNote({ kysely }, { jobId: params.job_id, text, by }) }
    },
}

type ActCall = {
  caller: MemberCaller
  params: { job_id: string }
  body: { reason: string }
  request: FastifyRequest
}

type Shares = { amount_cents: number; carrier_cents?: number }

const sharesOf = ({ amount_cents, carrier_cents }: Shares): RefundShares => ({
  amountCents: amount_cents,
  carrierCents: carrier_cents,
})

type Decided = { outcome: Outcome; seen: SeenReport[]; refund?: Shares }

const decisionOf = ({ outcome, seen, refund }: Decided): Decision => ({
  outcome,
  seen,
  refund: refund && sharesOf(refund),
})

/** An act of a member of staff on a job, with the reason they gave. */
const staffAct = ({ caller, params, body, request }: ActCall): StaffAct => ({
  jobId: params.job_id,
  by: { ...byCaller(caller, request), reason: body.reason },
})
