import type { Kysely, Transaction } from 'kysely'
import type { PaymentState } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'

/**
 * The money operations of a job's life. The `on…` functions are called inside the transaction of the job's change and
 * only write rows; an error rolls back that change.
 */
export type JobMoney = {
  /** The carrier reported the delivery: queues the capture of the total. */
  onDelivered: (trx: Transaction<Tables>, job: JobRow) => Promise<void>
  /**
   * A posted or accepted job was cancelled: queues the release of the hold, or the capture of the fee alone.
   *
   * @throws Problem `wrong_state` when the total is being captured.
   */
  onCancelled: (trx: Transaction<Tables>, job: JobRow, fee: { feeCents: number }) => Promise<void>
  /** Payments by job id; jobs without a payment are left out. Pass the transaction to read its own changes. */
  readPayments: (kysely: Kysely<Tables>, jobIds: readonly string[]) => Promise<Map<string, PaymentView>>
}

/** The payment of a job, as shown to customer and carrier. */
export type PaymentView = {
  state: PaymentState
  paymentId: string | null
  source: 'card' | 'wallet' | null
  lastFour: string | null
  methodId: string | null
  actionUrl: string | null
  refusal: string | null
  /** Captured minus refunded. */
  chargedCents: number | null
  capturedCents: number | null
  /** The oldest first, without refused refunds. */
  refunds: RefundView[]
  /** An authorisation is in progress, so cancelling has to wait for its outcome. */
  underWay: boolean
  /** The carrier's transfer is confirmed. */
  paidOut: boolean
}

/** `at` is when the refund was done; until then, when it was requested. */
export type RefundView = { amountCents: number; at: Date; isDone: boolean }

export const noPayment: PaymentView = {
  state: 'none',
  paymentId: null,
  source: null,
  lastFour: null,
  methodId: null,
  actionUrl: null,
  refusal: null,
  chargedCents: null,
  capturedCents: null,
  refunds: [],
  underWay: false,
  paidOut: false,
}
