/** Events that carry the id of a dispute or a fraud warning to read. */
export const disputeEvents: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
]

/** Refund events: the object carries its own id and the id of its payment. */
export const refundEvents: readonly string[] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
]

/** The object is a charge, which carries the id of its payment. */
export const chargeRefunded = 'charge.refunded'

/** Sent to an endpoint for connected accounts; needed only for payouts to carriers. */
export const accountUpdated = 'account.updated'

/** All other events: the object carries its own id. */
const otherEvents: readonly string[] = [
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'checkout.session.completed',
  'checkout.session.expired',
  accountUpdated,
]

/** Every event kind that Dray handles. */
export const handledEvents: readonly string[] = [
  ...otherEvents,
  chargeRefunded,
  ...refundEvents,
  ...disputeEvents,
]
