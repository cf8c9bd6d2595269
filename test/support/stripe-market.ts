import assert from 'node:assert/strict'
import { startPayoutSetup } from '#contract/app/carrier.ts'
import { readCardSetup, startCardSetup } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe/start.ts'
import type { CardBehaviour } from './fake-stripe/state.ts'
import { type Market, openMarket } from './market.ts'
import type { Person } from './person.ts'

/** A Dray whose processor is the fake Stripe. */
export type StripeMarket = AsyncDisposable & {
  fake: FakeStripe
  market: Market
  /** Posts a signed event about an object; anything but 200 fails the test. */
  sendEvent: (kind: string, reference: string) => Promise<void>
  /** Saves a card on Stripe's page, like the app. @returns its id. */
  saveCard: (person: Person, behaviour?: CardBehaviour) => Promise<string>
  /** A carrier with a payout account. */
  newCarrier: () => Promise<{ carrier: Person; account: string }>
}

export async function openStripeMarket(env: Record<string, string> = {}): Promise<StripeMarket> {
  const fake = await startFakeStripe()
  const market = await openMarket({ ...fake.env, ...env })
  const sendEvent = async (kind: string, reference: string): Promise<void> => {
    assert.equal((await fake.post(market.app.url, fake.event(kind, reference))).status, 200)
  }
  return {
    fake,
    market,
    sendEvent,
    saveCard: (person, behaviour) => saveStripeCard(fake, person, behaviour),
    async newCarrier() {
      const carrier = await market.carrier()
      const account = await setUpPayouts(fake, carrier)
      await sendEvent('account.updated', account)
      return { carrier, account }
    },
    async [Symbol.asyncDispose]() {
      await market[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}

/** Saves a card on the fake's page, like the app. @returns its id. */
export async function saveStripeCard(
  fake: FakeStripe,
  person: Person,
  behaviour: CardBehaviour = 'ok',
): Promise<string> {
  const setup_id = newId()
  const { url } = await person.ok(startCardSetup, { body: { setup_id, return_path: '/app' } })
  fake.people.completeSetup(url.split('/').at(-1) ?? '', behaviour)
  const { method } = await person.ok(readCardSetup, { params: { setup_id } })
  return method?.payment_method_id ?? assert.fail('the card was not saved')
}

/** The carrier completes Stripe's onboarding. @returns the id of the account at Stripe. */
export async function setUpPayouts(fake: FakeStripe, carrier: Person): Promise<string> {
  const { url } = await carrier.ok(startPayoutSetup, { body: { return_path: '/carrier' } })
  const account = url?.split('/').at(-1) ?? ''
  fake.people.finishPayoutSetup(account)
  return account
}
