import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { book, ledgerAccount } from '../ledger/entries.ts'
import { bookedJob, lockPaymentAndJobs, type Payment } from '../payment.ts'
import type { Dispute } from '../processor.ts'
import type { ProcessorEventNeeds } from './needs.ts'

type Trx = Transaction<Tables>

/**
 * Reads a dispute or a fraud warning from the processor and books the difference: the amounts that the bank took or
 * returned, and the fees. A payout that was not made yet waits until the dispute is won or staff release it
 * (`dray dispute release`).
 *
 * @throws ProviderError when the processor does not respond: the event must be retried.
 */
export async function recordDispute(needs: ProcessorEventNeeds, reference: string): Promise<void> {
  const processor = needs.processors.live
  const dispute = await processor.readDispute(reference)
  const isNew = await needs.kysely.transaction().execute(async (trx) => {
    const locked = await lockDisputed(trx, processor.name, dispute)
    return writeDispute(trx, needs, { dispute, ...locked, processor: processor.name })
  })
  if (!isNew) return
  const { kind, status, reason, amountCents } = dispute
  needs.onMoneyAlert(`${kind} ${reference}: ${status}, ${reason}, ${amountCents} cents: dray dispute list`)
}

async function lockDisputed(trx: Trx, processor: string, { authorization }: Dispute): Promise<Locked> {
  if (!authorization) return unknown
  const row = await trx
    .selectFrom('payment')
    .select('id')
    .where('reference', '=', authorization)
    .where('processor', '=', processor)
    .executeTakeFirst()
  return (row && (await lockPaymentAndJobs(trx, row.id))) ?? unknown
}

type Locked = { payment: Payment | null; jobIds: string[] }
const unknown: Locked = { payment: null, jobIds: [] }

type Writing = Locked & { dispute: Dispute; processor: string }

/** @returns false without a change, or when a newer response was stored before. */
async function writeDispute(trx: Trx, needs: ProcessorEventNeeds, writing: Writing): Promise<boolean> {
  const { dispute, payment, jobIds, processor } = writing
  const { reference, kind, status, reason } = dispute
  await trx
    .insertInto('dispute')
    .values({
      processor,
      reference,
      kind,
      payment_id: payment?.id ?? null,
      status: '',
      reason,
      amount_cents: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await trx
    .selectFrom('dispute')
    .selectAll()
    .where('processor', '=', processor)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOlder = dispute.movements < known.movements || (known.closed_at !== null && !dispute.isClosed)
  const isSame = known.status === status && known.movements === dispute.movements
  if (isOlder || isSame) return false
  await update(trx, writing)
  await bookDifference(trx, writing, known)
  const isBlocking = !dispute.isHarmless && known.released_at === null
  await needs.onDisputed(trx, { jobIds, kind, isBlocking })
  return true
}

async function update(trx: Trx, { dispute, processor }: Writing): Promise<void> {
  await trx
    .updateTable('dispute')
    .set({
      status: dispute.status,
      reason: dispute.reason,
      amount_cents: dispute.amountCents,
      withdrawn_cents: dispute.withdrawnCents,
      fee_cents: dispute.feeCents,
      movements: dispute.movements,
      respond_by: dispute.respondBy,
      closed_at: dispute.isClosed ? sql<Date>`coalesce(closed_at, now())` : null,
      updated_at: sql<Date>`now()`,
    })
    .where('processor', '=', processor)
    .where('reference', '=', dispute.reference)
    .execute()
}

type Known = { withdrawn_cents: number; fee_cents: number }

/** A dispute of an unknown payment is not booked: the charge is not in our ledger either. */
async function bookDifference(
  trx: Trx,
  { dispute, payment, processor }: Writing,
  known: Known,
): Promise<void> {
  if (!payment) return
  const bank = ledgerAccount.processor(processor)
  const moves = [
    ['dispute', ledgerAccount.platformDisputes, dispute.withdrawnCents - known.withdrawn_cents],
    ['dispute_fee', ledgerAccount.platformDisputeFees, dispute.feeCents - known.fee_cents],
  ] as const
  for (const [kind, account, cents] of moves) {
    const [debit, credit] = cents > 0 ? [account, bank] : [bank, account]
    const { mode, id: paymentId } = payment
    await book(trx, {
      mode,
      jobId: bookedJob(payment),
      paymentId,
      effectId: null,
      kind,
      debit,
      credit,
      amountCents: Math.abs(cents),
    })
  }
}
