import type { Answered } from '#contract/app/common.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { type CancellationRule, ruleOf } from '../../../jobs/cancellation.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { CustomersProblem } from '../../../jobs/doubts/read-doubts.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import type { PaymentView } from '../../../jobs/money/payment-view.ts'
import {
  type CustomersJob,
  type ReadNeeds,
  readCustomersJob,
} from '../../../jobs/queries/read-customer-job.ts'
import type { Caller } from '../../mount.ts'
import { presentCore, presentGiven, presentPhotos, presentPrice, presentStop } from '../job-view.ts'

/** A job as its customer sees it. */
function presentCustomerJob(
  read: CustomersJob,
  { links, seller }: { links: LinkSettings; seller: string },
): Answered<CustomerJob> {
  const { job, photos, payment, terms, carrier, given } = read
  const price = job.price
  return {
    ...presentCore(job),
    ...presentPhotos(photos, links),
    ...presentGiven(job, given),
    notes: job.notes,
    pickup: presentStop(job.pickup),
    dropoff: presentStop(job.dropoff),
    origin: job.origin,
    company_name: read.companyName,
    price: presentPrice(price),
    created_at: job.created_at,
    expires_at: job.expires_at,
    hidden: job.status === 'posted' && job.hidden_at !== null,
    payment: presentPayment(payment),
    receipt: presentReceipt(read, seller),
    cancellation: {
      allowed: terms.allowed,
      fee_cents: terms.feeCents,
      free_until: terms.freeUntil,
      free_because: terms.freeBecause,
      collect_by: deadlineOf(job),
      refusal: terms.refusal,
      rule: presentRule(ruleOf(job)),
    },
    may_confirm: read.mayConfirm,
    confirm_by: read.confirmBy,
    payout_waits_until: read.payoutWaitsUntil,
    problems: read.problems.map(presentProblem),
    may_report: read.mayReport,
    carrier: carrier && {
      name: carrier.name,
      phone: carrier.phone,
      rating: carrier.rating,
      vehicle: carrier.vehicle,
      vehicle_size: carrier.vehicleSize,
    },
  }
}

/**
 * The number identifies the payment, so it is stable over requests and cannot be guessed from another payment's number.
 */
function presentReceipt({ job, payment }: CustomersJob, seller: string): Answered<CustomerJob['receipt']> {
  const at = job.completed_at ?? job.cancelled_at
  if (!at || !payment.paymentId || payment.capturedCents === null) return null
  const number = payment.paymentId
    .slice(-12)
    .toUpperCase()
    .replaceAll(/.{4}(?=.)/g, '$&-')
  return { number, date: at, seller }
}

const presentProblem = ({ id, kind, text, status, createdAt, resolvedAt }: CustomersProblem) => ({
  problem_id: id,
  kind,
  text,
  status,
  reported_at: createdAt,
  resolved_at: resolvedAt,
})

const presentPayment = (payment: PaymentView): Answered<CustomerJob['payment']> => ({
  state: payment.state,
  payment_id: payment.paymentId,
  source: payment.source,
  last_four: payment.lastFour,
  payment_method_id: payment.methodId,
  action_url: payment.actionUrl,
  refusal: payment.refusal,
  charged_cents: payment.chargedCents,
  captured_cents: payment.capturedCents,
  refunds: payment.refunds.map(({ amountCents, at, isDone }) => ({
    amount_cents: amountCents,
    at,
    state: isDone ? 'done' : 'on_its_way',
  })),
})

const presentRule = ({ freeMinutes, lateFeeCents, collectHours, carrierSharePercent }: CancellationRule) => ({
  free_minutes: freeMinutes,
  late_fee_cents: lateFeeCents,
  collect_hours: collectHours,
  carrier_share_percent: carrierSharePercent,
})

export type AnswerNeeds = ReadNeeds & {
  links: LinkSettings
  /** The company on a receipt. */
  seller: string
}

/** Response of all customer actions: the current state of the job. */
export async function answerCustomersJob(
  needs: AnswerNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<Answered<CustomerJob>> {
  const read = await readCustomersJob(needs, { jobId, customerId: caller.accountId })
  return presentCustomerJob(read, needs)
}
