import type { VendorApi, VendorOperation } from './describe.ts'

/** Parameters are named for the resource and the method, such as `RefundCreateParams`. */
const call = (source: string, method: string, { params = '', answer = '' } = {}): VendorOperation => {
  const resource = source.split('/').at(-1)?.replace(/s$/, '') ?? ''
  const verb = `${method[0]?.toUpperCase()}${method.slice(1)}`
  return {
    source: `resources/${source}`,
    method,
    params: params || `${resource}${verb}Params`,
    answer: answer || resource,
  }
}

/** What Dray calls at Stripe (`server/payments/providers/stripe`). */
export const stripeApi: VendorApi = {
  title: 'Stripe',
  folder: 'esm',
  media: 'application/x-www-form-urlencoded',
  callOf(body) {
    const [, method, path] = /_makeRequest\('(\w+)', ['`]([^'`]+)['`]/.exec(body) ?? []
    return method && path
      ? { method, path: path.replace(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}') }
      : null
  },
  operations: [
    call('PaymentIntents', 'create'),
    call('PaymentIntents', 'list'),
    call('PaymentIntents', 'retrieve'),
    call('PaymentIntents', 'capture'),
    call('PaymentIntents', 'cancel'),
    call('Refunds', 'create'),
    call('Refunds', 'list'),
    call('Refunds', 'retrieve'),
    call('Disputes', 'retrieve'),
    call('Radar/EarlyFraudWarnings', 'retrieve', { params: 'Radar.EarlyFraudWarningRetrieveParams' }),
    call('Transfers', 'create'),
    call('Transfers', 'list'),
    call('Customers', 'create'),
    call('Checkout/Sessions', 'create', { params: 'Checkout.SessionCreateParams' }),
    call('Checkout/Sessions', 'retrieve', { params: 'Checkout.SessionRetrieveParams' }),
    call('SetupIntents', 'create'),
    call('SetupIntents', 'retrieve'),
    call('SetupIntents', 'cancel'),
    call('PaymentMethods', 'retrieve'),
    call('PaymentMethods', 'detach'),
    call('Accounts', 'create'),
    call('Accounts', 'retrieve'),
    call('Accounts', 'createLoginLink', { answer: 'LoginLink' }),
    call('AccountLinks', 'create'),
    call('Balance', 'retrieve'),
    call('WebhookEndpoints', 'list'),
  ],
  posted: [{ source: 'resources/Charges', type: 'Charge' }],
  whole: [
    'PaymentIntent.last_payment_error',
    'PaymentIntent.latest_charge',
    'PaymentIntent.next_action',
    'PaymentIntent.NextAction.redirect_to_url',
    'PaymentIntentListParams.created',
    'Charge.billing_details',
    'Charge.outcome',
    'Charge.payment_method_details',
    'Charge.PaymentMethodDetails.card',
    'Refund.destination_details',
    'Refund.DestinationDetails.card',
    'RefundListParams.created',
    'Dispute.balance_transactions',
    'Dispute.evidence_details',
    'TransferListParams.created',
    'Transfer.reversals',
    'Session.setup_intent',
    'SetupIntent.payment_method',
    'PaymentMethod.card',
    'Account.capabilities',
    'AccountCreateParams.controller',
    'AccountCreateParams.Controller.stripe_dashboard',
    'AccountCreateParams.Controller.fees',
    'AccountCreateParams.Controller.losses',
    'AccountCreateParams.capabilities',
    'AccountCreateParams.Capabilities.transfers',
    'Balance.available',
    'Balance.Available.source_types',
    'Balance.pending',
  ],
}
