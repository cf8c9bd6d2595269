import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { dueIds, hasDueRows, isUnfinished } from '../../db/leased-rows.ts'
import type { EffectKind, PaymentStatus, Tables } from '../../db/tables.ts'
import { belongsToRealTimeSql, isInRealTimeSql, jobsOfWorld, type WorldName } from '../../db/worlds.ts'
import { newId } from '../../lib/ids.ts'

type Db = Kysely<Tables>

export type Effect = {
  id: string
  kind: EffectKind
  amountCents: number
  carrierId: string | null
  /** How many idempotency keys of this effect the processor has finally refused. */
  keyNumber: number
}

export type NewEffect = {
  /** Given by a caller whose request names the effect, and who has checked that none has this id. */
  id?: string | undefined
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
 * Inserts an effect (one request to the processor), due immediately, in the caller's transaction. `runEffect` sends the
 * request after the commit; the background task is the fallback. A capture moves the payment from `held` to
 * `capturing`; a void moves it from any state without captured money to `releasing`. A caller that also locks the job
 * must lock it first.
 *
 * @returns the effect's id, the base of the processor's idempotency key (`keyOf`).
 * @throws Error when the payment's state does not allow it: callers check that with a guarded statement before.
 */
export async function queueEffect(trx: Transaction<Tables>, effect: NewEffect): Promise<string> {
  await prepare(trx, effect)
  return insertEffect(trx, effect)
}

/** Inserts the effect alone, for callers that change the payment themselves. */
export async function insertEffect(trx: Transaction<Tables>, effect: NewEffect): Promise<string> {
  const { id = newId() } = effect
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

/** `payment_effect` as a queue. A request takes at most 20 s. */
export const effectRows = { table: 'payment_effect', leaseSeconds: 30 } as const

/** The carrier is not paid while the money of the job is blocked (`jobs/money/blocks.ts`). */
export const isUnblocked = sql<boolean>`(payment_effect.kind <> 'transfer' or not exists (
  select from payment p join money_block b on b.job_id = p.job_id
  where p.id = payment_effect.payment_id and b.lifted_at is null))`

/** The effects to run: all, or those of one payment, of one world of the sandbox, or of no world. */
export type EffectsOf = { paymentId: string } | WorldName | 'real time' | null

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
  // A draft of the sandbox that expired leaves its payments without a job, and so in real time.
  if (of === 'real time')
    return sql<boolean>`not exists (select from payment join job on job.id = payment.job_id
      where payment.id = payment_effect.payment_id and not ${sql.raw(isInRealTimeSql)})`
  if ('paymentId' in of) return sql<boolean>`payment_id = ${of.paymentId}`
  return sql<boolean>`payment_id in (
    select payment.id from payment join job on job.id = payment.job_id where ${jobsOfWorld(of)})`
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
 * Whether a worker waits for the processor's response to an authorisation of this payment. A crashed request counts
 * until its lease ends.
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

/**
 * Makes all waiting effects of this payment due, so the next run settles them. Leaves out parked transfers (`due_at` is
 * infinity), because an event of a payment does not affect the payout account or the block they wait for.
 */
export const makePaymentDueNow = (db: Db, reference: string): Promise<void> =>
  makeDue(
    db,
    sql<boolean>`due_at < 'infinity' and payment_id in (select id from payment where reference = ${reference})`,
  )

/** Makes every unsettled transfer to this payout account due, including refused transfers that wait for a retry. */
export const makeTransfersDueNow = (
  db: Db,
  { carrierId, processor }: { carrierId: string; processor: string },
): Promise<void> =>
  makeDue(
    db,
    sql<boolean>`kind = 'transfer' and carrier_id = ${carrierId}
      and payment_id in (select id from payment where processor = ${processor})`,
  )

export const makeEffectDueNow = (db: Db, effectId: string): Promise<void> =>
  makeDue(db, sql<boolean>`id = ${effectId}`)

/**
 * A running effect is only marked: its response may be older than the event, so it becomes due again afterwards. The
 * rows are locked by id (`db/lock-order.ts`).
 */
async function makeDue(db: Db, which: Expression<SqlBool>): Promise<void> {
  await sql`
    update payment_effect set due_at = case status when 'due' then least(due_at, now()) else due_at end,
      has_news = has_news or status = 'running'
    where id = any(array(
      select id from payment_effect where ${isUnfinished('status')} and ${which} order by id for update))`.execute(
    db,
  )
}

export type EffectDepth = { kind: EffectKind; waiting: number; oldestSeconds: number }

/**
 * Number and age of unsettled effects; kinds without any have no row. Leaves out effects that wait for a customer to
 * confirm, for a carrier's payout account, for the processor's balance, for a refund's bank, or for a call that moves
 * their world of the sandbox: they need no alarm (`payment list --stuck`).
 */
export async function readEffectDepths(kysely: Kysely<Tables>): Promise<EffectDepth[]> {
  return kysely
    .selectFrom('payment_effect')
    .innerJoin('payment', 'payment.id', 'payment_effect.payment_id')
    .where(isUnfinished('payment_effect.status'))
    .where('payment.status', '<>', 'action_required')
    .where('payment_effect.due_at', '<', sql<Date>`'infinity'`)
    .where('payment_effect.waits_for', 'is', null)
    .where(sql<boolean>`${sql.raw(belongsToRealTimeSql('payment.job_id'))}`)
    .groupBy('kind')
    .select([
      'kind',
      sql<number>`count(*)`.as('waiting'),
      sql<number>`extract(epoch from now() - min(payment_effect.created_at))::float8`.as('oldestSeconds'),
    ])
    .execute()
}
