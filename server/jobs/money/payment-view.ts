import type { PaymentState } from '#contract/vocabulary.ts'

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
  inProgress: boolean
  /** The carrier's transfer is confirmed. */
  paidOut: boolean
  /** When it was; null if an earlier refund took the whole share. */
  paidOutAt: Date | null
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
  inProgress: false,
  paidOut: false,
  paidOutAt: null,
}
