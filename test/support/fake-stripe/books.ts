import type { Metadata } from './form.ts'
import { isEffective } from './refunds.ts'
import {
  type Capture,
  type IntentStatus,
  type Refund,
  type State,
  type Transfer,
  totalCents,
} from './state.ts'

/** A snapshot of the state, for assertions. */
export type StripeBooks = {
  intents: {
    id: string
    status: IntentStatus
    amountCents: number
    capturedCents: number
    metadata: Metadata
  }[]
  captures: Capture[]
  cancels: State['cancels']
  /** Without failed and canceled refunds. */
  refunds: Refund[]
  transfers: Transfer[]
  /** Number of saved cards that can still be charged. */
  attachedCards: number
  /** Sum of current holds. */
  heldCents: number
  capturedCents: number
  refundedCents: number
  transferredCents: number
}

export function booksOf({ captures, cancels, refunds, transfers, ...state }: State): StripeBooks {
  const intents = [...state.intents.values()]
  const effective = refunds.filter(({ status }) => isEffective(status))
  return structuredClone({
    intents: intents.map(({ id, status, amountCents, capturedCents, metadata }) => ({
      id,
      status,
      amountCents,
      capturedCents,
      metadata,
    })),
    captures,
    cancels,
    refunds: effective,
    transfers,
    attachedCards: [...state.methods.values()].filter(({ customer }) => customer !== null).length,
    heldCents: totalCents(intents.filter(({ status }) => status === 'requires_capture')),
    capturedCents: totalCents(captures),
    refundedCents: totalCents(effective),
    transferredCents: totalCents(transfers),
  })
}
