import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripeApiVersion } from '../../server/payments/providers/stripe/client.ts'
import { handledEvents } from '../../server/payments/providers/stripe/events.ts'
import { describedOperation } from '../support/described-api.ts'
import { nested } from '../support/fake-stripe/described.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'

/* The fake compares each request and answer of every test with Stripe's description; here, that it would tell. */
const create = describedOperation('stripe.json', 'post', '/v1/payment_intents')
const read = describedOperation('stripe.json', 'get', '/v1/refunds/re_1')

const intent =
  'amount=100&currency=eur&confirm=true&capture_method=manual&metadata[dray_effect]=e1&expand[0]=latest_charge'

test('Stripe: the description tells an unknown, a misspelt and a mistyped parameter', () => {
  const faultsOf = (form: string) => create.requestFaults(nested(new URLSearchParams(form)))
  assert.deepEqual(faultsOf(intent), [])
  for (const wrong of [
    `${intent}&capture=manual`,
    intent.replace('manual', 'by_hand'),
    intent.replace('amount=100', 'amount=1,00'),
    intent.replace('currency=eur&', ''),
    `${intent}&off_session[now]=true`,
  ])
    assert.notDeepEqual(faultsOf(wrong), [], wrong)
})

test('Stripe: the description tells a wrong answer, and the fake sends what Stripe always sends', () => {
  const refund = read.completed(200, { id: 're_1', amount: 100, status: 'succeeded' })
  assert.deepEqual(read.answerFaults(200, refund), [])
  assert.equal(Reflect.get(refund, 'receipt_number'), null)
  for (const wrong of [{ amount: '100' }, { object: 'charge' }, { amount_cents: 1 }, { charge: false }])
    assert.notDeepEqual(read.answerFaults(200, { ...refund, ...wrong }), [], JSON.stringify(wrong))
  assert.notDeepEqual(read.answerFaults(201, refund), [])
})

test('Stripe: a fake that was asked for something else fails at its end', async () => {
  const fake = await startFakeStripe()
  const headers = { authorization: `Bearer ${fake.env.STRIPE_SECRET_KEY}` }
  await fetch(`${fake.url}/v1/refunds?payment_intents=pi_1`, { headers })
  await assert.rejects(async () => fake[Symbol.asyncDispose](), /not as Stripe describes it/)
})

test('Stripe: the pinned version and the handled events are among those that Stripe names', () => {
  const endpoints = describedOperation('stripe.json', 'get', '/v1/webhook_endpoints')
  const { answerFaults, completed } = endpoints
  const list = { object: 'list', has_more: false, url: '/v1/webhook_endpoints' }
  const endpoint = { api_version: stripeApiVersion, enabled_events: [...handledEvents] }
  assert.deepEqual(answerFaults(200, completed(200, { ...list, data: [endpoint] })), [])
})
