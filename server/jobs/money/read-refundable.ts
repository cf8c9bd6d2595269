import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { refundableCents } from '../../payments/payment.ts'
import { isUnblockedPayment, isWaitingPayout } from './set-off.ts'
import { carrierLeftCents } from './share-refund.ts'

/** A charge that staff can refund, with what they see before they decide (`share-refund.ts`). */
export type Refundable = {
  paymentId: string
  isTip: boolean
  leftCents: number
  /** What the carrier got from it; 0 if no carrier can bear a part. */
  carrierCents: number
  /** Payouts of the carrier from which a part is taken first (`set-off.ts`). */
  waitingCents: number
}

/** The payment that a refund takes first, then the tips; without those that are refunded whole. */
export async function readRefundable(kysely: Kysely<Tables>, jobId: string): Promise<Refundable[]> {
  const { rows } = await sql<Refundable>`
    with taken as (
      select p.id, p.purpose, p.mode, p.processor, p.created_at, p.captured_cents - p.refunded_cents as kept,
        carrier.id as carrier_id
      from payment p join job on job.id = p.job_id
        left join account carrier on carrier.id = job.carrier_id and carrier.erased_at is null
      where p.job_id = ${jobId} and p.status = 'captured'),
    refundable as (
      select taken.id as "paymentId", purpose = 'tip' as "isTip", created_at, kept,
        (select ${refundableCents('payment')} from payment where payment.id = taken.id) as "leftCents",
        coalesce(${carrierLeftCents('taken.id', 'taken.carrier_id')}, 0) as "carrierCents",
        (select coalesce(sum(e.amount_cents), 0)::integer from payment_effect e join payment p on p.id = e.payment_id
          where e.carrier_id = taken.carrier_id and p.mode = taken.mode and p.processor = taken.processor
            and ${isWaitingPayout} and (p.job_id = ${jobId} or ${isUnblockedPayment})) as "waitingCents"
      from taken)
    select "paymentId", "isTip", "leftCents", "carrierCents", "waitingCents" from refundable
    where "leftCents" > 0 order by "isTip", kept desc, created_at`.execute(kysely)
  const [first, ...others] = rows
  return first ? [first, ...others.filter(({ isTip }) => isTip)] : []
}
