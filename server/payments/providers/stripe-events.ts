/** An event of these kinds names a dispute or a fraud warning to look at. */
export const disputeEvents: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
]

/** A refund carries its own id and that of its payment. */
export const refundEvents: readonly string[] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
]

/** A charge carries the id of its payment. */
export const chargeRefunded = 'charge.refunded'

/** Sent to an endpoint for connected accounts; only carriers' payouts need it. */
export const accountUpdated = 'account.updated'

/** Every other object carries its own id. */
export const otherEvents: readonly string[] = [
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'checkout.session.completed',
  'checkout.session.expired',
  accountUpdated,
]

/** Every kind that Dray does something about. */
export const handledEvents: readonly string[] = [
  ...otherEvents,
  chargeRefunded,
  ...refundEvents,
  ...disputeEvents,
]
