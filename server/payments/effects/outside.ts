import { sql, type Transaction } from 'kysely'
import type { PaidThrough } from '#contract/admin/money/effects.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPayment } from '../payment.ts'
import type { EffectOutcome, Settle } from './outcome.ts'
import { type Effect, isUnblocked } from './queue.ts'
import { settleOutcome } from './settle.ts'

type Trx = Transaction<Tables>

export type PaidOutside = {
  effectId: string
  /** `processor`: by hand on its own pages. `outside`: in cash, by bank transfer, or in any other way. */
  paidThrough: PaidThrough
  /** Reference of that payment: the number of a receipt or a bank transfer, or the processor's id. */
  reference: string
  /** What was paid. The amount of a payout can become smaller after people have seen it (decision 72). */
  amountCents: number
}

/**
 * Settles a refund or a payout that people paid in another way, and books it. Allowed only when no request of the
 * effect may have moved money: the processor has refused it, or a payout was never requested. A request that is running
 * or in doubt, or whose refund is in progress, may still succeed.
 *
 * @returns false, without a change, when the payment does not exist or the effect is already settled with this
 *   reference.
 * @throws Problem `wrong_state`, also when another amount than was paid is due by now.
 */
export async function settleMoveOutside(
  trx: Trx,
  needs: { settle: Settle },
  { paymentId, ...paid }: PaidOutside & { paymentId: string },
): Promise<boolean> {
  const payment = await lockPayment(trx, paymentId)
  const isFromWallet = payment?.source === 'wallet'
  if (!payment || (await isSettledBy(trx, paid))) return false
  if (paid.paidThrough === 'processor' && (await replaceByProcessorRefund(trx, paid))) return true
  await refuseOtherAmount(trx, paid)
  const effect = await finish(trx, paid)
  // A refund to a wallet sends no request that can fail, so it is never settled outside. Throwing rolls back `finish`.
  if (!effect || (effect.kind === 'refund' && isFromWallet)) throw maySucceed
  const { reference, paidThrough } = paid
  await settleOutcome(trx, needs, {
    ...outcomeOf(effect, reference),
    effect,
    payment,
    isOutside: paidThrough === 'outside',
  })
  return true
}

const outcomeOf = ({ kind }: Effect, reference: string): EffectOutcome =>
  ({ kind, outcome: { outcome: 'done', reference } }) as Extract<
    EffectOutcome,
    { kind: 'refund' | 'transfer' }
  >

async function refuseOtherAmount(trx: Trx, { effectId, amountCents }: PaidOutside): Promise<void> {
  const row = await trx
    .selectFrom('payment_effect')
    .select('amount_cents')
    .where('id', '=', effectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row && row.amount_cents !== amountCents) throw otherAmount
}

async function isSettledBy(trx: Trx, { effectId, reference }: PaidOutside): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_effect')
    .select('id')
    .where('id', '=', effectId)
    .where('settled_by', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

/** No request of it may have moved money, and no later effect has replaced it. */
const mayBeSettled = sql<boolean>`(payment_effect.kind in ('refund', 'transfer') and not payment_effect.in_doubt
  and payment_effect.reference is null and payment_effect.settled_by is null and ${isUnblocked}
  and case payment_effect.status
    when 'due' then payment_effect.last_error is not null or payment_effect.due_at = 'infinity'
    when 'refused' then not exists (
      select from payment_effect later
      where later.payment_id = payment_effect.payment_id and later.kind = payment_effect.kind
        and later.status <> 'refused' and later.carrier_id is not distinct from payment_effect.carrier_id
        and later.created_at > payment_effect.created_at)
    else false end)`

async function finish(trx: Trx, { effectId, paidThrough, reference }: PaidOutside): Promise<Effect | null> {
  const isOutside = paidThrough === 'outside'
  const row = await trx
    .updateTable('payment_effect')
    .set({
      status: 'done',
      origin: paidThrough,
      ...(!isOutside && { reference }),
      settled_by: reference,
      last_error: null,
      waits_for: null,
      settled_at: sql<Date>`now()`,
    })
    .where('id', '=', effectId)
    .where(mayBeSettled)
    .returning([
      'id',
      'kind',
      'amount_cents as amountCents',
      'carrier_id as carrierId',
      'key_number as keyNumber',
    ])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Ends the refund without a booking if its event has already booked the refund made by hand at the processor.
 *
 * @returns whether the refund was ended.
 * @throws Problem `wrong_state` when the processor's id belongs to another effect.
 */
async function replaceByProcessorRefund(
  trx: Trx,
  { effectId, reference, amountCents }: PaidOutside,
): Promise<boolean> {
  const known = await trx
    .selectFrom('payment_effect')
    .select(['payment_id', 'kind', 'amount_cents', 'origin'])
    .where('reference', '=', reference)
    .where('status', '<>', 'refused')
    .executeTakeFirst()
  if (!known) return false
  const { numUpdatedRows } = await trx
    .updateTable('payment_effect')
    .set({
      status: 'refused',
      settled_by: reference,
      last_error: `replaced by ${reference}`,
      waits_for: null,
      settled_at: sql<Date>`now()`,
    })
    .where('id', '=', effectId)
    .where('payment_id', '=', known.payment_id)
    .where('kind', '=', known.kind)
    .where('amount_cents', '=', known.amount_cents)
    .where('amount_cents', '=', amountCents)
    .where(mayBeSettled)
    .executeTakeFirst()
  if (known.origin !== 'processor' || numUpdatedRows !== 1n)
    throw new Problem('wrong_state', (t) => t.payments.referenceTaken)
  return true
}

/** The amount that is due differs from what people have paid. */
export const otherAmount = new Problem('wrong_state', (t) => t.payments.otherAmount)

/** The request is settled, running, waiting or in doubt. */
export const maySucceed = new Problem('wrong_state', (t) => t.payments.maySucceed)
