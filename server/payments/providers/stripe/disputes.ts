import type { Stripe } from 'stripe'
import type { Dispute, Processor } from '../../processor.ts'
import type { StripeClient } from './client.ts'

/** Disputes, and Radar's early fraud warnings, which card networks send before a dispute. */
export const stripeDisputes = ({ ask }: StripeClient): Pick<Processor, 'readDispute'> => ({
  readDispute: (reference) =>
    reference.startsWith(warningPrefix)
      ? ask(async (stripe) => warningOf(await stripe.radar.earlyFraudWarnings.retrieve(reference)))
      : ask(async (stripe) => disputeOf(await stripe.disputes.retrieve(reference))),
})

const warningPrefix = 'issfr_'

function disputeOf(dispute: Stripe.Dispute): Dispute {
  const { id, status, reason, amount, balance_transactions: movements, evidence_details: evidence } = dispute
  const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
  return {
    reference: id,
    kind: 'dispute',
    authorization: idOf(dispute.payment_intent),
    status,
    reason,
    amountCents: amount,
    withdrawnCents: -sum(movements.map((each) => each.amount)),
    feeCents: sum(movements.map((each) => each.fee)),
    movements: movements.length,
    respondBy: evidence.due_by ? new Date(evidence.due_by * 1_000) : null,
    isClosed: closed.has(status),
    isHarmless: closed.has(status) && status !== 'lost',
  }
}

const closed = new Set<string>(['won', 'lost', 'warning_closed', 'prevented'])

/**
 * A warning comes before a dispute: no money is taken yet, and a refund now may avoid the dispute. It is closed when
 * it is no longer actionable.
 */
const warningOf = (warning: Stripe.Radar.EarlyFraudWarning): Dispute => ({
  reference: warning.id,
  kind: 'fraud_warning',
  authorization: idOf(warning.payment_intent ?? null),
  status: warning.actionable ? 'actionable' : 'not_actionable',
  reason: warning.fraud_type,
  amountCents: 0,
  withdrawnCents: 0,
  feeCents: 0,
  movements: 0,
  respondBy: null,
  isClosed: !warning.actionable,
  isHarmless: false,
})

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
