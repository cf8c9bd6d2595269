import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Processor } from '../../server/payments/processor.ts'
import { stripe } from '../../server/payments/providers/stripe/index.ts'
import type { StripeSettings } from '../../server/payments/providers/stripe/settings.ts'
import { writeCoded } from '../../server/texts/coded.ts'
import { texts } from '../../server/texts/index.ts'
import type { Fault } from '../support/fake-stripe/faults.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { connect, settingsOf } from '../support/stripe-calls.ts'

test('DESIGN 2, doctor, Stripe: a healthy account: null, and only the balance was read', async () => {
  await using fake = await startFakeStripe()
  assert.equal(await connect(fake).probe(), null)
  assert.deepEqual(
    fake.asked.map(({ operation }) => operation),
    ['balance'],
  )
})

async function reported({ probe }: Pick<Processor, 'probe'>): Promise<string> {
  const remedy = (await probe()) ?? assert.fail('all is well')
  return writeCoded(texts.en.doctor.remedies, remedy)
}

const troubles: [Fault, RegExp][] = [
  ['unauthorized', /does not know STRIPE_SECRET_KEY/],
  ['forbidden', /may not read the balance/],
  ['500', /status 500/],
  ['reset', /cannot be reached/],
]

for (const [fault, says] of troubles) {
  test(`DESIGN 2, doctor, Stripe: ${fault}: the report names the remedy and shows no key`, async () => {
    await using fake = await startFakeStripe()
    fake.faults.next('balance', fault)
    const report = await reported(connect(fake))
    assert.match(report, says)
    assert.doesNotMatch(report, /FakeStripeOfTheTests|fake-wording/)
  })
}

test('DESIGN 2, doctor, Stripe: a live key that is answered by play money is noticed', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake, { STRIPE_SECRET_KEY: 'sk_live_FakeStripeOfTheTests' })
  assert.match(await reported(processor), /test mode/)
})

test('DESIGN 2, doctor, Stripe: bad settings are named, each, and never shown', () => {
  const good = settingsOf('https://api.stripe.com', { STRIPE_WEBHOOK_SECRET: 'whsec_a1, whsec_b2' })
  assert.deepEqual(stripe.faults(good), [])
  assert.deepEqual(stripe.faults({ ...good, STRIPE_API_URL: 'http://127.0.0.1:1234' }), [])
  assert.deepEqual(stripe.faults({ ...good, STRIPE_SECRET_KEY: 'rk_live_0123456789' }), [])
  const bad: [Partial<StripeSettings>, RegExp][] = [
    [{ STRIPE_SECRET_KEY: 'pk_live_hunter2secret' }, /STRIPE_SECRET_KEY is a publishable key/],
    [{ STRIPE_SECRET_KEY: 'hunter2secret' }, /STRIPE_SECRET_KEY must look like/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_a1,hunter2secret' }, /STRIPE_WEBHOOK_SECRET/],
    [{ STRIPE_API_URL: 'http://api.stripe.com' }, /STRIPE_API_URL/],
    [{ STRIPE_API_URL: 'https://user:hunter2secret@api.stripe.com' }, /STRIPE_API_URL/],
    [{ STRIPE_API_URL: 'https://api.stripe.com/v1' }, /STRIPE_API_URL/],
    [{ STRIPE_API_URL: 'hunter2secret' }, /STRIPE_API_URL/],
  ]
  for (const [settings, says] of bad) {
    const faults = stripe.faults({ ...good, ...settings })
    assert.equal(faults.length, 1, JSON.stringify(settings))
    assert.match(faults[0] ?? '', says)
    assert.doesNotMatch(faults[0] ?? '', /hunter2secret/)
  }
})
