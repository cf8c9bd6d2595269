import assert from 'node:assert/strict'
import test from 'node:test'
import { queueEffect } from '../../server/payments/effects/queue.ts'
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

test('after the hold: a capture takes at most the held amount and releases the rest', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money)
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 2_500 })
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.capturedCents], ['captured', 2_500])
  assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  assert.equal(await balanceOf(db, `captured:${paymentId}`), 2_500)
  await carryOut(money, { paymentId, kind: 'refund', amountCents: 2_500 })
  assert.equal((await paymentOf(db, paymentId)).refundedCents, 2_500)
})

test('after the hold: a hold is released once, and not captured after that', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money)
  await queue(money, { paymentId, kind: 'void', amountCents: 0 })
  await assert.rejects(queue(money, { paymentId, kind: 'void', amountCents: 0 }), /payment_effect_once/)
  await assert.rejects(queue(money, { paymentId, kind: 'capture', amountCents: 4_520 }), /no state/)
})

test('after the hold: a refused capture: settled as refused, the payment refused, the remaining hold voided', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money, 'refused_at_capture')
  const captureId = await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  assert.equal((await readEffect(db, captureId)).status, 'refused')
  assert.equal((await paymentOf(db, paymentId)).status, 'refused')
  assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  assert.deepEqual(
    money.settled.map(({ kind, outcome }) => [kind, outcome.outcome]),
    [
      ['authorize', 'held'],
      ['capture', 'refused'],
      ['void', 'released'],
    ],
  )
})

test('after the hold: a capture of an expired hold is settled as hold_gone', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money, 'hold_expires_at_once')
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  assert.deepEqual(money.settled.at(-1)?.outcome, { outcome: 'refused', refusal: 'hold_gone' })
})

test('after the hold: a void gives the hold back', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money)
  await carryOut(money, { paymentId, kind: 'void', amountCents: 0 })
  assert.equal((await paymentOf(db, paymentId)).status, 'released')
  assert.deepEqual(
    (await authorizationsOf(db, paymentId)).map(({ status }) => status),
    ['released'],
  )
  assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
})

test('after the hold: a void of an attempt that was never sent makes no call', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'success')
  const voidId = await queue(money, { paymentId, kind: 'void', amountCents: 0 })
  await runEffect(money, effectId)
  await runUntilSettled(money, voidId)
  assert.equal((await paymentOf(db, paymentId)).status, 'refused')
  assert.deepEqual(await authorizationsOf(db, paymentId), [])
})

test('after the hold: a void of an attempt in doubt waits for its outcome, and then releases the hold', async () => {
  const money = await testMoney(db)
  const { paymentId, effectId } = await beginPayment(money, 'outcome_unknown')
  await runEffect(money, effectId)
  const voidId = await queue(money, { paymentId, kind: 'void', amountCents: 0 })
  await runEffect(money, voidId)
  assert.equal((await readEffect(db, voidId)).status, 'due')
  await makeDue(db, effectId)
  await makeDue(db, voidId)
  await runEffect(money, effectId)
  await runUntilSettled(money, voidId)
  assert.equal((await paymentOf(db, paymentId)).status, 'released')
  assert.deepEqual(
    (await authorizationsOf(db, paymentId)).map(({ status }) => status),
    ['released'],
  )
})

test('after the hold: a void of a captured payment settles as captured, and the ledger follows', async () => {
  const money = await testMoney(db)
  const { paymentId } = await heldPayment(money)
  const { reference } = await paymentOf(db, paymentId)
  await money.sandbox.capture({ key: 'by hand', reference: reference ?? '', amountCents: 4_520 })
  const refunding: typeof money = {
    ...money,
    settle: async (trx, settled) => {
      await money.settle(trx, settled)
      if (settled.kind === 'void') await queueEffect(trx, { paymentId, kind: 'refund', amountCents: 4_520 })
    },
  }
  await carryOut(refunding, { paymentId, kind: 'void', amountCents: 0 })
  assert.deepEqual(
    money.settled.slice(1).map(({ kind, outcome }) => [kind, outcome.outcome]),
    [
      ['void', 'already_captured'],
      ['refund', 'done'],
    ],
  )
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.capturedCents, payment.refundedCents], ['captured', 4_520, 4_520])
})

test('after the hold: a void that finds a capture recorded as refused settles as captured, and the ledger follows', async () => {
  const money = await testMoney(db, (sandbox) => ({
    capture: async (input) => {
      await sandbox.capture({ ...input, key: 'by hand on the page of the processor' })
      return { outcome: 'refused', refusal: 'other' }
    },
  }))
  const refunding: typeof money = {
    ...money,
    settle: async (trx, { kind, payment: { id } }) =>
      kind === 'void'
        ? void (await queueEffect(trx, { paymentId: id, kind: 'refund', amountCents: 4_520 }))
        : undefined,
  }
  const { paymentId } = await heldPayment(money)
  await carryOut(refunding, { paymentId, kind: 'capture', amountCents: 4_520 })
  const { status, capturedCents, refundedCents } = await paymentOf(db, paymentId)
  assert.deepEqual([status, capturedCents, refundedCents], ['captured', 4_520, 4_520])
  assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
})
