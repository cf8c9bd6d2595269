import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { PaymentPurpose, PaymentStatus, Tables } from '../db/tables.ts'
import type { Refusal } from './processor.ts'

/** One attempt to have money, as it stands. */
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

/** The columns of `payment`, as `Payment` names them; for queries that join it. */
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

export type NewPayment = {
  /** The client's own, so that a repeated tap joins it. */
  id: string
  purpose: PaymentPurpose
  accountId: string
  jobId: string | null
  source: 'card' | 'wallet'
  /** Of a card; null for the wallet. */
  methodId: string | null
  /** `Processors.of(mode).name`. Also for the wallet: from there its money is paid out to carriers. */
  processor: string
  mode: KeyMode
  amountCents: number
  /** Where a confirmation comes back to, whole; null when no customer is present. */
  returnUrl: string | null
}

/**
 * Writes an attempt, `authorizing`; its effect `authorize` is queued beside it (`queueEffect`).
 *
 * @returns false when the id is taken: the caller joins that payment, if it is the same account's.
 * @throws the database's unique violation on `payment_trying` when another attempt for the job is under way.
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
 * The payment, held against others until the transaction ends. Its job first: whoever changes both takes them in that
 * order, or two of them could wait for each other.
 */
export async function lockPayment(trx: Transaction<Tables>, id: string): Promise<Payment | null> {
  await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', trx.selectFrom('payment').select('job_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute()
  const row = await trx
    .selectFrom('payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export type PaymentChange = {
  status?: PaymentStatus
  reference?: string
  refusal?: Refusal
  capturedCents?: number
  refundedCents?: number
  /** Set together while a confirmation is awaited; any other change of status clears them. */
  action?: { url: string; abandonAfterSeconds: number }
  held?: { expiresAt: Date | null }
}

/** Only on a payment that `lockPayment` holds. */
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
