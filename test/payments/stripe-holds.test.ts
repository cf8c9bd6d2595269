import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripeApiVersion } from '../../server/payments/providers/stripe/client.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import type { CardBehaviour } from '../support/fake-stripe/state.ts'
import { closedPort } from '../support/local-server.ts'
import {
  ask,
  assertUnanswered,
  captured,
  connect,
  failureOf,
  held,
  impatient,
  isRefused,
  isUnknown,
  lost,
  obscured,
  returnUrl,
  unanswered,
} from '../support/stripe-calls.ts'

/* Stripe's own package against the fake Stripe. */

test('DESIGN 6.4, Stripe: a hold is a manual-capture intent of a saved card, with our key and Stripe’s expiry', async () => {
  await using fake = await startFakeStripe({ holdSeconds: 4 * 86_400 })
  const card = fake.people.saveCard()
  const input = ask(card)
  const askedAt = Date.now()
  const authorization = await connect(fake).authorize(input)
  assert.equal(authorization.outcome, 'held')
  const [intent] = fake.books().intents
  assert.equal(authorization.reference, intent?.id)
  const expiresInDays = (Number(authorization.holdExpiresAt) - askedAt) / 86_400_000
  assert.ok(Math.abs(expiresInDays - 4) < 0.1, `it expires in ${expiresInDays} days`)
  assert.deepEqual(intent?.metadata, {
    dray_effect: input.key,
    dray_payment: 'payment-1',
    dray_job: 'job-1',
  })
  const [call] = fake.askedFor('authorize')
  assert.equal(call?.key, input.key)
  assert.equal(call?.headers['stripe-version'], stripeApiVersion)
  assert.equal(call?.form.return_url, returnUrl)
  assert.equal(fake.books().heldCents, 4_520)
})

test('DESIGN 6.4, Stripe: a hold in doubt for longer than Stripe stores its key is found, and held once', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const input = ask(fake.people.saveCard())
  const first = await processor.authorize(input)
  fake.forgetKeys()
  assert.deepEqual(await processor.authorize({ ...input, inDoubt: true }), first)
  assert.equal(fake.books().intents.length, 1)
  const unmade = ask(fake.people.saveCard(), { inDoubt: true })
  assert.equal((await processor.authorize(unmade)).outcome, 'held')
})

test('DESIGN 6.4, Stripe: a hold without capture_before is assumed to live less than the shortest, 4 days 18 hours', async () => {
  await using fake = await startFakeStripe({ holdSeconds: null })
  const askedAt = Date.now()
  const authorization = await connect(fake).authorize(ask(fake.people.saveCard()))
  assert.equal(authorization.outcome, 'held')
  const days = (Number(authorization.holdExpiresAt) - askedAt) / 86_400_000
  assert.ok(days > 3.5 && days < 4.75, `${days} days`)
})

const refusals: [CardBehaviour, string][] = [
  ['declined', 'declined'],
  ['insufficient_funds', 'insufficient_funds'],
  ['expired_card', 'expired_card'],
]

for (const [behaviour, refusal] of refusals) {
  test(`DESIGN 6.4, Stripe: a card that is refused (${behaviour}) is an outcome and no error`, async () => {
    await using fake = await startFakeStripe()
    const authorization = await connect(fake).authorize(ask(fake.people.saveCard(behaviour)))
    const [intent] = fake.books().intents
    assert.deepEqual(authorization, { outcome: 'refused', reference: intent?.id, refusal })
    assert.deepEqual(await connect(fake).readAuthorization(intent?.id ?? ''), authorization)
    assert.equal(fake.books().heldCents, 0)
  })
}

test('DESIGN 6.4, Stripe: a bank that asks the customer: confirmed on its page, then held; refused there, then not confirmed', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  for (const approve of [true, false]) {
    const asked = await processor.authorize(ask(fake.people.saveCard('confirm')))
    assert.equal(asked.outcome, 'action_required')
    assert.equal(asked.actionUrl, `${fake.url}/confirm/${asked.reference}`)
    assert.equal((await processor.readAuthorization(asked.reference)).outcome, 'action_required')
    fake.people.confirm(asked.reference, approve)
    const { holdExpiresAt: _, ...then } = {
      holdExpiresAt: null,
      ...(await processor.readAuthorization(asked.reference)),
    }
    const { reference } = asked
    assert.deepEqual(
      then,
      approve ? { outcome: 'held', reference } : { outcome: 'refused', reference, refusal: 'not_confirmed' },
    )
  }
})

test('DESIGN 6.4, Stripe: a renewal happens without the customer: the bank cannot ask, and refuses', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const absent = { customerPresent: false, returnUrl: null }
  assert.equal((await processor.authorize(ask(fake.people.saveCard(), absent))).outcome, 'held')
  const refused = await processor.authorize(ask(fake.people.saveCard('confirm'), absent))
  assert.deepEqual([refused.outcome, 'refusal' in refused && refused.refusal], ['refused', 'not_confirmed'])
  for (const { form } of fake.askedFor('authorize')) assert.equal(form.off_session, 'true')
})

test('DESIGN 6.4, Stripe: read again: pending while the bank works, captured, released', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await held(fake, processor)
  fake.people.process(reference)
  assert.deepEqual(await processor.readAuthorization(reference), { outcome: 'pending', reference })
  const taken = await captured(fake, processor)
  assert.deepEqual(await processor.readAuthorization(taken), {
    outcome: 'captured',
    reference: taken,
    capturedCents: 4_520,
  })
  fake.people.expireHold(reference)
  assert.deepEqual(await processor.readAuthorization(reference), { outcome: 'released', reference })
})

test('DESIGN 6.4, Stripe: a repeated key returns the same hold, also after a lost response, and holds once', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  for (const fault of [...lost, ...obscured]) {
    const input = ask(fake.people.saveCard())
    fake.faults.next('authorize', fault)
    if (lost.includes(fault)) assert.ok(isUnknown(await failureOf(processor.authorize(input))), fault)
    const first = await processor.authorize(input)
    assert.equal(first.outcome, 'held', fault)
    assert.deepEqual(await processor.authorize(input), first, fault)
  }
  const { intents, heldCents } = fake.books()
  assert.deepEqual([intents.length, heldCents], [11, 11 * 4_520])
})

for (const fault of unanswered) {
  test(`DESIGN 6.4, Stripe: no response in time (${fault}): unknown, and a repeat finds one hold`, async () => {
    await using fake = await startFakeStripe()
    const input = ask(fake.people.saveCard())
    fake.faults.next('authorize', fault)
    await assertUnanswered(fake, 'authorize', () => connect(fake, impatient).authorize(input))
    assert.equal((await connect(fake).authorize(input)).outcome, 'held')
    assert.equal(fake.books().intents.length, 1)
  })
}

test('DESIGN 6.4, Stripe: a 500 that Stripe keeps under the key does not hide the hold', async () => {
  await using fake = await startFakeStripe()
  const input = ask(fake.people.saveCard())
  fake.faults.next('authorize', '500_kept')
  for (const _ of [1, 2]) assert.equal((await connect(fake).authorize(input)).outcome, 'held')
  assert.equal(fake.books().intents.length, 1)
})

test('DESIGN 6.4, Stripe: a repeated key with another return URL still finds its hold', async () => {
  await using fake = await startFakeStripe()
  const input = ask(fake.people.saveCard())
  const first = await connect(fake).authorize(input)
  assert.deepEqual(await connect(fake).authorize({ ...input, returnUrl: 'https://new.test/app' }), first)
  const strange = { ...input, payerReference: fake.people.saveCard().payerReference }
  assert.ok(isUnknown(await failureOf(connect(fake).authorize(strange))))
  assert.equal(fake.books().intents.length, 1)
})

test('DESIGN 6.4, Stripe: an unknown card is refused for good', async () => {
  await using fake = await startFakeStripe()
  const { payerReference } = fake.people.saveCard()
  const error = await failureOf(connect(fake).authorize(ask({ payerReference, methodReference: 'pm_gone' })))
  assert.ok(isRefused(error))
  assert.match(error.message, /^stripe: status 404, code resource_missing, request req_\w+$/)
})

test('DESIGN 6.4, Stripe: the package makes no retries of its calls', async () => {
  await using fake = await startFakeStripe()
  for (const fault of ['reset', 'reset_after', '500', 'conflict', 'rate_limit'] as const) {
    fake.faults.always('authorize', fault)
    const before = fake.askedFor('authorize').length
    await failureOf(connect(fake).authorize(ask(fake.people.saveCard())))
    assert.equal(fake.askedFor('authorize').length, before + 1, fault)
  }
})

test('DESIGN 6.4, Stripe: connection refused: unknown, with the error code as reason', async () => {
  const processor = connect({ url: `http://127.0.0.1:${await closedPort()}` })
  const error = await failureOf(processor.readAuthorization('pi_1'))
  assert.ok(isUnknown(error))
  assert.equal(error.message, 'stripe: ECONNREFUSED')
})
