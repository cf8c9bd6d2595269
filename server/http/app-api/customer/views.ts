import type { Answered } from '#contract/app/common.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { readJobInvoices } from '../../../invoices/read.ts'
import { type CallNeeds, type CallView, noCall, readCall } from '../../../jobs/calls/read-call.ts'
import { type CancellationRule, ruleOf } from '../../../jobs/cancellation.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { CustomersProblem } from '../../../jobs/doubts/read-doubts.ts'
import { hasOwnPins } from '../../../jobs/drafts/move-my-pin.ts'
import type { Stop } from '../../../jobs/job.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import type { PaymentView } from '../../../jobs/money/payment-view.ts'
import { customersReachKm, locatedOf } from '../../../jobs/pins.ts'
import type { Proof } from '../../../jobs/proof/read-proofs.ts'
import {
  type CustomersJob,
  type ReadNeeds,
  readCustomersJob,
} from '../../../jobs/queries/read-customer-job.ts'
import type { Caller } from '../../mount.ts'
import { presentInvoice } from '../invoice-view.ts'
import {
  presentCore,
  presentGiven,
  presentPhoto,
  presentPhotos,
  presentPrice,
  presentStop,
  presentThreads,
  presentTime,
  presentTripReport,
  presentWay,
} from '../job-view.ts'

/** A job as its customer sees it. */
function presentCustomerJob(
  read: CustomersJob & JobInvoices & { call: CallView },
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
    pins: presentPins(job),
    hidden: job.status === 'posted' && job.hidden_at !== null,
    successor_id: read.successorId,
    predecessor_id: job.predecessor_id,
    payment: presentPayment(payment),
    receipt: presentReceipt(read, seller),
    invoices: read.invoices.map(presentInvoice),
    cancellation: {
      allowed: terms.allowed,
      fee_cents: terms.feeCents,
      free_until: terms.freeUntil,
      free_because: terms.freeBecause,
      collect_by: deadlineOf(job),
      refusal: terms.refusal,
      rule: presentRule(ruleOf(job)),
    },
    time: presentTime(read.time),
    way: presentWay(read.way),
    messages: presentThreads(read.threads),
    trip_report: presentTripReport(read.tripReport, links),
    may_confirm: read.mayConfirm,
    confirm_by: read.confirmBy,
    payout_waits_until: read.payoutWaitsUntil,
    problems: read.problems.map(presentProblem),
    may_report: read.mayReport,
    proofs: read.proofs.map((proof) => presentProof(proof, links)),
    delivery_code: read.deliveryCode,
    carrier: carrier && {
      name: carrier.name,
      call: read.call.way,
      phone: read.call.phone,
      rating: carrier.rating,
      vehicle: carrier.vehicle,
      vehicle_size: carrier.vehicleSize,
      plate: carrier.plate,
      portrait_id: carrier.portraitId,
      vehicle_photo_id: carrier.vehiclePhotoId,
    },
  }
}

/**
 * Of a job that was charged before receipts had consecutive numbers. While the receipt of a charge waits to be issued
 * there is none, because its number would change.
 *
 * The number identifies the payment, so it is stable over requests and cannot be guessed from another payment's number.
 */
function presentReceipt(
  { job, payment, invoices, isPending }: CustomersJob & JobInvoices,
  seller: string,
): Answered<CustomerJob['receipt']> {
  const at = job.completed_at ?? job.cancelled_at
  const hasReceipt = invoices.some(
    ({ kind, paymentId }) => kind === 'receipt' && paymentId === payment.paymentId,
  )
  if (isPending || hasReceipt) return null
  if (!at || !payment.paymentId || payment.capturedCents === null) return null
  const number = payment.paymentId
    .slice(-12)
    .toUpperCase()
    .replaceAll(/.{4}(?=.)/g, '$&-')
  return { number, date: at, seller }
}

const presentProof = (proof: Proof, links: LinkSettings) => ({
  step: proof.step,
  photo: proof.photo && presentPhoto(proof.photo, links),
  at: proof.at,
  received_at: proof.receivedAt,
  distance: proof.distance?.is ?? null,
  distance_m: proof.distance?.metres ?? null,
  code: proof.code,
})

const presentPins = (job: CustomersJob['job']) =>
  hasOwnPins(job) ? { pickup: presentPin(job.pickup), dropoff: presentPin(job.dropoff) } : null

function presentPin(stop: Stop) {
  const { lat, lon } = locatedOf(stop)
  return { located: { lat, lon }, within_km: customersReachKm(stop) }
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

const presentRule = (rule: CancellationRule) => ({
  free_minutes: rule.freeMinutes,
  late_fee_cents: rule.lateFeeCents,
  collect_hours: rule.collectHours,
  grace_minutes: rule.graceMinutes,
  carrier_share_percent: rule.carrierSharePercent,
  trip_fee_cents: rule.tripFeeCents,
  answer_hours: rule.answerHours,
})

type JobInvoices = Awaited<ReturnType<typeof readJobInvoices>>

export type AnswerNeeds = ReadNeeds &
  CallNeeds & {
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
  const call = read.carrier ? await readCall(needs, read.job, read.carrier.phone) : noCall
  return presentCustomerJob({ ...read, call, ...(await readJobInvoices(needs.kysely, jobId)) }, needs)
}
