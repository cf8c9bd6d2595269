import { found, nowSeconds, type State } from './state.ts'

export function showDispute({ disputes, intents, settings }: State, id: string) {
  const { intentId, status, movements, created } = found(disputes, id)
  const intent = found(intents, intentId)
  return {
    id,
    object: 'dispute',
    amount: intent.capturedCents,
    balance_transactions: movements.map(({ amount, fee }, index) => ({
      id: `txn_${id}_${index}`,
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: 'eur',
      type: 'adjustment',
    })),
    charge: intent.chargeId,
    created,
    currency: 'eur',
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: created + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: settings.isLive,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status,
  }
}

export function showWarning({ warnings, intents, settings }: State, id: string) {
  const { intentId, actionable } = found(warnings, id)
  return {
    id,
    object: 'radar.early_fraud_warning',
    actionable,
    charge: found(intents, intentId).chargeId,
    created: nowSeconds(),
    fraud_type: 'made_with_stolen_card',
    livemode: settings.isLive,
    payment_intent: intentId,
  }
}
