import assert from 'node:assert/strict'
import test from 'node:test'
import { sql } from 'kysely'
import { recheckAuthorization, runDueEffects, runEffect } from '../../server/payments/effects/run.ts'
import {
  authorizationsOf,
  balanceOf,
  beginPayment,
  carryOut,
  heldPayment,
  makeDue,
  paymentOf,
  readEffect,
  runUntilSettled,
  testMoney,
} from '../support/payments.ts'
import { paymentsDatabase } from '../support/payments-database.ts'

const db = await paymentsDatabase()

test('a confirmation by the customer settles once as action_required, and once as held after the confirmation', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
  await runEffect(money, effectId)
  const asked = await paymentOf(db, paymentId)
  assert.equal(asked.status, 'action_required')
  assert.equal(
    asked.actionUrl,
    `/app/sandbox/confirm?payment=${paymentId}&back=${encodeURIComponent('/app/jobs/1')}`,
  )
  await recheckAuthorization(money, paymentId)
  assert.equal(money.settled.length, 1, 'nothing new, nothing told')
  assert.ok(await money.sandbox.answerConfirmation(asked.reference ?? '', true))
  await Promise.all(Array.from({ length: 10 }, () => recheckAuthorization(money, paymentId)))
  const held = await paymentOf(db, paymentId)
  assert.deepEqual([held.status, held.actionUrl, held.abandonAt], ['held', null, null])
  assert.deepEqual(
    money.settled.map(({ outcome }) => outcome.outcome),
    ['action_required', 'held'],
  )
  assert.equal(await balanceOf(db, `held:${paymentId}`), 4_520)
})

test('a confirmation by the customer is refused when the bank says no', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
  await runEffect(money, effectId)
  await money.sandbox.answerConfirmation((await paymentOf(db, paymentId)).reference ?? '', false)
  await recheckAuthorization(money, paymentId)
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.refusal], ['refused', 'not_confirmed'])
})

test('a confirmation by the customer is voided when the job is given up, and settles only once', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
  await runEffect(money, effectId)
  await carryOut(money, { paymentId, kind: 'void', amountCents: 0 })
  await runUntilSettled(money, effectId)
  assert.ok((await readEffect(db, effectId)).settled_at)
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.actionUrl, payment.refusal], ['released', null, null])
  assert.deepEqual(
    money.settled.map(({ kind, outcome }) => [kind, outcome.outcome]),
    [
      ['authorize', 'action_required'],
      ['void', 'released'],
    ],
  )
})

test('a confirmation by the customer is polled by the task when the customer does not return: held or given up', async () => {
  const money = await testMoney(db)
  const confirmed = await beginPayment(money, 'asks_confirmation')
  const ignored = await beginPayment(money, 'asks_confirmation')
  for (const { effectId } of [confirmed, ignored]) await runEffect(money, effectId)
  const { reference } = await paymentOf(db, confirmed.paymentId)
  await money.sandbox.answerConfirmation(reference ?? '', true)
  await db.kysely
    .updateTable('payment')
    .set({ abandon_at: sql<Date>`now() - interval '1 second'` })
    .where('status', '=', 'action_required')
    .execute()
  for (const { effectId } of [confirmed, ignored]) await makeDue(db, effectId)
  await runDueEffects(money, new AbortController().signal)
  assert.equal((await paymentOf(db, confirmed.paymentId)).status, 'held')
  const given = await paymentOf(db, ignored.paymentId)
  assert.deepEqual([given.status, given.refusal], ['refused', 'not_confirmed'])
  assert.deepEqual(
    (await authorizationsOf(db, ignored.paymentId)).map(({ status }) => status),
    ['released'],
    'and its page is closed at the processor',
  )
  assert.equal(await money.sandbox.answerConfirmation(given.reference ?? '', true), false)
})

test('a confirmation by the customer is not asked for where no customer is present', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money, 'asks_confirmation', {
    purpose: 'renewal',
    returnUrl: null,
  })
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  const refused = await heldPayment(money, 'renewal_refused', { purpose: 'renewal', returnUrl: null })
  assert.equal((await paymentOf(db, refused.paymentId)).status, 'refused')
  const present = await heldPayment(money, 'renewal_refused')
  assert.equal((await paymentOf(db, present.paymentId)).status, 'held')
})
