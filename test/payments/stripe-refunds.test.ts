import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import {
  captured,
  connect,
  failureOf,
  isUnknown,
  lost,
  newCall,
  newKey,
  obscured,
} from '../support/stripe-calls.ts'

test('DESIGN 6.4, Stripe: partial refunds: each once, in total at most the captured amount', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await captured(fake, processor)
  const first = { ...newCall(), reference, amountCents: 3_000 }
  const done = await processor.refund(first)
  assert.equal(done.outcome, 'done')
  assert.deepEqual(await processor.refund(first), done)
  assert.deepEqual(await processor.refund({ ...newCall(), reference, amountCents: 1_521 }), {
    outcome: 'refused',
    reason: 'amount_too_large',
  })
  assert.equal((await processor.refund({ ...newCall(), reference, amountCents: 1_520 })).outcome, 'done')
  assert.deepEqual(await processor.refund({ ...newCall(), reference, amountCents: 1 }), {
    outcome: 'refused',
    reason: 'charge_already_refunded',
  })
  assert.equal(fake.books().refundedCents, 4_520)
})

test('DESIGN 6.4, Stripe: a refund returned by the bank is refused, also when repeated', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
  fake.faults.next('refund', 'failed')
  const refused = { outcome: 'refused', reason: 'lost_or_stolen_card' }
  for (const _ of [1, 2]) assert.deepEqual(await processor.refund(input), refused)
})

for (const fault of ['pending', 'requires_action'] as const) {
  test(`DESIGN 6.4, Stripe: a refund that Stripe answers as ${fault} is in progress, and read again until its bank answers`, async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
    fake.faults.next('refund', fault)
    const made = await processor.refund(input)
    const [refund] = fake.books().refunds
    const reference = refund?.id ?? ''
    const needsAttention = fault === 'requires_action'
    assert.deepEqual(made, { outcome: 'in_progress', reference, needsAttention })
    assert.deepEqual(await processor.refund({ ...input, key: newKey() }), made, 'found by its effect')
    fake.people.endRefund(reference, 'succeeded')
    assert.deepEqual(await processor.readRefund(reference), { outcome: 'done', reference })
    fake.people.endRefund(reference, 'failed')
    const failed = { outcome: 'refused', reason: 'lost_or_stolen_card' }
    assert.deepEqual(await processor.readRefund(reference), failed)
    assert.deepEqual(await processor.refund(input), failed, 'the key it was made with')
    assert.equal((await processor.refund({ ...input, key: newKey() })).outcome, 'done', 'another key')
    assert.equal(fake.books().refunds.length, 1)
  })
}

test('DESIGN 6.4, Stripe: an error stored by Stripe for a key is marked as kept, and another key is not affected', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
  fake.faults.next('refund', '500_nothing')
  assert.equal((await failureOf(processor.refund(input))).isKept, false)
  assert.equal((await failureOf(processor.refund(input))).isKept, true)
  assert.equal((await processor.refund({ ...input, key: newKey() })).outcome, 'done')
  fake.faults.next('refund', 'refuse')
  const refused = { ...newCall(), reference: input.reference, amountCents: 100 }
  for (const _ of [1, 2]) {
    assert.deepEqual(await processor.refund(refused), { outcome: 'refused', reason: 'not_allowed_now' })
  }
  assert.equal((await processor.refund({ ...refused, key: newKey() })).outcome, 'done')
})

test('DESIGN 6.4, Stripe: a refund with a lost response is made once when repeated', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await captured(fake, processor)
  const faults = [...lost, ...obscured]
  for (const fault of faults) {
    const input = { ...newCall(), reference, amountCents: 100 }
    fake.faults.next('refund', fault)
    assert.ok(isUnknown(await failureOf(processor.refund(input))), fault)
    assert.equal((await processor.refund(input)).outcome, 'done', fault)
  }
  assert.equal(fake.books().refunds.length, faults.length)
})
