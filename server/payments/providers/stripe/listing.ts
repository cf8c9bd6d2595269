import type { Stripe } from 'stripe'
import type { ListedItem, ListedPages, ProcessorListing } from '../../processor.ts'
import type { StripeClient } from './client.ts'
import { createdSince, refundOutcome } from './moves.ts'

/** Without payouts, transfers are not listed: the key may lack the permission, and Dray made no transfer. */
export const stripeListing = (client: StripeClient, { payouts }: { payouts: boolean }): ProcessorListing => ({
  holds: (since) =>
    pages(client, (stripe, page) => stripe.paymentIntents.list(page), { since, show: holdOf }),
  refunds: (since) => pages(client, (stripe, page) => stripe.refunds.list(page), { since, show: refundOf }),
  transfers: payouts
    ? (since) => pages(client, (stripe, page) => stripe.transfers.list(page), { since, show: transferOf })
    : null,
})

type Page = { limit: number; starting_after?: string; created?: { gte: number } }
type Call<T> = (stripe: Stripe, page: Page) => Promise<Stripe.ApiList<T>>

/** Reads a list page by page, the newest items first. @throws ProviderError when a page cannot be read. */
async function* pages<T extends { id: string }>(
  client: StripeClient,
  call: Call<T>,
  { since, show }: { since: Date | null; show: (item: T) => ListedItem },
): ListedPages {
  const created = since && createdSince(since)
  let after: string | undefined
  for (;;) {
    const page = { limit: 100, ...(created && { created }), ...(after && { starting_after: after }) }
    const { data, has_more: hasMore } = await client.ask((stripe) => call(stripe, page))
    yield data.map(show)
    after = data.at(-1)?.id
    if (!hasMore || !after) return
  }
}

const intentStatus: Partial<Record<Stripe.PaymentIntent.Status, ListedItem['status']>> = {
  requires_capture: 'held',
  succeeded: 'captured',
  canceled: 'ended',
  requires_payment_method: 'ended',
}

const holdOf = ({
  id,
  status,
  created,
  amount,
  amount_received,
  metadata,
}: Stripe.PaymentIntent): ListedItem => ({
  reference: id,
  paymentId: metadata.dray_payment ?? null,
  effectId: null,
  belongsTo: null,
  status: intentStatus[status] ?? 'open',
  createdAt: instantOf(created),
  amountCents: amount,
  capturedCents: amount_received,
})

const refundOf = (refund: Stripe.Refund): ListedItem => ({
  reference: refund.id,
  paymentId: null,
  effectId: refund.metadata?.dray_effect ?? null,
  belongsTo: idOf(refund.payment_intent),
  status: moveStatus[refundOutcome(refund).outcome],
  createdAt: instantOf(refund.created),
  amountCents: refund.amount,
  capturedCents: 0,
})

const moveStatus = { done: 'done', in_progress: 'open', waiting: 'open', refused: 'ended' } as const

/** The reversed part of a transfer was returned, so it is subtracted. */
const transferOf = ({
  id,
  created,
  amount,
  amount_reversed,
  metadata,
  destination,
}: Stripe.Transfer): ListedItem => ({
  reference: id,
  paymentId: null,
  effectId: metadata.dray_effect ?? null,
  belongsTo: idOf(destination),
  status: amount_reversed < amount ? 'done' : 'ended',
  createdAt: instantOf(created),
  amountCents: amount - amount_reversed,
  capturedCents: 0,
})

/** Stripe counts seconds. */
const instantOf = (seconds: number): Date => new Date(seconds * 1_000)

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
