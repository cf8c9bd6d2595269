import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditChanges } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { refundableCents } from '../../payments/payment.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { usedElsewhere } from './attempt.ts'
import { type RefundShares, shareRefund } from './share-refund.ts'

type Refund = RefundShares & {
  /** Chosen by the client: a repeated request with this id joins the same refund. */
  refundId?: string
}

type Refunded = { paymentId: string; amountCents: number; leftCents: number }

/**
 * Staff refund captured money, at most the amount left. The platform bears it, less the part that they decide for the
 * carrier.
 *
 * @throws Problem `wrong_state` when no amount was captured, less is left, the carrier got less, or the id belongs to
 *   another refund; `not_found`.
 */
export function refundJob(
  { kysely }: { kysely: Kysely<Tables> },
  { by, jobId, refundId = newId(), ...refund }: StaffAct & Refund,
): Promise<Refunded> {
  return kysely.transaction().execute(async (trx) => {
    const asked = { ...refund, jobId, refundId }
    await lockRefundId(trx, refundId)
    // Of an earlier request, whose answer may have been lost.
    const known = await readRefund(trx, asked)
    if (known) return known
    await recordStaffAct(
      trx,
      { by, jobId },
      {
        ...{ words: wordsOfRefund(refund), act: 'job.refund', changes: changesOfRefund(refund) },
        change: async (job) => (await shareRefund(trx, job, asked)).reducedJobs,
      },
    )
    const made = await readRefund(trx, asked)
    if (!made) throw new Error('the refund that was just queued is gone')
    return made
  })
}

/** Of two requests at once with the same id, the later one waits and joins the refund. */
async function lockRefundId(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dray: refund ' || ${id}::uuid, 0))`.execute(trx)
}

type Asked = RefundShares & { jobId: string; refundId: string }

/**
 * @returns null if there is no refund with this id.
 * @throws Problem when it is another refund, or not one.
 */
async function readRefund(
  trx: Transaction<Tables>,
  { jobId, refundId, amountCents, carrierCents = 0, paymentId }: Asked,
): Promise<Refunded | null> {
  const known = await trx
    .selectFrom('payment_effect as e')
    .leftJoin('payment', 'payment.id', 'e.payment_id')
    .leftJoin('cost_share as s', 's.effect_id', 'e.id')
    .select(['e.payment_id as paymentId', 'payment.job_id as jobId', 'e.kind', 'e.amount_cents as cents'])
    .select(['s.amount_cents as borneCents', refundableCents('payment').as('leftCents')])
    .select(sql<boolean>`payment.purpose = 'tip'`.as('isTip'))
    .where('e.id', '=', refundId)
    .executeTakeFirst()
  if (!known) return null
  const isSame =
    known.kind === 'refund' &&
    known.jobId === jobId &&
    known.cents === amountCents &&
    (known.borneCents ?? 0) === carrierCents &&
    (paymentId ? known.paymentId === paymentId : !known.isTip)
  if (!isSame) throw usedElsewhere
  return { paymentId: known.paymentId, amountCents, leftCents: known.leftCents ?? 0 }
}

/** For the log of the job. */
export const wordsOfRefund = ({ amountCents, carrierCents = 0 }: RefundShares): string =>
  `refund of ${amountCents} cents${carrierCents > 0 ? `, of which the carrier bears ${carrierCents}` : ''}`

/** For the audit log. */
export const changesOfRefund = ({ amountCents, carrierCents = 0 }: RefundShares): AuditChanges => ({
  amount_cents: { from: null, to: amountCents },
  ...(carrierCents > 0 && { carrier_cents: { from: null, to: carrierCents } }),
})
