import type { ProcessorModule } from '../processor.ts'
import { stripeCards } from './stripe-cards.ts'
import { createStripeClient } from './stripe-client.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { checkStripeEvents } from './stripe-endpoints.ts'
import { stripeHolds } from './stripe-holds.ts'
import { stripeListing } from './stripe-listing.ts'
import { noPayouts, stripePayouts } from './stripe-payouts.ts'
import { probeStripe } from './stripe-probe.ts'
import { stripeEnv, stripeFaults, stripeMode } from './stripe-settings.ts'
import { stripeWebhook } from './stripe-webhook.ts'

/** Stripe: PaymentIntents with manual capture, Checkout for saving cards, Connect for paying carriers. */
export const stripe = {
  env: stripeEnv,
  faults: stripeFaults,
  webhook: stripeWebhook,
  connect(settings) {
    const client = createStripeClient(settings)
    const payouts = settings.STRIPE_PAYOUTS === 'connect'
    return {
      name: 'stripe',
      movesRealMoney: stripeMode(settings) === 'live',
      ...stripeCards(client),
      ...stripeHolds(client),
      ...stripeDisputes(client),
      ...(payouts ? stripePayouts(client) : noPayouts),
      listing: stripeListing(client, { payouts }),
      probe: () => probeStripe(client, settings),
      checkEvents: (url) => checkStripeEvents(client, { url, payouts }),
    }
  },
} satisfies ProcessorModule<typeof stripeEnv>
