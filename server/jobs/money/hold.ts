import type { Kysely, Transaction } from 'kysely'
import type { PaymentState } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../move.ts'

/**
 * What the life of a job asks of its money. The acts are called inside the transaction of the act they belong to and only
 * write rows; whatever they throw undoes the act.
 */
export type JobMoney = {
  /** The carrier says it is delivered: queues the capture of the total. */
  onDelivered: (trx: Transaction<Tables>, job: JobRow) => Promise<void>
  /**
   * The job was posted or accepted and is cancelled now: queues the release of the hold, or the capture of the fee alone.
   *
   * @throws Problem `wrong_state` when the total is being captured.
   */
  onCancelled: (trx: Transaction<Tables>, job: JobRow, fee: { feeCents: number }) => Promise<void>
  /** Of the jobs that have one. A transaction is read inside itself. */
  readPayments: (kysely: Kysely<Tables>, jobIds: readonly string[]) => Promise<Map<string, PaymentView>>
}

/** Where the money of a job stands, as its two sides are told. */
export type PaymentView = {
  state: PaymentState
  paymentId: string | null
  source: 'card' | 'wallet' | null
  lastFour: string | null
  methodId: string | null
  actionUrl: string | null
  refusal: string | null
  /** What was captured, less what was given back. */
  chargedCents: number | null
  capturedCents: number | null
  /** The oldest first; a refund that the processor refused is not in it. */
  refunds: RefundView[]
  /** An attempt to hold is under way, so that cancelling has to wait for its outcome. */
  underWay: boolean
  /** The carrier's transfer is confirmed. */
  paidOut: boolean
}

/** `at` is when it was done, else when it was asked for. */
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
