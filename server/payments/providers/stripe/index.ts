import type { ProcessorModule } from '../../processor.ts'
import { stripeCards } from './cards.ts'
import { createStripeClient, probeStripe } from './client.ts'
import { stripeDisputes } from './disputes.ts'
import { checkStripeEvents } from './events.ts'
import { stripeHolds } from './holds.ts'
import { stripeListing } from './listing.ts'
import { noPayouts, stripePayouts } from './payouts.ts'
import { stripeCardForm, stripeEnv, stripeFaults, stripeMode, stripeSources } from './settings.ts'
import { stripeWebhook } from './webhook.ts'

/** Stripe: PaymentIntents with manual capture, SetupIntents or Checkout for saving cards, Connect for paying carriers. */
export const stripe = {
  env: stripeEnv,
  faults: stripeFaults,
  webhook: stripeWebhook,
  missingForFields: (settings) =>
    stripeCardForm(settings).kind === 'page' ? 'STRIPE_PUBLISHABLE_KEY' : null,
  pageSources: stripeSources,
  connect(settings) {
    const client = createStripeClient(settings)
    const cardForm = stripeCardForm(settings)
    const payouts = settings.STRIPE_PAYOUTS === 'connect'
    return {
      name: 'stripe',
      movesRealMoney: stripeMode(settings) === 'live',
      ...stripeCards(client, cardForm),
      ...stripeHolds(client),
      ...stripeDisputes(client),
      ...(payouts ? stripePayouts(client) : noPayouts),
      listing: stripeListing(client, { payouts }),
      probe: () => probeStripe(client, settings),
      checkEvents: (url) => checkStripeEvents(client, { url, payouts, fields: cardForm.kind === 'stripe' }),
    }
  },
} satisfies ProcessorModule<typeof stripeEnv>
