import type { JobSize, JobStatus } from '#contract/vocabulary.ts'
import type { JobRow } from './transition.ts'

/** The present cost of cancelling for the customer, or why it is refused. */
export type CancellationTerms = {
  allowed: boolean
  feeCents: number
  freeUntil: Date | null
  refusal: 'collected' | 'final' | 'payment_under_way' | null
}

export type Cancellable = {
  status: JobStatus
  size: JobSize
  totalCents: number
  acceptedAt: Date | null
  collectedAt: Date | null
  paymentInProgress: boolean
  /** From the database's clock. */
  now: Date
}

/**
 * DESIGN 3, Life: cancelling is free for a posted job, and for an accepted job during five minutes; after that it
 * costs a fee by size, never more than the held total. After collection only staff can cancel. A draft is not
 * cancelled: it expires.
 */
export function cancellationTerms(job: Cancellable): CancellationTerms {
  const refused = (refusal: CancellationTerms['refusal']): CancellationTerms => ({
    allowed: false,
    feeCents: 0,
    freeUntil: null,
    refusal,
  })
  if (job.status === 'completed' || job.status === 'cancelled') return refused('final')
  if (job.collectedAt) return refused('collected')
  if (job.paymentInProgress) return refused('payment_under_way')
  if (job.status === 'draft') return refused(null)
  const freeUntil = job.acceptedAt && new Date(job.acceptedAt.getTime() + freeMinutes * 60_000)
  const isFree = freeUntil === null || job.now < freeUntil
  const feeCents = isFree ? 0 : cancellationRule(job).lateFeeCents
  return { allowed: true, feeCents, freeUntil, refusal: null }
}

/** The terms that a customer agrees to before paying. `cancellationTerms` applies them at a given moment. */
export type CancellationRule = {
  /** Minutes after the acceptance in which cancelling is free. */
  freeMinutes: number
  lateFeeCents: number
  carrierSharePercent: number
}

export const cancellationRule = ({
  size,
  totalCents,
}: Pick<Cancellable, 'size' | 'totalCents'>): CancellationRule => ({
  freeMinutes,
  lateFeeCents: Math.min(feesCents[size], totalCents),
  carrierSharePercent,
})

const freeMinutes = 5
const feesCents: Record<JobSize, number> = { S: 1_000, M: 1_500, L: 2_500, XL: 4_000 }

/** The carrier's share of a cancellation fee. */
export const carrierSharePercent = 80

type Moment = { now: Date; paymentInProgress: boolean }

/** The cancellation terms of a job, used both for showing them and for cancelling. */
export const termsOf = (job: JobRow, { now, paymentInProgress }: Moment): CancellationTerms =>
  cancellationTerms({
    status: job.status,
    size: job.size,
    totalCents: job.price.totalCents,
    acceptedAt: job.accepted_at,
    collectedAt: job.collected_at,
    paymentInProgress,
    now,
  })
