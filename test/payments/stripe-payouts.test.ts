import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Processor } from '../../server/payments/processor.ts'
import { type FakeStripe, startFakeStripe } from '../support/fake-stripe/start.ts'
import {
  ask,
  captured,
  connect,
  failureOf,
  isUnknown,
  lost,
  newCall,
  newKey,
  obscured,
  returnUrl,
} from '../support/stripe-calls.ts'

async function carrierOf(fake: FakeStripe, processor: Processor): Promise<string> {
  const { reference } = await processor.startPayoutSetup({
    carrierId: newKey(),
    reference: null,
    returnUrl,
  })
  fake.people.finishPayoutSetup(reference)
  return reference
}

test('DESIGN 6.4, Stripe payouts: a carrier is an Express account: set up on Stripe’s page, ready when it says so, then led to its own page', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const input = { carrierId: 'carrier-1', reference: null, returnUrl }
  const started = await processor.startPayoutSetup(input)
  assert.equal(started.url, `${fake.url}/onboarding/${started.reference}`)
  // A second tap before the first was noted.
  assert.deepEqual(await processor.startPayoutSetup(input), started)
  const { reference } = started
  assert.deepEqual(await processor.readPayoutAccount(reference), { ready: false })
  fake.people.finishPayoutSetup(reference)
  assert.deepEqual(await processor.readPayoutAccount(reference), { ready: true })
  const again = await processor.startPayoutSetup({ ...input, reference })
  assert.deepEqual(again, { reference, url: `${fake.url}/dashboard/${reference}` })
  assert.equal(fake.askedFor('account').length, 2)
})

test('DESIGN 6.4, Stripe payouts: a transfer uses the charge of its payment, once, and at most its amount', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const payoutReference = await carrierOf(fake, processor)
  const sourceReference = await captured(fake, processor)
  const input = { ...newCall(), amountCents: 3_930, payoutReference, sourceReference }
  const done = await processor.transfer(input)
  assert.equal(done.outcome, 'done')
  assert.deepEqual(await processor.transfer(input), done)
  const { transfers, captures } = fake.books()
  assert.equal(transfers.length, 1)
  assert.equal(transfers[0]?.sourceCharge, captures[0]?.id)
  assert.deepEqual(await processor.transfer({ ...input, ...newCall() }), {
    outcome: 'refused',
    reason: 'balance_insufficient',
  })
})

test('DESIGN 6.4, Stripe payouts: a transfer without a charge uses the available balance, and waits until it is sufficient', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const payoutReference = await carrierOf(fake, processor)
  await captured(fake, processor)
  const early = { ...newCall(), amountCents: 2_000, payoutReference, sourceReference: null }
  assert.deepEqual(await processor.transfer(early), { outcome: 'waiting', reason: 'balance_insufficient' })
  fake.people.makeAvailable()
  const input = { ...newCall(), amountCents: 2_000, payoutReference, sourceReference: null }
  assert.equal((await processor.transfer(input)).outcome, 'done')
  assert.equal(fake.books().transfers[0]?.sourceCharge, null)
})

test('DESIGN 6.4, Stripe payouts: a transfer is made once even when Stripe has forgotten its key, and after a hundred others', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const payoutReference = await carrierOf(fake, processor)
  await captured(fake, processor)
  fake.people.makeAvailable()
  const input = { ...newCall(), amountCents: 1_000, payoutReference, sourceReference: null }
  fake.faults.next('transfer', 'reset_after')
  await failureOf(processor.transfer(input))
  fake.forgetKeys()
  const others = Array.from({ length: 105 }, () => ({ ...input, ...newCall(), amountCents: 1 }))
  for (const other of others) assert.equal((await processor.transfer(other)).outcome, 'done')
  const done = await processor.transfer(input)
  assert.deepEqual(done, { outcome: 'done', reference: fake.books().transfers[0]?.id })
  assert.equal(fake.books().transfers.length, 1 + others.length)
})

test('DESIGN 6.4, Stripe payouts: a transfer with a lost response is made once when repeated', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const payoutReference = await carrierOf(fake, processor)
  const sourceReference = await captured(fake, processor)
  const faults = [...lost, ...obscured]
  for (const fault of faults) {
    const input = { ...newCall(), amountCents: 100, payoutReference, sourceReference }
    fake.faults.next('transfer', fault)
    assert.ok(isUnknown(await failureOf(processor.transfer(input))), fault)
    assert.equal((await processor.transfer(input)).outcome, 'done', fault)
  }
  assert.equal(fake.books().transferredCents, faults.length * 100)
})

test('DESIGN 6.4, Stripe payouts: a transfer to a carrier who is not ready, or from a payment without a capture, is refused with a reason', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const { reference } = await processor.startPayoutSetup({ carrierId: 'c', reference: null, returnUrl })
  const input = { ...newCall(), amountCents: 100, payoutReference: reference }
  const refusedCard = await processor.authorize(ask(fake.people.saveCard('declined')))
  assert.deepEqual(await processor.transfer({ ...input, sourceReference: refusedCard.reference }), {
    outcome: 'refused',
    reason: 'nothing was captured',
  })
  assert.deepEqual(await processor.transfer({ ...input, sourceReference: await captured(fake, processor) }), {
    outcome: 'refused',
    reason: 'insufficient_capabilities_for_transfer',
  })
})

test('DESIGN 6.4, Stripe payouts: STRIPE_PAYOUTS off: no account is made, no transfer, and both say so', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake, { STRIPE_PAYOUTS: 'off' })
  const started = await processor.startPayoutSetup({ carrierId: 'carrier-1', reference: null, returnUrl })
  assert.equal(started.url, null)
  assert.deepEqual(await processor.readPayoutAccount(started.reference), { ready: false })
  const refused = await processor.transfer({
    ...newCall(),
    amountCents: 100,
    payoutReference: started.reference,
    sourceReference: null,
  })
  assert.equal(refused.outcome, 'refused')
  assert.deepEqual(fake.asked, [])
})
