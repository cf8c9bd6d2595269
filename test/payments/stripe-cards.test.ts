import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../support/fake-stripe/faults.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { ask, connect, failureOf, isRefused, isUnknown, newKey, returnUrl } from '../support/stripe-calls.ts'

const setup = { setupId: 'setup-1', accountId: 'account-1', payerReference: null, returnUrl, inPage: false }

test('Spec part 1, Stripe cards: a page for a new customer; the same attempt is the same page; then the card, by brand and last four', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const started = await processor.startCardSetup(setup)
  assert.equal(started.url, `${fake.url}/checkout/${started.reference}`)
  assert.deepEqual(await processor.startCardSetup(setup), started)
  assert.deepEqual(await processor.readCardSetup(started.reference), { outcome: 'pending' })
  fake.people.completeSetup(started.reference)
  const saved = await processor.readCardSetup(started.reference)
  assert.equal(saved.outcome, 'saved')
  const { reference, ...card } = saved.method
  assert.deepEqual(card, { brand: 'visa', lastFour: '4242', expiresMonth: 12, expiresYear: 2034 })
  const paid = await processor.authorize(
    ask({ payerReference: saved.payerReference, methodReference: reference }),
  )
  assert.equal(paid.outcome, 'held')
  const sent = JSON.stringify(fake.askedFor('customer').map(({ form }) => form))
  assert.equal(
    sent,
    JSON.stringify([{ 'metadata[dray_account]': 'account-1' }, { 'metadata[dray_account]': 'account-1' }]),
  )
})

test('Spec part 1, Stripe cards: a customer it knows already keeps its cards together', async () => {
  await using fake = await startFakeStripe()
  const { payerReference } = fake.people.saveCard()
  const { reference } = await connect(fake).startCardSetup({ ...setup, payerReference })
  fake.people.completeSetup(reference)
  const saved = await connect(fake).readCardSetup(reference)
  assert.equal(saved.outcome === 'saved' && saved.payerReference, payerReference)
  assert.equal(fake.askedFor('customer').length, 0)
})

test('Spec part 1, Stripe cards: a card that was refused there, and a page that ran out, are refused', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const [one, two] = [
    await processor.startCardSetup(setup),
    await processor.startCardSetup({ ...setup, setupId: 'setup-2' }),
  ]
  fake.people.refuseSetup(one.reference)
  fake.people.expireSetup(two.reference)
  for (const { reference } of [one, two]) {
    assert.deepEqual(await processor.readCardSetup(reference), { outcome: 'refused' })
  }
})

test('Spec part 1, Stripe cards: a card is removed once; an unknown card counts as removed', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const card = fake.people.saveCard()
  for (const _ of [1, 2]) await processor.forgetMethod(card.methodReference)
  await processor.forgetMethod('pm_none')
  assert.ok(isRefused(await failureOf(processor.authorize(ask(card)))))
})

const faults: Fault[] = ['500', 'reset', 'rate_limit', 'unauthorized', 'garbage', 'redirect']

test('Spec part 1, Stripe cards: trouble while a card is saved or forgotten is an error that may pass', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const { reference } = await processor.startCardSetup(setup)
  const calls = {
    customer: () => processor.startCardSetup({ ...setup, accountId: newKey(), setupId: newKey() }),
    card_setup: () => processor.startCardSetup({ ...setup, setupId: newKey() }),
    read_card_setup: () => processor.readCardSetup(reference),
    forget_method: () => processor.forgetMethod(fake.people.saveCard().methodReference),
  }
  for (const operation of ['customer', 'card_setup', 'read_card_setup', 'forget_method'] as const) {
    for (const fault of faults) {
      fake.faults.next(operation, fault)
      assert.ok(isUnknown(await failureOf(calls[operation]())), `${operation} ${fault}`)
    }
    fake.faults.next(operation, 'refuse')
    // A method without a customer cannot be detached, and need not be; this one has a customer.
    assert.ok(isRefused(await failureOf(calls[operation]())), operation)
  }
})

test('the pages of the fake, for browsers: a button answers and leads back to ours', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const setup = await processor.startCardSetup({
    setupId: newKey(),
    accountId: newKey(),
    payerReference: null,
    returnUrl,
    inPage: false,
  })
  const asked = await processor.authorize(ask(fake.people.saveCard('confirm')))
  assert.equal(asked.outcome, 'action_required')
  const carrier = await processor.startPayoutSetup({ carrierId: newKey(), reference: null, returnUrl })
  for (const url of [setup.url ?? '', asked.actionUrl, carrier.url ?? '']) {
    assert.match(await (await fetch(url)).text(), /Approve.*Refuse/)
    const body = new URLSearchParams({ answer: 'yes' })
    const { status, headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [303, returnUrl])
  }
  assert.equal((await processor.readCardSetup(setup.reference)).outcome, 'saved')
  assert.equal((await processor.readAuthorization(asked.reference)).outcome, 'held')
  assert.deepEqual(await processor.readPayoutAccount(carrier.reference), { ready: true })
})
