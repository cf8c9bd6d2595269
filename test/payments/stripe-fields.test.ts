import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkStripeEvents, handledEvents } from '../../server/payments/providers/stripe/events.ts'
import { stripe } from '../../server/payments/providers/stripe/index.ts'
import { stripeFaults, stripeSources } from '../../server/payments/providers/stripe/settings.ts'
import type { Fault } from '../support/fake-stripe/faults.ts'
import { fakeSecretKey } from '../support/fake-stripe/responses.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import {
  ask,
  connect,
  failureOf,
  isRefused,
  isUnknown,
  newKey,
  returnUrl,
  settingsOf,
} from '../support/stripe-calls.ts'

// Decision 75: cards that are typed in the app, in fields of Stripe. Their pages are in `stripe-cards.test.ts`.

const newSetup = () => ({
  setupId: newKey(),
  accountId: newKey(),
  payerReference: null,
  returnUrl,
  inPage: true,
})

test('Stripe, fields: an attempt has a secret and no page; the same attempt is the same; then the card is saved', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const setup = newSetup()
  const started = await processor.startCardSetup(setup)
  assert.deepEqual(await processor.startCardSetup(setup), started)
  assert.equal(started.url, null)
  assert.match(started.clientSecret ?? '', new RegExp(`^${started.reference}_secret_`))
  assert.deepEqual(await processor.readCardSetup(started.reference), { outcome: 'pending' })
  fake.people.typeCard(started.clientSecret ?? '')
  const saved = await processor.readCardSetup(started.reference)
  assert.equal(saved.outcome, 'saved')
  const { reference, ...card } = saved.method
  assert.deepEqual(card, { brand: 'visa', lastFour: '4242', expiresMonth: 12, expiresYear: 2034 })
  const paid = await processor.authorize(
    ask({ payerReference: saved.payerReference, methodReference: reference }),
  )
  assert.equal(paid.outcome, 'held')
  const [sent] = fake.askedFor('card_intent')
  const { customer, ...form } = sent?.form ?? {}
  assert.equal(customer, saved.payerReference)
  assert.deepEqual(form, {
    'allowed_payment_method_types[0]': 'card',
    usage: 'off_session',
    'metadata[dray_setup]': setup.setupId,
  })
})

test('Stripe, fields: a refused card and a bank that asks leave the attempt open for another card', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const { reference, clientSecret } = await processor.startCardSetup(newSetup())
  const secret = clientSecret ?? ''
  for (const typed of ['refused', 'asks'] as const) {
    fake.people.typeCard(secret, typed)
    assert.deepEqual(await processor.readCardSetup(reference), { outcome: 'pending' }, typed)
  }
  assert.equal(fake.people.answerSetup(secret, false), 'not_confirmed')
  assert.equal(fake.people.typeCard(secret), 'succeeded')
  assert.equal((await processor.readCardSetup(reference)).outcome, 'saved')
})

test('Stripe, fields: an ended attempt saves no card later; one that has saved a card cannot be ended', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const [left, done] = [
    await processor.startCardSetup(newSetup()),
    await processor.startCardSetup(newSetup()),
  ]
  fake.people.typeCard(done.clientSecret ?? '')
  for (const { reference } of [left, done]) for (const _ of [1, 2]) await processor.endCardSetup(reference)
  assert.equal(fake.people.typeCard(left.clientSecret ?? ''), 'unexpected_state')
  assert.deepEqual(await processor.readCardSetup(left.reference), { outcome: 'refused' })
  assert.equal((await processor.readCardSetup(done.reference)).outcome, 'saved')
  // A page closes by itself: Stripe is not asked.
  const page = await processor.startCardSetup({ ...newSetup(), inPage: false })
  await processor.endCardSetup(page.reference)
  assert.equal(fake.askedFor('end_card_intent').length, 4)
})

const faults: Fault[] = ['500', 'reset', 'rate_limit', 'unauthorized', 'garbage', 'redirect']

test('Stripe, fields: trouble while an attempt is begun, read or ended is an error that may pass', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const { reference } = await processor.startCardSetup(newSetup())
  const calls = {
    card_intent: () => processor.startCardSetup(newSetup()),
    read_card_intent: () => processor.readCardSetup(reference),
    end_card_intent: () => processor.endCardSetup(reference),
  }
  for (const operation of ['card_intent', 'read_card_intent', 'end_card_intent'] as const)
    for (const fault of faults) {
      fake.faults.next(operation, fault)
      assert.ok(isUnknown(await failureOf(calls[operation]())), `${operation} ${fault}`)
    }
  for (const operation of ['card_intent', 'read_card_intent'] as const) {
    fake.faults.next(operation, 'refuse')
    assert.ok(isRefused(await failureOf(calls[operation]())), operation)
  }
})

test('Stripe, fields: without a publishable key the app opens a page, and its pages load only from us', () => {
  const without = settingsOf('https://api.stripe.com')
  const withKey = { ...without, STRIPE_PUBLISHABLE_KEY: 'pk_test_FakeStripeOfTheTests' }
  assert.deepEqual(stripe.connect(without).cardForm, { kind: 'page' })
  assert.equal(stripeSources(without), null)
  assert.deepEqual(stripe.connect(withKey).cardForm, {
    kind: 'stripe',
    publishableKey: 'pk_test_FakeStripeOfTheTests',
  })
  assert.deepEqual(stripeSources(withKey)?.connections, ['https://api.stripe.com'])
})

test('Stripe, fields: a publishable key of another shape or mode is refused at the start, without its value', () => {
  const settings = { ...settingsOf('https://api.stripe.com'), STRIPE_SECRET_KEY: fakeSecretKey }
  const faultsOf = (key: string) => stripeFaults({ ...settings, STRIPE_PUBLISHABLE_KEY: key })
  assert.deepEqual([faultsOf(''), faultsOf('pk_test_FakeStripeOfTheTests')], [[], []])
  for (const wrong of ['sk_test_SecretByMistake', 'pk_test_short', 'pk_live_OtherModeThanTheSecret']) {
    const [fault, ...more] = faultsOf(wrong)
    assert.match(fault ?? '', /STRIPE_PUBLISHABLE_KEY/)
    assert.ok(!fault?.includes(wrong) && more.length === 0, wrong)
  }
})

test('Stripe, fields: the event of a saved card is asked for only with a publishable key', async () => {
  const saved = 'setup_intent.succeeded'
  assert.ok(handledEvents.includes(saved))
  const endpoint = {
    id: 'we_1',
    url: 'https://dray.test/webhooks/stripe',
    status: 'enabled',
    enabled_events: handledEvents.filter((kind) => kind !== saved),
  }
  const list = async function* () {
    yield endpoint
  }
  const attempt = async (call: (api: unknown) => Promise<unknown>) => ({
    ok: true as const,
    value: await call({ webhookEndpoints: { list } }),
  })
  const check = (fields: boolean) =>
    checkStripeEvents({ attempt } as never, { url: endpoint.url, payouts: true, fields })
  assert.deepEqual(await check(false), { outcome: 'complete' })
  assert.deepEqual(await check(true), { outcome: 'lacking', events: [saved] })
})
