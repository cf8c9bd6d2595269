import { sql, type Transaction } from 'kysely'
import { lockPayouts } from '../../db/lock-order.ts'
import type { Tables } from '../../db/tables.ts'
import type { Payment } from '../../payments/payment.ts'

type Trx = Transaction<Tables>

/** A carrier, and the money that is set off: play money and each processor apart, like payouts. */
export type Payee = Pick<Payment, 'mode' | 'processor'> & { carrierId: string }

/**
 * Whether a part can be taken from a payout (`e`, of the payment `p`): it waits, and was never asked for with its
 * present key, because the processor must not see one key with two amounts.
 */
export const isWaitingPayout = sql<boolean>`(e.kind = 'transfer' and e.status = 'due' and e.key_since is null
  and not e.in_doubt and e.reference is null)`

/**
 * Whether the job of the payment `p` is not blocked. A blocked payout may never be made, so a part that is taken from
 * it would be taken from the platform.
 */
export const isUnblockedPayment = sql<boolean>`(not exists (
  select from money_block b where b.job_id = p.job_id and b.lifted_at is null))`

/**
 * Takes the carrier's open parts from payouts that wait: from that of the refunded job first, also while it is blocked,
 * then from those of jobs that are not blocked, the oldest first. What is left waits for later payouts.
 *
 * @returns the jobs whose payouts became smaller.
 */
export async function setOffWaiting(trx: Trx, payee: Payee, refundedJobId: string): Promise<string[]> {
  await lockPayouts(trx, [refundedJobId], 'carriers')
  const { carrierId, mode, processor } = payee
  const { rows } = await sql<Payout>`
    select e.id, e.amount_cents as "amountCents", p.job_id as "jobId"
    from payment_effect e join payment p on p.id = e.payment_id
    where e.carrier_id = ${carrierId} and p.mode = ${mode} and p.processor = ${processor} and ${isWaitingPayout}
      and (p.job_id = ${refundedJobId} or ${isUnblockedPayment})
    order by (p.job_id = ${refundedJobId}) is true desc, e.created_at, e.id`.execute(trx)
  return takeFrom(trx, payee, rows)
}

/** Takes the open parts of their carriers from the payouts of a job, unless it is blocked. */
export async function setOffPayouts(trx: Trx, jobId: string): Promise<void> {
  await lockPayouts(trx, [jobId])
  const { rows } = await sql<Payee & Payout>`
    select e.carrier_id as "carrierId", p.mode, p.processor, e.id, e.amount_cents as "amountCents", p.job_id as "jobId"
    from payment_effect e join payment p on p.id = e.payment_id
    where p.job_id = ${jobId} and ${isWaitingPayout} and ${isUnblockedPayment}
    order by e.created_at, e.id`.execute(trx)
  for (const { carrierId, mode, processor, ...payout } of rows)
    await takeFrom(trx, { carrierId, mode, processor }, [payout])
}

type Payout = { id: string; amountCents: number; jobId: string }

async function takeFrom(trx: Trx, payee: Payee, payouts: Payout[]): Promise<string[]> {
  const reduced = new Set<string>()
  for (const { id, amountCents, jobId } of payouts) {
    const cents = await keepBack(trx, payee, amountCents)
    if (cents === 0) break
    reduced.add(jobId)
    await reduce(trx, id, amountCents - cents)
  }
  return [...reduced]
}

/** A payout of which nothing is left ends without a request; it keeps its row, so that its end can be told. */
async function reduce(trx: Trx, id: string, leftCents: number): Promise<void> {
  await trx
    .updateTable('payment_effect')
    .set({
      amount_cents: leftCents,
      ...(leftCents === 0 && {
        ...{ status: 'done', origin: 'outside', last_error: null, waits_for: null },
        settled_at: sql<Date>`now()`,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** A part of a refund (`s`, of the payment `p`) that is not kept back whole. */
const isOpenPartOf = ({ carrierId, mode, processor }: Payee) => sql<boolean>`(s.carrier_id = ${carrierId}
  and s.recovered_cents < s.amount_cents and p.mode = ${mode} and p.processor = ${processor})`

/**
 * Keeps back at most `upToCents` for the carrier's parts of refunds that are still open, the oldest first.
 *
 * @returns the cents that were kept back.
 */
async function keepBack(trx: Trx, payee: Payee, upToCents: number): Promise<number> {
  const { rows } = await sql<{ effectId: string; openCents: number }>`
    select s.effect_id as "effectId", s.amount_cents - s.recovered_cents as "openCents"
    from cost_share s join payment p on p.id = s.payment_id where ${isOpenPartOf(payee)}
    order by s.created_at, s.effect_id for no key update of s`.execute(trx)
  let left = upToCents
  for (const { effectId, openCents } of rows) {
    const cents = Math.min(left, openCents)
    if (cents === 0) break
    await sql`
      update cost_share set recovered_cents = recovered_cents + ${cents} where effect_id = ${effectId}`.execute(
      trx,
    )
    left -= cents
  }
  return upToCents - left
}
