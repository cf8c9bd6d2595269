import assert from 'node:assert/strict'
import test from 'node:test'
import { sql } from 'kysely'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { backoffSeconds } from '../../server/payments/effects/call.ts'
import { runEffect } from '../../server/payments/effects/run.ts'
import {
  authorizationsOf,
  balanceOf,
  beginPayment,
  carryOut,
  heldPayment,
  makeDue,
  paymentOf,
  queue,
  readEffect,
  runUntilSettled,
  testMoney,
} from '../support/payments.ts'
import { paymentsDatabase } from '../support/payments-database.ts'

const db = await paymentsDatabase()

const lost = new ProviderError('sandbox', 'the line broke', { retryable: true, outcome: 'unknown' })
const down = new ProviderError('sandbox', 'ECONNREFUSED', { retryable: true, outcome: 'refused' })
const never = new ProviderError('sandbox', 'status 400', { retryable: false, outcome: 'refused' })

const age = (effectId: string, minutes: number) =>
  db.kysely
    .updateTable('payment_effect')
    .set({ created_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where('id', '=', effectId)
    .execute()

for (const refusal of ['declined', 'insufficient_funds', 'expired_card'] as const) {
  test(`refusals: a card that is refused (${refusal}) refuses the payment, and nothing is held`, async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await heldPayment(money, refusal)
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual([payment.status, payment.refusal], ['refused', refusal])
    assert.equal((await readEffect(db, effectId)).status, 'refused')
    assert.deepEqual(
      money.settled.map(({ kind, outcome }) => [kind, outcome.outcome]),
      [['authorize', 'refused']],
    )
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  })
}

test('refusals: a request the processor will never take refuses the payment', async () => {
  const money = await testMoney(db, () => ({ authorize: () => Promise.reject(never) }))
  const { paymentId } = await heldPayment(money)
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.refusal], ['refused', 'other'])
})

test('refusals: a processor that is down is retried, and after ten minutes the customer is not charged any more', async () => {
  const money = await testMoney(db, () => ({ authorize: () => Promise.reject(down) }))
  const { paymentId, effectId } = await beginPayment(money, 'success')
  await runEffect(money, effectId)
  const effect = await readEffect(db, effectId)
  assert.deepEqual([effect.status, effect.in_doubt, effect.last_error], ['due', false, down.message])
  await age(effectId, 11)
  await makeDue(db, effectId)
  await runEffect(money, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'refused')
})

test('refusals: an authorisation at a processor that is not configured any more is given up after ten minutes', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'success')
  const away: typeof money = { ...money, processors: { ...money.processors, named: () => null } }
  await runEffect(away, effectId)
  assert.equal((await readEffect(db, effectId)).last_error, 'sandbox is not connected')
  await age(effectId, 11)
  await makeDue(db, effectId)
  await runEffect(away, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'refused')
  assert.deepEqual(await authorizationsOf(db, paymentId), [])
})

test('refusals: a hold at a processor that is not configured any more waits for it, and is captured there', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money)
  const away: typeof money = { ...money, processors: { ...money.processors, named: () => null } }
  const captureId = await queue(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await age(captureId, 11)
  await runEffect(away, captureId)
  assert.deepEqual((await readEffect(db, captureId)).status, 'due')
  await makeDue(db, captureId)
  await runEffect(money, captureId)
  assert.equal((await paymentOf(db, paymentId)).status, 'captured')
  await carryOut(money, { paymentId, kind: 'refund', amountCents: 4_520 })
})

test('refusals: an authorisation in doubt is retried without a limit', async () => {
  let isDown = false
  const money = await testMoney(db, (sandbox) => ({
    authorize: async (input) => {
      if (isDown) throw down
      await sandbox.authorize(input)
      throw lost
    },
  }))
  const { paymentId, effectId } = await beginPayment(money, 'success')
  await runEffect(money, effectId)
  isDown = true
  await age(effectId, 600)
  await makeDue(db, effectId)
  await runEffect(money, effectId)
  const effect = await readEffect(db, effectId)
  assert.deepEqual([effect.status, effect.in_doubt], ['due', true])
  await makeDue(db, effectId)
  await runEffect(await testMoney(db), effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
})

test('refusals: the waits between tries are 1, 2, 4, 8 and then 15 seconds', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 100].map(backoffSeconds), [1, 2, 4, 8, 15, 15, 15])
})

test('refusals: an unexpected exception of a provider leaves the effect in doubt, and its message is not stored', async () => {
  const money = await testMoney(db, () => ({
    authorize: () => Promise.reject(new TypeError('card 4242 of +34600111222')),
  }))
  const { effectId } = await beginPayment(money, 'success')
  await runEffect(money, effectId)
  const effect = await readEffect(db, effectId)
  assert.deepEqual([effect.in_doubt, effect.last_error], [true, 'sandbox: unexpected TypeError'])
  await runUntilSettled(await testMoney(db), effectId)
})
