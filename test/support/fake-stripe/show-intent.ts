import { cardOf } from './cards.ts'
import { expands, type Form } from './form.ts'
import type { Intent, State } from './state.ts'

export const showCharge = (state: State, intent: Intent) => ({
  id: intent.chargeId,
  object: 'charge',
  amount: intent.amountCents,
  amount_captured: intent.capturedCents,
  amount_refunded: intent.refundedCents,
  application_fee_amount: null,
  balance_transaction: intent.status === 'succeeded' ? `txn_${intent.chargeId}` : null,
  billing_details: { address: null, email: null, name: null, phone: null },
  captured: intent.status === 'succeeded',
  created: intent.created,
  currency: 'eur',
  customer: intent.customer,
  disputed: false,
  failure_code: null,
  livemode: state.settings.isLive,
  metadata: intent.metadata,
  outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
  paid: true,
  payment_intent: intent.id,
  payment_method: intent.method,
  refunded: intent.capturedCents > 0 && intent.refundedCents === intent.capturedCents,
  source_transfer: null,
  transfer_group: null,
  payment_method_details: { type: 'card', card: cardOf(state, intent.method, intent.captureBefore) },
  status: 'succeeded',
})

/** `chargeAt` is the name by which `expand` asks for the charge. */
export const showIntent = (
  state: State,
  intent: Intent,
  form: Form = new URLSearchParams(),
  chargeAt = 'latest_charge',
) => ({
  ...constantMembers,
  id: intent.id,
  amount: intent.amountCents,
  amount_capturable: intent.status === 'requires_capture' ? intent.amountCents : 0,
  amount_received: intent.capturedCents,
  canceled_at: intent.status === 'canceled' ? intent.created : null,
  client_secret: `${intent.id}_secret_fake`,
  created: intent.created,
  customer: intent.customer,
  last_payment_error: intent.lastError,
  latest_charge: intent.chargeId && expands(form, chargeAt) ? showCharge(state, intent) : intent.chargeId,
  livemode: state.settings.isLive,
  metadata: intent.metadata,
  next_action: intent.status === 'requires_action' ? confirmationOf(state, intent) : null,
  payment_method: intent.status === 'requires_payment_method' ? null : intent.method,
  status: intent.status,
})

const confirmationOf = ({ settings }: State, { id, returnUrl }: Intent) => ({
  type: 'redirect_to_url',
  redirect_to_url: { url: `${settings.url()}/confirm/${id}`, return_url: returnUrl },
})

const constantMembers = {
  object: 'payment_intent',
  allowed_payment_method_types: ['card'],
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  capture_method: 'manual',
  confirmation_method: 'automatic',
  currency: 'eur',
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
}
