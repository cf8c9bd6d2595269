import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { bookedBy } from '../../payments/effects/outcome.ts'
import {
  maySucceed,
  otherAmount,
  type PaidOutside,
  settleMoveOutside,
} from '../../payments/effects/outside.ts'
import { book, ledgerAccount } from '../../payments/ledger/entries.ts'
import { changePayment, insertPayment, lockPayment, type Payment } from '../../payments/payment.ts'
import { chargeRefusal } from '../staff-guards.ts'
import { paymentsOfJob } from './attempt.ts'
import { isMoneyBlocked } from './blocks.ts'
import { owedCents } from './owed.ts'
import { settleJobMoney } from './settle.ts'
import { levelReplaced } from './share-refund.ts'

/**
 * Settles a request to the processor that cannot succeed, because the money was moved in another way: a refund, a
 * payout, or the capture for an owed job. A repeated act with the same reference has no effect.
 *
 * @throws Problem `not_found`; `wrong_state` when the request may still succeed, is settled, or another amount is due
 *   by now; `payment_pending` while the customer pays the job.
 */
export function settleOutside(
  { kysely }: { kysely: Kysely<Tables> },
  { by, ...paid }: PaidOutside & { by: By },
): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const effect = await trx
      .selectFrom('payment_effect')
      .select(['kind', 'payment_id as paymentId'])
      .where('id', '=', paid.effectId)
      .executeTakeFirst()
    if (!effect) throw new Problem('not_found', (t) => t.payments.noEffect)
    const { kind, paymentId } = effect
    const isMove = kind === 'refund' || kind === 'transfer'
    const isNew = isMove
      ? await settleMoveOutside(trx, { settle: settleJobMoney }, { ...paid, paymentId })
      : await captureOutside(trx, { ...paid, paymentId })
    if (!isNew) return
    if (kind === 'refund') await levelReplaced(trx, paid.effectId)
    const targets = [
      { type: 'effect' as const, id: paid.effectId },
      { type: 'payment' as const, id: paymentId },
    ]
    const changes = { [paid.paidThrough]: { from: null, to: paid.reference } }
    await recordAudit(trx, { ...by, act: 'payment.settle_outside', targets, changes })
  })
}

type Trx = Transaction<Tables>

/**
 * The customer of an owed job has paid outside, after the card was finally refused. The amount becomes a payment
 * without a reference of the processor, so no later request uses it at the processor; it completes the job and is
 * shared out like every capture.
 *
 * @returns false when the job was paid with this reference already.
 * @throws Problem `wrong_state` when the request was not finally refused, or this amount is not owed;
 *   `payment_pending`.
 */
async function captureOutside(
  trx: Trx,
  { effectId, paymentId, paidThrough, reference, amountCents }: PaidOutside & { paymentId: string },
): Promise<boolean> {
  if (paidThrough === 'processor') throw new Problem('wrong_state', (t) => t.payments.bookInstead)
  const refused = await lockPayment(trx, paymentId)
  const { jobId } = refused ?? {}
  if (!refused || !jobId) throw maySucceed
  if (await isPaidBy(trx, jobId, reference)) return false
  if (!(await isRefused(trx, effectId))) throw maySucceed
  if ((await readOwed(trx, jobId)) !== amountCents) throw otherAmount
  const payment = await insertCaptured(trx, refused, amountCents)
  const effect = { id: newId(), kind: 'capture', amountCents, carrierId: null, keyNumber: 0 } as const
  await trx
    .insertInto('payment_effect')
    .values({
      id: effect.id,
      payment_id: payment.id,
      kind: 'capture',
      amount_cents: amountCents,
      origin: 'outside',
      settled_by: reference,
      status: 'done',
      settled_at: sql<Date>`now()`,
    })
    .execute()
  await book(trx, {
    ...bookedBy({ payment, effect }),
    kind: 'capture',
    debit: ledgerAccount.platformOutside,
    credit: ledgerAccount.captured(payment.id),
    amountCents,
  })
  const outcome = { outcome: 'captured', capturedCents: amountCents } as const
  await settleJobMoney(trx, { kind: 'capture', outcome, effect, payment })
  return true
}

async function isPaidBy(trx: Trx, jobId: string, reference: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_effect as e')
    .innerJoin('payment as p', 'p.id', 'e.payment_id')
    .select('e.id')
    .where('p.job_id', '=', jobId)
    .where('e.kind', '=', 'capture')
    .where('e.settled_by', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

async function isRefused(trx: Trx, effectId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_effect')
    .select('id')
    .where('id', '=', effectId)
    .where('kind', 'in', ['capture', 'authorize'])
    .where('status', '=', 'refused')
    .executeTakeFirst()
  return row !== undefined
}

/** @throws Problem as the act that charges the card again, and `wrong_state` while money is held. */
async function readOwed(trx: Trx, jobId: string): Promise<number> {
  const job = await trx.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const statuses = (await paymentsOfJob(trx, { jobId })).map(({ status }) => status)
  const isBlocked = await isMoneyBlocked(trx, jobId)
  const refusal = chargeRefusal({ owedCents: owedCents(job), statuses, isBlocked })
  if (refusal) throw refusal
  if (statuses.includes('held')) throw maySucceed
  return owedCents(job)
}

async function insertCaptured(trx: Trx, refused: Payment, amountCents: number): Promise<Payment> {
  const { accountId, jobId, source, methodId, processor, mode } = refused
  const id = newId()
  const who = { accountId, jobId, source, methodId, processor, mode }
  await insertPayment(trx, { ...who, id, purpose: 'renewal', amountCents, returnUrl: null })
  await changePayment(trx, id, { status: 'captured', capturedCents: amountCents })
  const payment = await lockPayment(trx, id)
  if (!payment) throw new Error('the payment that was just inserted is gone')
  return payment
}
