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
import { withRefundId } from './refund-id.ts'

/**
 * An act that asks for a reason in a dialog; notes and answers have a form on the page. `decide`, `decide_trip`: both
 * ways to decide reports.
 */
export type AskedAct =
  | Exclude<JobAct, 'note' | 'answer' | 'uphold' | 'dismiss' | 'uphold_trip' | 'dismiss_trip'>
  | 'decide'
  | 'decide_trip'

export type ActInput = {
  reason: string
  amount_cents: number
  carrier_cents: number
  /** The tip that is refunded. */
  payment_id: string | undefined
  carrier_id: string
  outcome: 'uphold' | 'dismiss'
  /** The reports as they are shown: the decision is refused if they have changed. */
  seen: { id: string; status: string }[]
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
    send: (job_id, { reason, outcome, seen, ...refund }) =>
      call(resolveJobProblems, { params: { job_id }, body: { outcome, seen, reason, ...refundToo(refund) } }),
  },
  decide_trip: {
    operation: decideTripReport,
    key: 'n',
    send: (job_id, { reason, outcome, seen, ...refund }) =>
      call(decideTripReport, { params: { job_id }, body: { outcome, seen, reason, ...refundToo(refund) } }),
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
    send: (job_id, { reason, ...asked }, options) => {
      const { amount_cents, carrier_cents, payment_id } = asked
      const shares = { amount_cents, carrier_cents, ...(payment_id && { payment_id }) }
      return withRefundId({ job_id, ...shares }, (refund_id) =>
        call(refundJob, { params: { job_id }, body: { refund_id, reason, ...shares }, ...options }),
      )
    },
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

/** A refund with a decision is optional. */
const refundToo = ({ amount_cents, carrier_cents }: Pick<ActInput, 'amount_cents' | 'carrier_cents'>) =>
  amount_cents > 0 && { refund: { amount_cents, carrier_cents } }

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
