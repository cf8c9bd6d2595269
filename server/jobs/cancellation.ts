import type { CarrierFault, FreeReason, JobSize, JobStatus } from '#contract/vocabulary.ts'
import { collectBy } from './collection.ts'
import type { JobRow } from './transition.ts'

/** The present fee for a cancellation by the customer, or the error. */
export type CancellationTerms = {
  allowed: boolean
  feeCents: number
  /** Null if cancelling is refused, or free without a deadline. */
  freeUntil: Date | null
  /** Null if cancelling costs a fee or is refused. */
  freeBecause: FreeReason | null
  refusal: 'collected' | 'final' | 'payment_under_way' | null
}

/** Facts outside the row of the job. */
export type CancellationFacts = {
  paymentInProgress: boolean
  /** The customer reported that the carrier did not come, and staff have not dismissed the report. */
  isReported: boolean
  /** The carrier's account is suspended or erased, so it cannot collect. */
  isCarrierUnavailable: boolean
  /** From the database's clock. */
  now: Date
}

export type Cancellable = CancellationFacts & {
  status: JobStatus
  size: JobSize
  totalCents: number
  collectHours: number
  acceptedAt: Date | null
  collectedAt: Date | null
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
  const freeUntil = job.acceptedAt && new Date(job.acceptedAt.getTime() + freeMinutes * 60_000)
  const freeBecause = freeReason(job, freeUntil)
  return {
    allowed: true,
    feeCents: freeBecause ? 0 : cancellationRule(job).lateFeeCents,
    freeUntil: freeBecause === null || freeBecause === 'just_accepted' ? freeUntil : null,
    freeBecause,
    refusal: null,
  }
}

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
  freeBecause === 'overdue' || freeBecause === 'reported' ? freeBecause : null

/** The terms that a customer agrees to before paying. `cancellationTerms` applies them at an instant. */
export type CancellationRule = {
  /** Minutes after the acceptance in which cancelling is free. */
  freeMinutes: number
  lateFeeCents: number
  /** Hours after the acceptance in which the carrier must collect; then cancelling is free again. */
  collectHours: number
  carrierSharePercent: number
}

export const cancellationRule = ({
  size,
  totalCents,
  collectHours,
}: Pick<Cancellable, 'size' | 'totalCents' | 'collectHours'>): CancellationRule => ({
  freeMinutes,
  lateFeeCents: Math.min(feesCents[size], totalCents),
  collectHours,
  carrierSharePercent,
})

const freeMinutes = 5
const feesCents: Record<JobSize, number> = { S: 1_000, M: 1_500, L: 2_500, XL: 4_000 }

/** The carrier's share of a cancellation fee. */
export const carrierSharePercent = 80

/** The cancellation terms of a job, used both for showing them and for cancelling (`money/read-terms.ts`). */
export const termsOf = (job: JobRow, facts: CancellationFacts): CancellationTerms =>
  cancellationTerms({ ...cancellableOf(job), ...facts })

/** The terms of a job that its customer agreed to by paying. */
export const ruleOf = (job: JobRow): CancellationRule => cancellationRule(cancellableOf(job))

const cancellableOf = (job: JobRow): Omit<Cancellable, keyof CancellationFacts> => ({
  status: job.status,
  size: job.size,
  totalCents: job.price.totalCents,
  collectHours: job.collect_hours,
  acceptedAt: job.accepted_at,
  collectedAt: job.collected_at,
})
