import { sql, type Transaction } from 'kysely'
import { refuseBesideOlderNodes } from '../../db/nodes.ts'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { accountBalance, book, ledgerAccount } from '../../payments/ledger/entries.ts'
import { bookedJob, type Payment, paymentColumns, refundableCents } from '../../payments/payment.ts'
import { carrierPartRefusal, refundRefusal } from '../staff-guards.ts'
import type { JobRow } from '../transition.ts'
import { setOffWaiting } from './set-off.ts'

type Trx = Transaction<Tables>

/** What staff decide: an amount for the customer, and how much of it the carrier bears; the platform bears the rest. */
export type RefundShares = {
  amountCents: number
  carrierCents?: number | undefined
  /** A tip of the job; absent for the price or the fee. */
  paymentId?: string | undefined
}

/** `reducedJobs`: other jobs, from whose payouts the carrier's part was taken. */
export type SharedRefund = { reducedJobs: string[] }

/** `refundId`: of a refund that its request names (`refund.ts`). */
type NewRefund = RefundShares & { refundId?: string }

/**
 * Refunds captured money and books the carrier's part, in the transaction that decides it. The part is taken from
 * payouts that wait, that of this job first, else kept back from later ones (decision 72). The caller must hold the
 * job's lock.
 *
 * @throws Problem `wrong_state` when no amount was captured, less is left, or the carrier got less from it;
 *   `service_unavailable` for a carrier's part while a node of an older version runs.
 */
export async function shareRefund(
  trx: Trx,
  job: JobRow,
  { amountCents, carrierCents = 0, paymentId, refundId }: NewRefund,
): Promise<SharedRefund> {
  const carrierId = carrierCents > 0 ? await lockCarrier(trx, job) : null
  const taken = await lockCaptured(trx, job.id, paymentId)
  const refusal = refundRefusal(taken?.leftCents ?? null, amountCents)
  if (refusal || !taken) throw refusal
  const { payment } = taken
  if (carrierCents > 0) await refuseBesideOlderNodes(trx)
  const part = carrierPartRefusal({
    amountCents,
    carrierCents,
    gotCents: carrierId ? await readCarrierLeft(trx, payment.id, carrierId) : 0,
  })
  if (part) throw part
  const effectId = await queueEffect(trx, {
    id: refundId,
    paymentId: payment.id,
    kind: 'refund',
    amountCents,
  })
  const reduced = carrierId ? await bear(trx, { job, payment, carrierId, effectId, carrierCents }) : []
  return { reducedJobs: reduced.filter((id) => id !== job.id) }
}

/** @returns null without a carrier, or when the account is erased: there is no later payout to keep it back from. */
async function lockCarrier(trx: Trx, { carrier_id: id }: JobRow): Promise<string | null> {
  if (!id) return null
  const account = await trx
    .selectFrom('account')
    .select(['id', 'erased_at'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return account && !account.erased_at ? account.id : null
}

/** What a carrier got from a payment, without the parts of its refunds that the carrier bears. */
export const carrierLeftCents = (paymentId: string, carrierId: string) => sql<number>`(
  (select coalesce(sum(l.amount_cents), 0) from ledger_transfer l
    where l.payment_id = ${sql.ref(paymentId)} and l.kind = 'share' and l.credit = 'carrier:' || ${sql.ref(carrierId)})
  - (select coalesce(sum(s.amount_cents), 0) from cost_share s
    where s.payment_id = ${sql.ref(paymentId)} and s.carrier_id = ${sql.ref(carrierId)}))::integer`

async function readCarrierLeft(trx: Trx, paymentId: string, carrierId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${carrierLeftCents('of.payment', 'of.carrier')} as cents
    from (select ${paymentId}::uuid as payment, ${carrierId}::uuid as carrier) of`.execute(trx)
  return rows[0]?.cents ?? 0
}

type Borne = { job: JobRow; payment: Payment; carrierId: string; effectId: string; carrierCents: number }

/** @returns the jobs from whose payouts the part was taken. */
async function bear(trx: Trx, { job, payment, carrierId, effectId, carrierCents }: Borne): Promise<string[]> {
  const { mode, processor, id: paymentId } = payment
  const about = { effect_id: effectId, payment_id: paymentId, job_id: job.id, carrier_id: carrierId }
  await trx
    .insertInto('cost_share')
    .values({ ...about, amount_cents: carrierCents })
    .execute()
  await book(trx, {
    ...{
      mode,
      jobId: bookedJob(payment),
      paymentId,
      effectId,
      kind: 'correction',
      amountCents: carrierCents,
    },
    debit: ledgerAccount.carrier(carrierId),
    credit: ledgerAccount.captured(paymentId),
  })
  await trx
    .insertInto('notice')
    .values({ account_id: carrierId, kind: 'cost_shared', job_id: job.id })
    .execute()
  return setOffWaiting(trx, { carrierId, mode, processor }, job.id)
}

/**
 * A refund made at the processor has replaced ours, and the platform has paid all of it. Books the carrier's part,
 * which waits with the captured money, to the platform.
 */
export async function levelReplaced(trx: Trx, effectId: string): Promise<void> {
  const share = await trx
    .selectFrom('cost_share')
    .innerJoin('payment_effect as e', 'e.id', 'cost_share.effect_id')
    .innerJoin('payment', 'payment.id', 'cost_share.payment_id')
    .select(paymentColumns)
    .select('cost_share.amount_cents as partCents')
    .where('e.id', '=', effectId)
    .where('e.status', '=', 'refused')
    .executeTakeFirst()
  if (!share) return
  const captured = ledgerAccount.captured(share.id)
  await book(trx, {
    ...{ mode: share.mode, jobId: bookedJob(share), paymentId: share.id, effectId: null, kind: 'correction' },
    debit: captured,
    credit: ledgerAccount.platformFees,
    amountCents: Math.max(0, Math.min(share.partCents, await accountBalance(trx, captured))),
  })
}

/**
 * Locks the captured payment of a job until the transaction ends, or a tip of it; `leftCents` is the captured amount
 * minus the refunds done and in progress. The caller must hold the job's lock.
 */
export async function lockCaptured(
  trx: Trx,
  jobId: string,
  tipId?: string,
): Promise<{ payment: Payment; leftCents: number } | null> {
  const payment = await trx
    .selectFrom('payment')
    .select(paymentColumns)
    .where('job_id', '=', jobId)
    .where('status', '=', 'captured')
    .where(tipId ? sql<boolean>`purpose = 'tip' and id = ${tipId}` : sql<boolean>`purpose <> 'tip'`)
    // If the job was refunded and paid again, select the payment that is not fully refunded.
    .orderBy(sql`captured_cents - refunded_cents`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return null
  // In a later statement, which sees the refunds queued while this transaction waited for the lock.
  const { leftCents } = await trx
    .selectFrom('payment')
    .select(refundableCents('payment').as('leftCents'))
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return { payment, leftCents }
}
