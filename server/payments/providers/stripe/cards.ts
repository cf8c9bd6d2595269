import type { Stripe } from 'stripe'
import type {
  CardForm,
  CardSetupInput,
  CardSetupResult,
  Processor,
  StartedCardSetup,
} from '../../processor.ts'
import type { StripeClient } from './client.ts'

type Cards = Pick<
  Processor,
  'cardForm' | 'startCardSetup' | 'readCardSetup' | 'endCardSetup' | 'forgetMethod'
>

/**
 * Customers type cards in fields that Stripe's script draws in the app's page (SetupIntents), or on Stripe's own page
 * (Checkout in `setup` mode) without a publishable key; Dray gets only a reference.
 */
export const stripeCards = (client: StripeClient, cardForm: CardForm): Cards => ({
  cardForm,
  startCardSetup: (setup) => startCardSetup(client, setup),
  readCardSetup: (reference) =>
    isIntent(reference) ? readIntent(client, reference) : readSession(client, reference),
  endCardSetup: (reference) => endCardSetup(client, reference),
  forgetMethod: (reference) => forgetMethod(client, reference),
})

const isIntent = (reference: string): boolean => reference.startsWith('seti_')

async function startCardSetup(client: StripeClient, setup: CardSetupInput): Promise<StartedCardSetup> {
  const customer = setup.payerReference ?? (await newCustomer(client, setup.accountId))
  return setup.inPage ? createIntent(client, setup, customer) : openPage(client, setup, customer)
}

/** The card is for charges without the customer too: the hold of a job is renewed (`off_session`). */
async function createIntent(
  client: StripeClient,
  { setupId }: CardSetupInput,
  customer: string,
): Promise<StartedCardSetup> {
  const { id, client_secret: clientSecret } = await client.ask((stripe) =>
    stripe.setupIntents.create(
      {
        customer,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        metadata: { dray_setup: setupId },
      },
      { idempotencyKey: `card-form-${setupId}` },
    ),
  )
  return { reference: id, url: null, clientSecret }
}

async function openPage(
  client: StripeClient,
  { setupId, returnUrl }: CardSetupInput,
  customer: string,
): Promise<StartedCardSetup> {
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
  return { reference: session.id, url: session.url ?? returnUrl, clientSecret: null }
}

/** Sends no name or phone: Stripe asks for them if needed. */
async function newCustomer({ ask }: StripeClient, accountId: string): Promise<string> {
  const { id } = await ask((stripe) =>
    stripe.customers.create(
      { metadata: { dray_account: accountId } },
      { idempotencyKey: `customer-${accountId}` },
    ),
  )
  return id
}

/**
 * A refused card leaves the intent open, and the customer may type another. So it counts as refused only when it was
 * cancelled: what is still open could save a card later.
 */
async function readIntent({ ask }: StripeClient, reference: string): Promise<CardSetupResult> {
  const intent = await ask((stripe) =>
    stripe.setupIntents.retrieve(reference, { expand: ['payment_method'] }),
  )
  if (intent.status === 'canceled') return { outcome: 'refused' }
  if (intent.status !== 'succeeded') return { outcome: 'pending' }
  return savedBy(intent.customer, intent.payment_method)
}

/** One that has succeeded, or was cancelled, cannot be cancelled and need not be. A page closes after a day. */
async function endCardSetup({ attempt }: StripeClient, reference: string): Promise<void> {
  if (!isIntent(reference)) return
  const ended = await attempt((stripe) => stripe.setupIntents.cancel(reference))
  if (!ended.ok && ended.failure.kind !== 'invalid') throw ended.failure.error
}

async function readSession({ ask }: StripeClient, reference: string): Promise<CardSetupResult> {
  const session = await ask((stripe) =>
    stripe.checkout.sessions.retrieve(reference, { expand: ['setup_intent.payment_method'] }),
  )
  if (session.status === 'expired') return { outcome: 'refused' }
  const intent = session.setup_intent
  if (session.status !== 'complete' || typeof intent !== 'object' || !intent) return { outcome: 'pending' }
  if (intent.status === 'processing') return { outcome: 'pending' }
  if (intent.status !== 'succeeded') return { outcome: 'refused' }
  return savedBy(session.customer, intent.payment_method)
}

function savedBy(
  customer: Stripe.SetupIntent['customer'],
  method: Stripe.SetupIntent['payment_method'],
): CardSetupResult {
  const payerReference = idOf(customer)
  if (typeof method !== 'object' || !method?.card || !payerReference) return { outcome: 'refused' }
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
