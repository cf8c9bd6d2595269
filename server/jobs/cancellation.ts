import type { CarrierFault, FreeReason, JobStatus } from '#contract/vocabulary.ts'
import { collectBy, graceMinutes } from './collection.ts'
import {
  answerHours,
  carrierSharePercent,
  type Fees,
  fairTable,
  feeCents,
  freeMinutes,
  ruleOfCancellation,
} from './fair-table.ts'
import type { JobRow } from './transition.ts'

/** The present fee for a cancellation by the customer, or the error. */
export type CancellationTerms = {
  allowed: boolean
  feeCents: number
  /** Null if cancelling is refused, or free without a deadline. */
  freeUntil: Date | null
  /** Null if cancelling costs a fee or is refused. */
  freeBecause: FreeReason | null
  refusal: 'collected' | 'final' | 'payment_under_way' | 'trip_reported' | null
}

/** Facts outside the row of the job. */
export type CancellationFacts = {
  paymentInProgress: boolean
  /**
   * The customer reported that the carrier did not come, and staff have not dismissed the report; or staff dismissed a
   * report of the carrier.
   */
  isReported: boolean
  /** A report of the carrier, made before the deadline, waits for the customer's answer or for staff. */
  isTripReported: boolean
  /** The carrier's account is suspended or erased, so it cannot collect. */
  isCarrierUnavailable: boolean
  /** From the database's clock. */
  now: Date
}

export type Cancellable = CancellationFacts &
  Fees & {
    status: JobStatus
    collectHours: number
    acceptedAt: Date | null
    collectedAt: Date | null
    /** The end of the agreed window. */
    windowEndsAt: Date | null
  }

/**
 * DESIGN 3, Life: cancelling is free for a posted job, and for an accepted job during five minutes; after that it costs
 * a fee by size, never more than the held total, unless the carrier is late or cannot collect: then it is free again
 * (decision 49). After collection only staff can cancel. A draft is not cancelled: it expires.
 */
export function cancellationTerms(job: Cancellable): CancellationTerms {
  const refused = (refusal: CancellationTerms['refusal']): CancellationTerms => ({
    allowed: false,
    feeCents: 0,
    freeUntil: null,
    freeBecause: null,
    refusal,
  })
  if (job.status === 'completed' || job.status === 'cancelled') return refused('final')
  if (job.collectedAt) return refused('collected')
  if (job.paymentInProgress) return refused('payment_under_way')
  if (job.status === 'draft') return refused(null)
  if (job.isTripReported) return refused('trip_reported')
  const freeUntil = freeUntilOf(job)
  const freeBecause = freeReason(job, freeUntil)
  return {
    allowed: true,
    feeCents: feeCents(ruleOfCancellation(freeBecause).fee, job),
    freeUntil: freeBecause === null || freeBecause === 'just_accepted' ? freeUntil : null,
    freeBecause,
    refusal: null,
  }
}

/** The end of the minutes in which cancelling is free; null before the acceptance. */
export const freeUntilOf = ({ acceptedAt }: Pick<Cancellable, 'acceptedAt'>): Date | null =>
  acceptedAt && new Date(acceptedAt.getTime() + freeMinutes * 60_000)

function freeReason(job: Cancellable, freeUntil: Date | null): FreeReason | null {
  if (freeUntil === null) return 'not_accepted'
  if (job.now < freeUntil) return 'just_accepted'
  if (job.isCarrierUnavailable) return 'carrier_unavailable'
  const deadline = collectBy(job)
  if (deadline && job.now >= deadline) return 'overdue'
  return job.isReported ? 'reported' : null
}

/** Why the customer may cancel free of charge; it costs the carrier a strike. */
export const carrierFault = ({ freeBecause }: CancellationTerms): CarrierFault | null =>
  (freeBecause === 'overdue' || freeBecause === 'reported') && fairTable[freeBecause].strike
    ? freeBecause
    : null

/** The terms that a customer agrees to before paying. `cancellationTerms` applies them at an instant. */
export type CancellationRule = {
  /** Minutes after the acceptance in which cancelling is free. */
  freeMinutes: number
  lateFeeCents: number
  /** Hours after the acceptance in which the carrier must collect; then cancelling is free again. */
  collectHours: number
  /** Minutes after the end of an agreed window, which take the place of these hours. */
  graceMinutes: number
  carrierSharePercent: number
  /** The fee for a wasted trip that is the customer's fault. */
  tripFeeCents: number
  /** Hours in which the customer can answer the report of such a trip. */
  answerHours: number
}

export const cancellationRule = (job: Fees & Pick<Cancellable, 'collectHours'>): CancellationRule => ({
  freeMinutes,
  lateFeeCents: feeCents('late', job),
  collectHours: job.collectHours,
  graceMinutes,
  carrierSharePercent,
  tripFeeCents: feeCents('trip', job),
  answerHours,
})

/** The cancellation terms of a job, used both for showing them and for cancelling (`money/read-terms.ts`). */
export const termsOf = (job: JobRow, facts: CancellationFacts): CancellationTerms =>
  cancellationTerms({ ...cancellableOf(job), ...facts })

/** The terms of a job that its customer agreed to by paying. */
export const ruleOf = (job: JobRow): CancellationRule => cancellationRule(cancellableOf(job))

export const cancellableOf = (job: JobRow): Omit<Cancellable, keyof CancellationFacts> => ({
  status: job.status,
  size: job.size,
  totalCents: job.price.totalCents,
  tripFeeCents: job.trip_fee_cents,
  collectHours: job.collect_hours,
  acceptedAt: job.accepted_at,
  collectedAt: job.collected_at,
  windowEndsAt: job.window_ends_at,
})
