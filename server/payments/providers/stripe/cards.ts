import type { Stripe } from 'stripe'
import type { CardSetupInput, CardSetupResult, Processor } from '../../processor.ts'
import type { StripeClient } from './client.ts'

type Cards = Pick<Processor, 'startCardSetup' | 'readCardSetup' | 'forgetMethod'>

/** Customers type cards on Stripe's own page (Checkout in `setup` mode); Dray gets only a reference. */
export const stripeCards = (client: StripeClient): Cards => ({
  startCardSetup: (setup) => startCardSetup(client, setup),
  readCardSetup: (reference) => readCardSetup(client, reference),
  forgetMethod: (reference) => forgetMethod(client, reference),
})

async function startCardSetup(client: StripeClient, setup: CardSetupInput) {
  const { setupId, accountId, payerReference, returnUrl } = setup
  const customer = payerReference ?? (await newCustomer(client, accountId))
  const session = await client.ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        currency: 'eur',
        customer,
        allowed_payment_method_types: ['card'],
        client_reference_id: setupId,
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      { idempotencyKey: `card-setup-${setupId}` },
    ),
  )
  return { reference: session.id, url: session.url ?? returnUrl }
}

/** Sends no name or phone: Stripe's page requests them if needed. */
async function newCustomer({ ask }: StripeClient, accountId: string): Promise<string> {
  const { id } = await ask((stripe) =>
    stripe.customers.create(
      { metadata: { dray_account: accountId } },
      { idempotencyKey: `customer-${accountId}` },
    ),
  )
  return id
}

async function readCardSetup({ ask }: StripeClient, reference: string): Promise<CardSetupResult> {
  const session = await ask((stripe) =>
    stripe.checkout.sessions.retrieve(reference, { expand: ['setup_intent.payment_method'] }),
  )
  if (session.status === 'expired') return { outcome: 'refused' }
  const intent = session.setup_intent
  if (session.status !== 'complete' || typeof intent !== 'object' || !intent) return { outcome: 'pending' }
  const payerReference = idOf(session.customer)
  const method = intent.payment_method
  if (intent.status === 'processing') return { outcome: 'pending' }
  if (intent.status !== 'succeeded' || typeof method !== 'object' || !method?.card || !payerReference) {
    return { outcome: 'refused' }
  }
  return { outcome: 'saved', payerReference, method: savedCard(method.id, method.card) }
}

const savedCard = (reference: string, card: Stripe.PaymentMethod.Card) => ({
  reference,
  brand: card.brand,
  lastFour: card.last4,
  expiresMonth: card.exp_month,
  expiresYear: card.exp_year,
})

const idOf = (party: string | { id: string } | null): string | null =>
  typeof party === 'string' ? party : (party?.id ?? null)

/** Detaches a card. A card that no longer exists, or is attached to no customer, counts as detached. */
async function forgetMethod({ attempt }: StripeClient, reference: string): Promise<void> {
  const detached = await attempt((stripe) => stripe.paymentMethods.detach(reference))
  if (detached.ok || detached.failure.code === 'resource_missing') return
  if (detached.failure.kind !== 'invalid') throw detached.failure.error
  const read = await attempt((stripe) => stripe.paymentMethods.retrieve(reference))
  const isForgotten = read.ok ? read.value.customer === null : read.failure.code === 'resource_missing'
  if (!isForgotten) throw detached.failure.error
}
