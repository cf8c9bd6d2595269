import { type Kysely, sql, type Transaction } from 'kysely'
import type { EffectKind, PaymentStatus, Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { type Payment, paymentColumns } from './store.ts'

type Db = Kysely<Tables>

export type Effect = { id: string; kind: EffectKind; amountCents: number; carrierId: string | null }

export type NewEffect = {
  paymentId: string
  kind: EffectKind
  /** Of a capture: at most what is held, the rest is released. Of a void it says nothing. */
  amountCents: number
  /** Of a transfer: who receives it. */
  carrierId?: string | null
}

/**
 * Writes a call to a processor, due at once, into the caller's transaction; `runEffect` makes it after the commit, or the
 * task does. Moves the payment with it: a capture from `held` to `capturing`, a void from any state without captured
 * money to `releasing`. A caller that locks the job too does so before this.
 *
 * @returns the effect's id, which is the processor's idempotency key.
 * @throws Error when the payment is not in a state for it: callers judge by a guarded statement of their own before.
 */
export async function queueEffect(trx: Transaction<Tables>, effect: NewEffect): Promise<string> {
  await prepare(trx, effect)
  return insertEffect(trx, effect)
}

/** The call alone, where the payment is changed by other means. */
export async function insertEffect(trx: Transaction<Tables>, effect: NewEffect): Promise<string> {
  const id = newId()
  await trx
    .insertInto('payment_effect')
    .values({
      id,
      payment_id: effect.paymentId,
      kind: effect.kind,
      amount_cents: effect.amountCents,
      carrier_id: effect.carrierId ?? null,
    })
    .execute()
  return id
}

const from: Partial<Record<EffectKind, { status: PaymentStatus; in: PaymentStatus[] }>> = {
  capture: { status: 'capturing', in: ['held', 'capturing'] },
  void: { status: 'releasing', in: ['authorizing', 'action_required', 'held', 'releasing'] },
}

async function prepare(trx: Transaction<Tables>, { paymentId, kind }: NewEffect): Promise<void> {
  const step = from[kind]
  if (!step) return
  const { numUpdatedRows } = await trx
    .updateTable('payment')
    .set({ status: step.status, action_url: null, abandon_at: null, updated_at: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .where('status', 'in', step.in)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`the payment is in no state for a ${kind}`)
}

/** How long a try owns its row: over the 20 s a call may take, well under the 60 s in which work must resume. */
const leaseSeconds = 30

/** The right to make one call: whoever claims it later gets another `claimId`, and this one's writes then change nothing. */
export type EffectClaim = Effect & {
  claimId: string
  attempts: number
  inDoubt: boolean
  ageSeconds: number
  payment: Payment
  /** True once nobody is expected to confirm any more. */
  abandoned: boolean
  payerReference: string | null
  methodReference: string | null
  /** Where a transfer goes; null while the carrier has not said. */
  payoutReference: string | null
}

/** Takes an effect that is due, or returns null: not due, settled, or another worker's. A lease that ran out is a lost answer. */
export async function claimEffect(db: Db, id: string): Promise<EffectClaim | null> {
  const claimed = await db
    .updateTable('payment_effect')
    .set({
      status: 'running',
      claim_id: newId(),
      attempts: sql`attempts + 1`,
      in_doubt: sql<boolean>`in_doubt or status = 'running'`,
      due_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['due', 'running'])
    .where('due_at', '<=', sql<Date>`now()`)
    .returning(['id', 'kind', 'attempts', 'payment_id'])
    .returning([
      'amount_cents as amountCents',
      'carrier_id as carrierId',
      'in_doubt as inDoubt',
      sql<string>`claim_id`.as('claimId'),
      sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds'),
    ])
    .executeTakeFirst()
  if (!claimed) return null
  const { payment_id, ...effect } = claimed
  return { ...effect, ...(await surroundings(db, payment_id, effect.carrierId)) }
}

/** Everything a call needs to know beside its effect. */
async function surroundings(db: Db, paymentId: string, carrierId: string | null) {
  const { payerReference, methodReference, payoutReference, abandoned, ...payment } = await db
    .selectFrom('payment')
    .leftJoin('payment_method', 'payment_method.id', 'payment.method_id')
    .leftJoin('payer', (join) =>
      join
        .onRef('payer.account_id', '=', 'payment.account_id')
        .onRef('payer.processor', '=', 'payment.processor'),
    )
    .leftJoin('payout_account', (join) =>
      join
        .on('payout_account.carrier_id', '=', carrierId)
        .onRef('payout_account.processor', '=', 'payment.processor')
        .on('payout_account.ready', '=', true),
    )
    .select(paymentColumns)
    .select([
      'payer.reference as payerReference',
      'payment_method.reference as methodReference',
      'payout_account.reference as payoutReference',
      sql<boolean>`coalesce(payment.abandon_at <= now(), false)`.as('abandoned'),
    ])
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { payment, payerReference, methodReference, payoutReference, abandoned }
}

type ClaimKey = Pick<EffectClaim, 'id' | 'claimId'>

/** @returns false when the claim had passed to another, or the effect is settled. */
export async function finishEffect(
  trx: Transaction<Tables>,
  { id, claimId }: ClaimKey,
  end: { status: 'done' | 'refused'; reference: string | null; error: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_effect')
    .set({
      status: end.status,
      reference: end.reference,
      last_error: end.error,
      in_doubt: false,
      settled_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Later = { inSeconds: number; inDoubt: boolean; error: string | null }

/** @returns false when the claim had passed to another, or the effect is settled. */
export async function postponeEffect(
  db: Db,
  { id, claimId }: ClaimKey,
  { inSeconds, inDoubt, error }: Later,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_effect')
    .set({
      status: 'due',
      due_at: sql<Date>`now() + make_interval(secs => ${inSeconds})`,
      in_doubt: inDoubt,
      last_error: error,
    })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The ids of effects to try now, of all payments or one: waiting ones, and those whose worker died; longest due first. */
export async function dueEffects(db: Db, limit: number, paymentId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_effect')
    .select('id')
    .where('status', 'in', ['due', 'running'])
    .where('due_at', '<=', sql<Date>`now()`)
    .$if(paymentId !== undefined, (query) => query.where('payment_id', '=', paymentId ?? ''))
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Lets an effect that waits be tried now. */
export async function hasten(
  db: Db,
  { paymentId, kind }: { paymentId: string; kind: EffectKind },
): Promise<string | null> {
  const row = await db
    .updateTable('payment_effect')
    .set({ due_at: sql<Date>`least(due_at, now())` })
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .where('status', '=', 'due')
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether a call of this kind is still to be answered. */
export async function isUnsettled(
  db: Db,
  { paymentId, kind }: { paymentId: string; kind: EffectKind },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_effect')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .where('status', 'in', ['due', 'running'])
    .executeTakeFirst()
  return row !== undefined
}
