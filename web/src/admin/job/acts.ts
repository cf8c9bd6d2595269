import {
  askCustomer,
  cancelJob,
  chargeJobAgain,
  confirmJobDelivery,
  hideJob,
  moveJobPin,
  reassignJob,
  refundJob,
  renewJobHold,
  resendJobText,
  unhideJob,
  withdrawJobDraft,
} from '#contract/admin/job-acts.ts'
import { decideTripReport, resolveJobProblems } from '#contract/admin/job-decisions.ts'
import type { JobAct, JobForStaff } from '#contract/admin/job-detail.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { call } from '../../kit/api.ts'

/**
 * An act that asks for a reason in a dialog; notes have a form on the page. `decide`, `decide_trip`: both ways to
 * decide reports.
 */
export type AskedAct =
  | Exclude<JobAct, 'note' | 'uphold' | 'dismiss' | 'uphold_trip' | 'dismiss_trip'>
  | 'decide'
  | 'decide_trip'

export type ActInput = {
  reason: string
  amount_cents: number
  carrier_id: string
  outcome: 'uphold' | 'dismiss'
  pin: { stop: 'pickup' | 'dropoff'; lat: number; lon: number }
}

type OneAct = {
  operation: AdminOperation
  key: string
  /** Cannot be undone, so the request is sent after ten seconds. */
  isPlanned?: true
  send: (job_id: string, input: ActInput, options: { keepalive: boolean }) => Promise<unknown>
}

/** In the order in which they are shown. */
export const acts: Record<AskedAct, OneAct> = {
  resend_text: {
    operation: resendJobText,
    key: 't',
    send: (job_id, { reason }) => call(resendJobText, { params: { job_id }, body: { reason } }),
  },
  ask_payment: {
    operation: askCustomer,
    key: 'p',
    send: (job_id, { reason }) =>
      call(askCustomer, { params: { job_id }, body: { about: 'payment', reason } }),
  },
  ask_address: {
    operation: askCustomer,
    key: 'e',
    send: (job_id, { reason }) =>
      call(askCustomer, { params: { job_id }, body: { about: 'address', reason } }),
  },
  set_pin: {
    operation: moveJobPin,
    key: 'l',
    send: (job_id, { reason, pin }) => call(moveJobPin, { params: { job_id }, body: { ...pin, reason } }),
  },
  renew_hold: {
    operation: renewJobHold,
    key: 'o',
    send: (job_id, { reason }) => call(renewJobHold, { params: { job_id }, body: { reason } }),
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
  decide: {
    operation: resolveJobProblems,
    key: 'd',
    send: (job_id, { reason, outcome }) =>
      call(resolveJobProblems, { params: { job_id }, body: { outcome, reason } }),
  },
  decide_trip: {
    operation: decideTripReport,
    key: 'n',
    send: (job_id, { reason, outcome }) =>
      call(decideTripReport, { params: { job_id }, body: { outcome, reason } }),
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
    send: (job_id, { reason }, options) =>
      call(withdrawJobDraft, { params: { job_id }, body: { reason }, ...options }),
  },
}

export const askedActs = Object.keys(acts) as AskedAct[]

const decisions: Partial<Record<AskedAct, JobAct[]>> = {
  decide: ['uphold', 'dismiss'],
  decide_trip: ['uphold_trip', 'dismiss_trip'],
}

/**
 * Why the job does not allow an act now; null if it does. Reports can be decided if one of both decisions is possible.
 */
export function whyNotOf(act: AskedAct, allowed: JobForStaff['acts']): string | null {
  const of = allowed.filter((each) => decisions[act]?.includes(each.act) ?? each.act === act)
  return of.some(({ possible }) => possible) ? null : (of[0]?.why_not ?? '')
}
