import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Processor } from '../../server/payments/processor.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import {
  ask,
  assertUnanswered,
  callOf,
  captured,
  connect,
  failureOf,
  held,
  impatient,
  isRefused,
  isUnknown,
  lost,
  newCall,
  newKey,
  obscured,
  returnUrl,
  unanswered,
} from '../support/stripe-calls.ts'

test('DESIGN 6.4, Stripe: a part of a hold is captured, once, and the rest is free', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await held(fake, processor)
  const input = { ...newCall(), reference, amountCents: 1_500 }
  const done = { outcome: 'captured', capturedCents: 1_500 }
  for (const _ of [1, 2]) assert.deepEqual(await processor.capture(input), done)
  const { captures, heldCents, capturedCents } = fake.books()
  assert.deepEqual([captures.length, heldCents, capturedCents], [1, 0, 1_500])
  assert.equal(captures[0]?.key, input.key)
})

test('DESIGN 6.4, Stripe: a capture with a lost response is made once when repeated', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const done = { outcome: 'captured', capturedCents: 4_520 }
  for (const fault of lost) {
    const input = { ...newCall(), reference: await held(fake, processor), amountCents: 4_520 }
    fake.faults.next('capture', fault)
    assert.ok(isUnknown(await failureOf(processor.capture(input))), fault)
    assert.deepEqual(await processor.capture(input), done)
  }
  for (const fault of obscured) {
    const input = { ...newCall(), reference: await held(fake, processor), amountCents: 4_520 }
    fake.faults.next('capture', fault)
    for (const _ of [1, 2]) assert.deepEqual(await processor.capture(input), done)
  }
  assert.equal(fake.books().captures.length, lost.length + obscured.length)
  assert.equal(fake.books().heldCents, 0)
})

for (const fault of unanswered) {
  test(`DESIGN 6.4, Stripe: no answer to a capture, a void, a refund, a transfer in time (${fault}): unknown, done once`, async () => {
    await using fake = await startFakeStripe()
    const patient = connect(fake)
    const hasty = connect(fake, impatient)
    const carrier = await patient.startPayoutSetup({ carrierId: 'carrier-1', reference: null, returnUrl })
    fake.people.finishPayoutSetup(carrier.reference)
    const [taken, given] = [await held(fake, patient), await held(fake, patient)]
    const calls = {
      capture: (by: Processor, key: string) => by.capture({ key, reference: taken, amountCents: 4_520 }),
      void: (by: Processor, key: string) => by.void({ key, reference: given }),
      refund: (by: Processor, key: string) =>
        by.refund({ ...callOf(key), reference: taken, amountCents: 100 }),
      transfer: (by: Processor, key: string) =>
        by.transfer({
          ...callOf(key),
          amountCents: 3_930,
          payoutReference: carrier.reference,
          sourceReference: taken,
        }),
    }
    for (const operation of ['capture', 'void', 'refund', 'transfer'] as const) {
      const key = newKey()
      fake.faults.next(operation, fault)
      await assertUnanswered(fake, operation, () => calls[operation](hasty, key))
      assert.match((await calls[operation](patient, key)).outcome, /^(captured|released|done)$/)
    }
    const { captures, cancels, refunds, transfers } = fake.books()
    assert.deepEqual(
      [captures, cancels, refunds, transfers].map(({ length }) => length),
      [1, 1, 1, 1],
    )
  })
}

test('DESIGN 6.4, Stripe: a capture of an expired or refused hold is refused as hold_gone', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const expired = await held(fake, processor)
  fake.people.expireHold(expired)
  const lateRefusal = await held(fake, processor, 'capture_fails')
  for (const reference of [expired, lateRefusal]) {
    const answer = await processor.capture({ ...newCall(), reference, amountCents: 4_520 })
    assert.deepEqual(answer, { outcome: 'refused', refusal: 'hold_gone' })
  }
  assert.equal(fake.books().captures.length, 0)
})

test('DESIGN 6.4, Stripe: a capture that Stripe refuses while the hold is alive', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await held(fake, processor)
  fake.faults.next('capture', 'card_error')
  assert.deepEqual(await processor.capture({ ...newCall(), reference, amountCents: 4_520 }), {
    outcome: 'refused',
    refusal: 'other',
  })
  for (const amountCents of [4_521, 0]) {
    assert.ok(isRefused(await failureOf(processor.capture({ ...newCall(), reference, amountCents }))))
  }
  assert.equal(fake.books().heldCents, 4_520)
})

test('DESIGN 6.4, Stripe: a capture of a hold captured elsewhere returns the amount that was captured', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await captured(fake, processor, 4_000)
  for (const amountCents of [4_000, 4_520]) {
    const answer = await processor.capture({ ...newCall(), reference, amountCents })
    assert.deepEqual(answer, { outcome: 'captured', capturedCents: 4_000 })
  }
  assert.equal(fake.books().captures.length, 1)
})

test('DESIGN 6.4, Stripe: a void releases a hold and an unconfirmed authorisation; a repeat, also with another key, returns the same', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const open = await processor.authorize(ask(fake.people.saveCard('confirm')))
  for (const reference of [await held(fake, processor), open.reference ?? '']) {
    const key = newKey()
    for (const each of [key, key, newKey()]) {
      assert.deepEqual(await processor.void({ key: each, reference }), { outcome: 'released' })
    }
  }
  assert.equal(fake.books().cancels.length, 2)
  assert.equal(fake.books().heldCents, 0)
})

test('DESIGN 6.4, Stripe: a void after the capture says so', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = await captured(fake, processor)
  const found = await processor.void({ ...newCall(), reference })
  assert.deepEqual(found, { outcome: 'already_captured', capturedCents: 4_520 })
  assert.equal(fake.books().capturedCents, 4_520)
})

test('DESIGN 6.4, Stripe: a void with a lost response is released when repeated', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  for (const fault of lost) {
    const input = { ...newCall(), reference: await held(fake, processor) }
    fake.faults.next('void', fault)
    assert.ok(isUnknown(await failureOf(processor.void(input))), fault)
    assert.deepEqual(await processor.void(input), { outcome: 'released' })
  }
  for (const fault of obscured) {
    fake.faults.next('void', fault)
    const reference = await held(fake, processor)
    assert.deepEqual(await processor.void({ ...newCall(), reference }), { outcome: 'released' })
  }
  assert.equal(fake.books().heldCents, 0)
})

test('DESIGN 6.4, Stripe: an unknown payment cannot be captured, released or read', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const reference = 'pi_none'
  const calls = [
    () => processor.capture({ ...newCall(), reference, amountCents: 1 }),
    () => processor.void({ ...newCall(), reference }),
    () => processor.readAuthorization(reference),
  ]
  for (const call of calls) assert.ok(isRefused(await failureOf(call())))
})
