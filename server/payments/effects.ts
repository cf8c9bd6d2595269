import { type Kysely, sql, type Transaction } from 'kysely'
import {
  afterSeconds,
  claimRow,
  dueIds,
  finishRow,
  hasDueRows,
  isUnfinished,
  releaseRow,
} from '../db/leased-rows.ts'
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

/** `payment_effect` as a queue. A call takes at most 20 s. */
export const effectRows = { table: 'payment_effect', leaseSeconds: 30 } as const

/** A claimed effect, with what its call needs. */
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
 * Claims an effect that is due. Null when it is not due, is settled, or is leased to another worker. If the lease of an
 * earlier call has ended, the effect is `inDoubt`: the answer to that call may be lost.
 */
export async function claimEffect(db: Db, id: string): Promise<EffectClaim | null> {
  const effect = await claimRow(db, effectRows, id, {
    in_doubt: sql`in_doubt or status = 'running'`,
    key_since: sql`coalesce(key_since, now())`,
    has_news: false,
  })
  if (!effect) return null
  const { payment_id: paymentId, source_payment_id: sourceId, carrier_id: carrierId, created_at } = effect
  return {
    ...{ id, claimId: effect.claimId, kind: effect.kind, attempts: effect.attempts, carrierId },
    ...{ amountCents: effect.amount_cents, reference: effect.reference, inDoubt: effect.in_doubt },
    ...{ keyNumber: effect.key_number, createdAt: created_at },
    keyAgeSeconds: secondsSince(effect.key_since ?? effect.now, effect.now),
    ageSeconds: secondsSince(created_at, effect.now),
    ...(await loadContext(db, { paymentId, sourceId, carrierId })),
  }
}

const secondsSince = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / 1_000

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

/** @returns false when the claim is lost. */
export function finishEffect(
  trx: Transaction<Tables>,
  claim: ClaimKey,
  end: { status: 'done' | 'refused'; reference: string | null; error: string | null },
): Promise<boolean> {
  return finishRow(trx, effectRows, claim, {
    status: end.status,
    reference: end.reference,
    last_error: end.error,
    in_doubt: false,
    waits_for: null,
    settled_at: sql`now()`,
  })
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

/** @returns false when the claim is lost. */
export function postponeEffect(
  db: Db,
  claim: ClaimKey,
  { inSeconds, inDoubt, error, newKey = false, waitsFor, reference }: Later,
): Promise<boolean> {
  return releaseRow(db, effectRows, claim, {
    // An event that arrived during the call may have brought what the call was missing, so retry at once.
    dueAt: sql`case when has_news then now() else ${afterSeconds(inSeconds)} end`,
    in_doubt: inDoubt,
    last_error: error,
    waits_for: waitsFor ?? null,
    ...(newKey && { key_number: sql<number>`key_number + 1`, key_since: null }),
    ...(reference !== undefined && { reference }),
  })
}

/** The carrier is not paid while the money of the job is blocked (`jobs/money/blocks.ts`). */
export const isUnblocked = sql<boolean>`(payment_effect.kind <> 'transfer' or not exists (
  select from payment p join money_block b on b.job_id = p.job_id
  where p.id = payment_effect.payment_id and b.lifted_at is null))`

/** Which effects to run: all, those of one payment, or those of the jobs of one test key. */
export type EffectsOf = { paymentId: string } | { testKeyId: string } | null

/** Ids of the effects to run now. Leaves out transfers of blocked jobs. */
export function dueEffects(db: Db, limit: number, of: EffectsOf = null): Promise<string[]> {
  return dueIds(db, effectRows, { limit, where: isToRun(of) })
}

/** Whether one of these effects is to be run now. */
export const hasDueEffects = (of: EffectsOf) => hasDueRows(effectRows, isToRun(of))

/** Whether a worker waits for the processor's response to one of these effects. */
export const hasRunningEffects = (of: EffectsOf) => sql<boolean>`exists (
  select from payment_effect where status = 'running' and due_at > now() and ${belongsTo(of)})`

const isToRun = (of: EffectsOf) => sql<boolean>`${belongsTo(of)} and ${isUnblocked}`

function belongsTo(of: EffectsOf) {
  if (of === null) return sql<boolean>`true`
  if ('paymentId' in of) return sql<boolean>`payment_id = ${of.paymentId}`
  return sql<boolean>`payment_id in (
    select payment.id from payment join job on job.id = payment.job_id
    where job.key_id = ${of.testKeyId} and job.mode = 'test')`
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
    .where(isUnfinished('status'))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a worker waits for the processor's response to an authorisation of this payment. A crashed call counts until its
 * lease ends.
 */
export async function isAuthorizing(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_effect')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'authorize')
    .where('status', '=', 'running')
    .where('due_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
