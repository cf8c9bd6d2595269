import {
  cancelJob,
  chargeJobAgain,
  confirmJobDelivery,
  hideJob,
  reassignJob,
  refundJob,
  resendJobText,
  resolveJobProblems,
  unhideJob,
  withdrawJobDraft,
} from '#contract/admin/job-acts.ts'
import type { JobAct } from '#contract/admin/job-detail.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { call } from '../../kit/api.ts'

/** An act that asks for a reason in a dialog; notes have a form on the page. */
export type AskedAct = Exclude<JobAct, 'note'>

export type ActInput = { reason: string; amount_cents: number; carrier_id: string }

type OneAct = {
  operation: AdminOperation
  key: string
  /** Cannot be taken back, so it waits for ten seconds. */
  isPlanned?: true
  /** The reason goes into the audit log, which outlives personal data. */
  isReasonKept?: true
  send: (job_id: string, input: ActInput, options: { keepalive: boolean }) => Promise<unknown>
}

/** In the order in which they are shown. */
export const acts: Record<AskedAct, OneAct> = {
  resend_text: {
    operation: resendJobText,
    key: 't',
    isReasonKept: true,
    send: (job_id, { reason }) => call(resendJobText, { params: { job_id }, body: { reason } }),
  },
  charge: {
    operation: chargeJobAgain,
    key: 'c',
    send: (job_id, { reason }) => call(chargeJobAgain, { params: { job_id }, body: { reason } }),
  },
  confirm_delivery: {
    operation: confirmJobDelivery,
    key: 'y',
    send: (job_id, { reason }) => call(confirmJobDelivery, { params: { job_id }, body: { reason } }),
  },
  dismiss: {
    operation: resolveJobProblems,
    key: 'd',
    send: (job_id, { reason }) =>
      call(resolveJobProblems, { params: { job_id }, body: { outcome: 'dismiss', reason } }),
  },
  uphold: {
    operation: resolveJobProblems,
    key: 'u',
    send: (job_id, { reason }) =>
      call(resolveJobProblems, { params: { job_id }, body: { outcome: 'uphold', reason } }),
  },
  hide: {
    operation: hideJob,
    key: 'h',
    send: (job_id, { reason }) => call(hideJob, { params: { job_id }, body: { reason } }),
  },
  unhide: {
    operation: unhideJob,
    key: 'v',
    send: (job_id, { reason }) => call(unhideJob, { params: { job_id }, body: { reason } }),
  },
  reassign: {
    operation: reassignJob,
    key: 'm',
    send: (job_id, { reason, carrier_id }) =>
      call(reassignJob, { params: { job_id }, body: { reason, carrier_id } }),
  },
  refund: {
    operation: refundJob,
    key: 'r',
    isPlanned: true,
    send: (job_id, { reason, amount_cents }, options) =>
      call(refundJob, { params: { job_id }, body: { reason, amount_cents }, ...options }),
  },
  cancel: {
    operation: cancelJob,
    key: 'x',
    isPlanned: true,
    send: (job_id, { reason }, options) =>
      call(cancelJob, { params: { job_id }, body: { reason }, ...options }),
  },
  withdraw: {
    operation: withdrawJobDraft,
    key: 'w',
    isPlanned: true,
    isReasonKept: true,
    send: (job_id, { reason }, options) =>
      call(withdrawJobDraft, { params: { job_id }, body: { reason }, ...options }),
  },
}

export const askedActs = Object.keys(acts) as AskedAct[]
