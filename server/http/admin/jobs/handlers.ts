import type { FastifyRequest } from 'fastify'
import { defaultPageSize } from '#contract/admin/common.ts'
import type { jobActOperations } from '#contract/admin/job-acts.ts'
import type { jobListOperations } from '#contract/admin/jobs.ts'
import { addNote } from '../../../jobs/actions/add-note.ts'
import { askCustomer } from '../../../jobs/actions/ask-customer.ts'
import { cancelByStaff } from '../../../jobs/actions/cancel-by-staff.ts'
import { hideByStaff, unhideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { movePin } from '../../../jobs/actions/move-pin.ts'
import { reassignJob } from '../../../jobs/actions/reassign.ts'
import { decideTripReport } from '../../../jobs/doubts/decide-trip-report.ts'
import { confirmDeliveryByStaff } from '../../../jobs/doubts/doubt.ts'
import { resolveProblems } from '../../../jobs/doubts/resolve-problem.ts'
import { resendDraftSms } from '../../../jobs/drafts/resend-draft-sms.ts'
import { withdrawDraft } from '../../../jobs/drafts/withdraw-draft.ts'
import { chargeJob } from '../../../jobs/money/charge.ts'
import { refundJob } from '../../../jobs/money/refund.ts'
import { renewHoldByStaff } from '../../../jobs/money/renew.ts'
import { listJobsForStaff } from '../../../jobs/queries/staff/list-jobs.ts'
import type { StaffAct } from '../../../jobs/record-staff-act.ts'
import { cancelRefusal, resendProblem, withdrawRefusal } from '../../../jobs/staff-guards.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers, MemberCaller } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { admitPhoneSearch, type PhoneSearchNeeds } from '../phone-search.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportJobTimeline } from './export-job-timeline.ts'
import { answerJob, type JobNeeds, presentListedJob } from './present.ts'

export type StaffJobsNeeds = JobNeeds &
  PhoneSearchNeeds &
  RecordExportNeeds & { smsNotices: boolean; maxOpenJobs: number }

/** Jobs, and what staff do with them. */
export const jobHandlers: Handlers<typeof jobActOperations | typeof jobListOperations, StaffJobsNeeds> = {
  listJobs:
    (needs) =>
    async ({ caller, body: { filters = {}, before, limit = defaultPageSize }, request }) => {
      await admitPhoneSearch(needs, { caller, request }, filters)
      const counts = before === undefined
      const { rows, next, count } = await listJobsForStaff(needs.kysely, { filters, before, limit, counts })
      return { jobs: rows.map((row) => presentListedJob(row, caller)), next, count }
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
    const act = { ...staffAct(call), amountCents: call.body.amount_cents }
    const { paymentId, amountCents, leftCents } = await refundJob(needs, act)
    return { payment_id: paymentId, amount_cents: amountCents, left_cents: leftCents }
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
    const { outcome } = call.body
    return { decided: await resolveProblems(needs, { ...staffAct(call), outcome }) }
  },
  decideTripReport: (needs) => async (call) => {
    await decideTripReport(needs, { ...staffAct(call), outcome: call.body.outcome })
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

/** An act of a member of staff on a job, with the reason they gave. */
const staffAct = ({ caller, params, body, request }: ActCall): StaffAct => ({
  jobId: params.job_id,
  by: { ...byCaller(caller, request), reason: body.reason },
})
