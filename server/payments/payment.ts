import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import { isUnfinished } from '../db/leased-rows.ts'
import type { PaymentPurpose, PaymentStatus, Tables } from '../db/tables.ts'
import type { Refusal } from './processor.ts'

/** One attempt to charge money, with its present state. */
export type Payment = {
  id: string
  purpose: PaymentPurpose
  accountId: string
  jobId: string | null
  source: 'card' | 'wallet'
  methodId: string | null
  processor: string
  mode: KeyMode
  reference: string | null
  status: PaymentStatus
  amountCents: number
  capturedCents: number
  refundedCents: number
  actionUrl: string | null
  refusal: Refusal | null
  returnUrl: string | null
  abandonAt: Date | null
  heldAt: Date | null
  holdExpiresAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The columns of `payment` under the names of `Payment`, for queries that join it. */
export const paymentColumns = [
  'payment.id',
  'payment.purpose',
  'payment.account_id as accountId',
  'payment.job_id as jobId',
  'payment.source',
  'payment.method_id as methodId',
  'payment.processor',
  'payment.mode',
  'payment.reference',
  'payment.status',
  'payment.amount_cents as amountCents',
  'payment.captured_cents as capturedCents',
  'payment.refunded_cents as refundedCents',
  'payment.action_url as actionUrl',
  'payment.refusal',
  'payment.return_url as returnUrl',
  'payment.abandon_at as abandonAt',
  'payment.held_at as heldAt',
  'payment.hold_expires_at as holdExpiresAt',
  'payment.created_at as createdAt',
  'payment.updated_at as updatedAt',
] as const

/**
 * The job that rows of the ledger name. Those of a tip name its payment alone: the price of the job is not changed by
 * it, so it is in no sum of the job's partner (decision 72).
 */
export const bookedJob = ({ purpose, jobId }: Pick<Payment, 'purpose' | 'jobId'>): string | null =>
  purpose === 'tip' ? null : jobId

export type NewPayment = {
  /** Chosen by the client, so a repeated tap joins this payment. */
  id: string
  purpose: PaymentPurpose
  accountId: string
  jobId: string | null
  source: 'card' | 'wallet'
  /** The card; null for the wallet. */
  methodId: string | null
  /** `Processors.of(mode).name`. Set for the wallet too: the processor pays wallet money out to carriers. */
  processor: string
  mode: KeyMode
  amountCents: number
  /** Absolute URL to which the customer returns after a confirmation; null when no customer is present. */
  returnUrl: string | null
}

/**
 * Inserts a payment in status `authorizing`; the caller also queues its effect `authorize` (`queueEffect`).
 *
 * @returns false when the id exists already: the caller joins that payment if it belongs to the same account.
 * @throws the database's unique violation on `payment_trying` when another attempt for the job is in progress.
 */
export async function insertPayment(trx: Transaction<Tables>, payment: NewPayment): Promise<boolean> {
  const row = await trx
    .insertInto('payment')
    .values({
      id: payment.id,
      purpose: payment.purpose,
      account_id: payment.accountId,
      job_id: payment.jobId,
      source: payment.source,
      method_id: payment.methodId,
      processor: payment.processor,
      mode: payment.mode,
      status: 'authorizing',
      amount_cents: payment.amountCents,
      return_url: payment.returnUrl,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function readPayment(kysely: Kysely<Tables>, id: string): Promise<Payment | null> {
  const row = await kysely
    .selectFrom('payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks the payment until the transaction ends and returns it. Locks its job first: every transaction that changes
 * both takes the locks in this order, which avoids deadlocks. If the hold moves to a successor of the job while this
 * waits (decision 65), the successor is locked too.
 */
export async function lockPayment(trx: Transaction<Tables>, id: string): Promise<Payment | null> {
  for (let before: string | null | undefined; ; ) {
    const jobId = await lockJobOf(trx, id)
    const payment = await trx
      .selectFrom('payment')
      .select(paymentColumns)
      .where('id', '=', id)
      .where(sql<boolean>`payment.job_id is not distinct from ${jobId}::uuid`)
      .forUpdate()
      .executeTakeFirst()
    if (payment) return payment
    if (jobId === before) return null
    before = jobId
  }
}

async function lockJobOf(trx: Transaction<Tables>, paymentId: string): Promise<string | null> {
  const job = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', trx.selectFrom('payment').select('job_id').where('id', '=', paymentId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return job?.id ?? null
}

/**
 * Locks the jobs of a payment by id, then the payment. A top-up has the jobs whose payouts it funds. While a top-up is
 * locked, no other payout can choose it (`chooseTopUp`).
 */
export async function lockPaymentAndJobs(
  trx: Transaction<Tables>,
  id: string,
): Promise<{ payment: Payment; jobIds: string[] } | null> {
  await sql`savepoint before_locks`.execute(trx)
  for (;;) {
    const jobIds = await jobsPaidBy(trx, id)
    await sql`select from job where id = any(${jobIds}::uuid[]) order by id for no key update`.execute(trx)
    const payment = await lockPayment(trx, id)
    if (!payment) return null
    const paid = await jobsPaidBy(trx, id)
    if (paid.every((jobId) => jobIds.includes(jobId))) return { payment, jobIds: paid }
    // Another job was paid meanwhile. Locked now, it would be locked after the payment.
    await sql`rollback to savepoint before_locks`.execute(trx)
  }
}

async function jobsPaidBy(trx: Transaction<Tables>, id: string): Promise<string[]> {
  const { rows } = await sql<{ jobId: string }>`
    select job_id as "jobId" from payment where id = ${id} and job_id is not null
    union select p.job_id from payment_effect e join payment p on p.id = e.payment_id
    where e.source_payment_id = ${id} and p.job_id is not null`.execute(trx)
  return rows.map(({ jobId }) => jobId)
}

export type PaymentChange = {
  status?: PaymentStatus
  reference?: string
  refusal?: Refusal
  capturedCents?: number
  refundedCents?: number
  /** Set together while the customer has to confirm; any other change of status clears them. */
  action?: { url: string; abandonAfterSeconds: number }
  held?: { expiresAt: Date | null }
}

/** The caller must hold the lock of `lockPayment`. */
export async function changePayment(
  trx: Transaction<Tables>,
  id: string,
  { status, reference, refusal, capturedCents, refundedCents, action, held }: PaymentChange,
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({
      updated_at: sql<Date>`now()`,
      ...(status && { status, action_url: null, abandon_at: null }),
      ...(reference !== undefined && { reference }),
      ...(refusal && { refusal }),
      ...(capturedCents !== undefined && { captured_cents: capturedCents }),
      ...(refundedCents !== undefined && { refunded_cents: refundedCents }),
      ...(action && {
        action_url: action.url,
        abandon_at: sql<Date>`now() + make_interval(secs => ${action.abandonAfterSeconds})`,
      }),
      ...(held && { held_at: sql<Date>`now()`, hold_expires_at: held.expiresAt }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * The refundable rest of a captured payment: the captured amount minus the refunds done and in progress. `payment`
 * names the row in the outer query.
 */
export const refundableCents = (payment: string) => sql<number>`(
  ${sql.ref(`${payment}.captured_cents`)} - ${sql.ref(`${payment}.refunded_cents`)} - (
    select coalesce(sum(refund.amount_cents), 0)::integer from payment_effect refund
    where refund.payment_id = ${sql.ref(`${payment}.id`)} and refund.kind = 'refund'
      and ${isUnfinished('refund.status')}))`
