import { type Call, centsOf, listPage, metadataOf, needed, only } from './form.ts'
import { invalid } from './refusal.ts'
import { found, type Intent, newId, nowSeconds, type Refund, type RefundStatus, type State } from './state.ts'

/** The refund reduces the captured amount. */
export const isEffective = (status: RefundStatus): boolean => status !== 'failed' && status !== 'canceled'

export function showRefund(state: State, refund: Refund) {
  const intent = found(state.intents, refund.intentId)
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: refund.status === 'succeeded' ? `txn_${refund.id}` : null,
    charge: intent.chargeId,
    created: refund.created,
    currency: 'eur',
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    pending_reason: refund.status === 'pending' ? 'processing' : undefined,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
    ...(refund.status === 'failed' && {
      failure_balance_transaction: `txn_failed_${refund.id}`,
      failure_reason: 'lost_or_stolen_card',
    }),
  }
}

export function refund(state: State, { form, key }: Call, status: RefundStatus = 'succeeded') {
  only(form, ['payment_intent', 'amount'])
  return makeRefund(state, found(state.intents, needed(form, 'payment_intent')), {
    amountCents: centsOf(form, 'amount'),
    key,
    metadata: metadataOf(form),
    status,
  })
}

type NewRefund = Omit<Refund, 'id' | 'intentId' | 'created'>

export function makeRefund(state: State, intent: Intent, input: NewRefund) {
  const leftCents = intent.capturedCents - intent.refundedCents
  if (leftCents === 0) throw invalid('charge_already_refunded')
  if (input.amountCents > leftCents) throw invalid('amount_too_large')
  if (isEffective(input.status)) intent.refundedCents += input.amountCents
  const entry = { id: newId('re'), intentId: intent.id, created: nowSeconds(), ...input }
  state.refunds.push(entry)
  return showRefund(state, entry)
}

export function refundOf({ refunds }: State, id: string): Refund {
  const entry = refunds.find((each) => each.id === id)
  if (!entry) throw invalid('resource_missing', { status: 404 })
  return entry
}

export const listRefunds = (state: State, { form }: Call) =>
  listPage(
    state.refunds.filter(({ intentId }) => intentId === (form.get('payment_intent') ?? intentId)),
    form,
    (entry) => showRefund(state, entry),
  )
