import { type Kysely, sql, type Transaction } from 'kysely'
import type { EffectKind, PaymentStatus, Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { type Payment, paymentColumns } from './store.ts'

type Db = Kysely<Tables>

export type Effect = {
  id: string
  kind: EffectKind
  amountCents: number
  carrierId: string | null
  /** How many idempotency keys of this effect the processor has refused for good. */
  keyNumber: number
}

export type NewEffect = {
  paymentId: string
  kind: EffectKind
  /** For a capture: at most the held amount, the rest is released. A void ignores it. */
  amountCents: number
  /** For a transfer: the carrier who is paid. */
  carrierId?: string | null
  /** For a transfer: the top-up whose charge funds it. */
  sourcePaymentId?: string | null
}

/**
 * Inserts an effect (one call to the processor), due at once, in the caller's transaction. `runEffect` makes the call
 * after the commit; if it does not, the background task does. A capture moves the payment from `held` to `capturing`;
 * a void moves it from any state without captured money to `releasing`. A caller that also locks the job must lock it
 * first.
 *
 * @returns the effect's id, from which the processor's idempotency key is made (`keyOf`).
 * @throws Error when the payment's state does not allow it: callers check that with a guarded statement before.
 */
export async function queueEffect(trx: Transaction<Tables>, effect: NewEffect): Promise<string> {
  await prepare(trx, effect)
  return insertEffect(trx, effect)
}

/** Inserts the effect alone, for callers that change the payment themselves. */
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
      source_payment_id: effect.sourcePaymentId ?? null,
    })
    .execute()
  return id
}

/** Corrects the effect's amount: a capture by hand at the processor may have taken another amount. */
export async function changeAmount(trx: Transaction<Tables>, id: string, amountCents: number): Promise<void> {
  await trx.updateTable('payment_effect').set({ amount_cents: amountCents }).where('id', '=', id).execute()
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

/**
 * Length of the lease of one attempt: above the 20 s timeout of a call, well below the 60 s in which work must
 * resume.
 */
const leaseSeconds = 30

/**
 * The right to make one call. A later claim of the same effect gets another `claimId`; writes with an old `claimId`
 * then change nothing.
 */
export type EffectClaim = Effect & {
  claimId: string
  attempts: number
  inDoubt: boolean
  ageSeconds: number
  createdAt: Date
  /** Seconds since the first attempt with the present key. */
  keyAgeSeconds: number
  /** For a refund in progress: the processor's id of it. */
  reference: string | null
  payment: Payment
  /** True when the time to confirm is over. */
  abandoned: boolean
  payerReference: string | null
  methodReference: string | null
  /** The payout account of a transfer; null until the carrier has set it up. */
  payoutReference: string | null
  /** For a transfer of wallet money: the authorisation of the top-up that funds it. */
  sourceReference: string | null
}

/** The idempotency key of the next call. A definite refusal uses up a key; after an unknown outcome the key stays. */
export const keyOf = ({ id, keyNumber }: Pick<Effect, 'id' | 'keyNumber'>): string =>
  keyNumber === 0 ? id : `${id}.${keyNumber}`

/**
 * Claims an effect that is due. Null when it is not due, is settled, or another worker holds the lease. A claim of an
 * expired lease marks the effect `inDoubt`: the answer to the earlier call may be lost.
 */
export async function claimEffect(db: Db, id: string): Promise<EffectClaim | null> {
  const claimed = await db
    .updateTable('payment_effect')
    .set({
      status: 'running',
      claim_id: newId(),
      attempts: sql`attempts + 1`,
      in_doubt: sql<boolean>`in_doubt or status = 'running'`,
      key_since: sql<Date>`coalesce(key_since, now())`,
      has_news: false,
      due_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['due', 'running'])
    .where('due_at', '<=', sql<Date>`now()`)
    .returning(['id', 'kind', 'attempts', 'reference', 'payment_id', 'source_payment_id'])
    .returning([
      'amount_cents as amountCents',
      'carrier_id as carrierId',
      'in_doubt as inDoubt',
      'key_number as keyNumber',
      'created_at as createdAt',
      sql<number>`extract(epoch from now() - key_since)::float8`.as('keyAgeSeconds'),
      sql<string>`claim_id`.as('claimId'),
      sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds'),
    ])
    .executeTakeFirst()
  if (!claimed) return null
  const { payment_id: paymentId, source_payment_id: sourceId, ...effect } = claimed
  return { ...effect, ...(await loadContext(db, { paymentId, sourceId, carrierId: effect.carrierId })) }
}

type ContextKey = { paymentId: string; sourceId: string | null; carrierId: string | null }

/** Reads the payment and the references that a call needs besides the effect. */
async function loadContext(db: Db, { paymentId, sourceId, carrierId }: ContextKey) {
  const { payerReference, methodReference, payoutReference, sourceReference, abandoned, ...payment } =
    await db
      .selectFrom('payment')
      .leftJoin('payment as source', (join) => join.on('source.id', '=', sourceId))
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
        'source.reference as sourceReference',
        sql<boolean>`coalesce(payment.abandon_at <= now(), false)`.as('abandoned'),
      ])
      .where('payment.id', '=', paymentId)
      .executeTakeFirstOrThrow()
  return { payment, payerReference, methodReference, payoutReference, sourceReference, abandoned }
}

type ClaimKey = Pick<EffectClaim, 'id' | 'claimId'>

/** @returns false when another worker has claimed the effect since, or it is settled. */
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
      waits_for: null,
      settled_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Later = {
  inSeconds: number
  inDoubt: boolean
  error: string | null
  /** The processor has refused the present key for good: the next call needs a new key. */
  newKey?: boolean
  /** Set when the effect waits for the processor and nothing has failed. */
  waitsFor?: 'balance' | 'refund'
  /** The processor's id of a refund in progress; null after that refund has failed. */
  reference?: string | null
}

/** @returns false when another worker has claimed the effect since, or it is settled. */
export async function postponeEffect(
  db: Db,
  { id, claimId }: ClaimKey,
  { inSeconds, inDoubt, error, newKey = false, waitsFor, reference }: Later,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_effect')
    .set({
      status: 'due',
      // An event that arrived during the call may have brought what the call was missing, so retry at once.
      due_at: sql<Date>`case when has_news then now() else now() + make_interval(secs => ${inSeconds}) end`,
      in_doubt: inDoubt,
      last_error: error,
      waits_for: waitsFor ?? null,
      ...(newKey && { key_number: sql`key_number + 1`, key_since: null }),
      ...(reference !== undefined && { reference }),
    })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The carrier is not paid while the money of the job is blocked (`jobs/money/blocks.ts`). */
const isUnblocked = sql<boolean>`(payment_effect.kind <> 'transfer' or not exists (
  select from payment p join money_block b on b.job_id = p.job_id
  where p.id = payment_effect.payment_id and b.lifted_at is null))`

/**
 * Ids of the effects to run now, of all payments or of one: those that are due and those whose lease has expired, the
 * longest due first. Leaves out transfers of blocked jobs.
 */
export async function dueEffects(db: Db, limit: number, paymentId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_effect')
    .select('id')
    .where('status', 'in', ['due', 'running'])
    .where('due_at', '<=', sql<Date>`now()`)
    .where(isUnblocked)
    .$if(paymentId !== undefined, (query) => query.where('payment_id', '=', paymentId ?? ''))
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Makes a waiting effect due now. Returns its id, or null when no such effect waits. */
export async function makeDueNow(
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

/** Whether an effect of this kind is not settled yet. */
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
