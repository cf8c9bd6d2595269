import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { bookedBy } from '../effects/outcome.ts'
import { makeEffectDueNow } from '../effects/queue.ts'
import { book, ledgerAccount } from '../ledger/entries.ts'
import { changePayment, lockPayment, type Payment } from '../payment.ts'
import type { Processors } from '../providers/processors.ts'

type Needs = {
  kysely: Kysely<Tables>
  processors: Processors
  onMoneyAlert: (alert: string) => void
}

/**
 * Handles an event about a refund. A refund in progress becomes due, so its effect reads it. A refund that was done may
 * have failed since, because the bank sent the money back: then its booking is reversed and it is owed again.
 *
 * @throws ProviderError when the processor does not respond.
 */
export async function readRefundAgain({ kysely, processors, onMoneyAlert }: Needs, reference: string) {
  const effect = await findRefund(kysely, reference)
  const processor = effect && processors.named(effect.processor)
  if (!processor) return
  if (effect.status !== 'done') return makeEffectDueNow(kysely, effect.id)
  const { outcome, ...said } = await processor.readRefund(reference)
  if (outcome !== 'refused') return
  const reason = 'reason' in said ? said.reason : outcome
  const isTakenBack = await kysely
    .transaction()
    .execute((trx) => takeBack(trx, { effect, reference, reason }))
  if (isTakenBack) onMoneyAlert(`refund ${reference} of payment ${effect.paymentId} failed: ${reason}`)
}

type RefundEffect = {
  id: string
  paymentId: string
  processor: string
  status: string
  amountCents: number
  keyNumber: number
}

async function findRefund(kysely: Kysely<Tables>, reference: string): Promise<RefundEffect | null> {
  const row = await kysely
    .selectFrom('payment_effect')
    .innerJoin('payment', 'payment.id', 'payment_effect.payment_id')
    .select(['payment_effect.id', 'payment.id as paymentId', 'payment.processor', 'payment_effect.status'])
    .select(['payment_effect.amount_cents as amountCents', 'key_number as keyNumber'])
    .where('kind', '=', 'refund')
    .where('payment_effect.reference', '=', reference)
    .where('payment.source', '=', 'card')
    .executeTakeFirst()
  return row ?? null
}

type Failed = { effect: RefundEffect; reference: string; reason: string }

/** @returns false when a concurrent request has reversed it. */
async function takeBack(trx: Transaction<Tables>, { effect, reference, reason }: Failed): Promise<boolean> {
  const payment = await lockPayment(trx, effect.paymentId)
  const { numUpdatedRows } = await trx
    .updateTable('payment_effect')
    .set({
      status: 'due',
      // A bank that has just returned the money will probably refuse a retry within the hour.
      due_at: sql<Date>`now() + interval '1 day'`,
      key_number: sql`key_number + 1`,
      key_since: null,
      reference: null,
      settled_by: null,
      settled_at: null,
      last_error: `the refund failed after it was booked: ${reason}`,
    })
    .where('id', '=', effect.id)
    .where('status', '=', 'done')
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!payment || numUpdatedRows !== 1n) return false
  await bookBack(trx, payment, effect)
  return true
}

async function bookBack(trx: Transaction<Tables>, payment: Payment, effect: RefundEffect): Promise<void> {
  const { amountCents } = effect
  await changePayment(trx, payment.id, { refundedCents: payment.refundedCents - amountCents })
  await book(trx, {
    ...bookedBy({ payment, effect }),
    kind: 'refund_failed',
    debit: ledgerAccount.processor(payment.processor),
    credit: ledgerAccount.captured(payment.id),
    amountCents,
  })
}
