import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimEffect } from '../../server/payments/effects/claim.ts'
import { runDueEffects, runEffect, waitForProcessor } from '../../server/payments/effects/run.ts'
import type { Authorization } from '../../server/payments/processor.ts'
import {
  authorizationsOf,
  balanceOf,
  beginPayment,
  carryOut,
  makeDue,
  paymentOf,
  queue,
  readEffect,
  testMoney,
} from '../support/payments.ts'
import { paymentsDatabase } from '../support/payments-database.ts'
import { until } from '../support/until.ts'

const db = await paymentsDatabase()

test('DESIGN 6, promise 4: twenty concurrent runs of an effect make one call, settled once', async () => {
  const keys: string[] = []
  const money = await testMoney(db, (sandbox) => ({
    authorize: (input) => {
      keys.push(input.key)
      return sandbox.authorize(input)
    },
  }))
  const { effectId, paymentId } = await beginPayment(money, 'success')
  await Promise.all(Array.from({ length: 20 }, () => runEffect(money, effectId)))
  assert.deepEqual(keys, [effectId], 'the key is the id of the row that was there before the call')
  assert.equal(money.settled.length, 1)
  const payment = await paymentOf(db, paymentId)
  assert.equal(payment.status, 'held')
  assert.ok(payment.heldAt && payment.holdExpiresAt && payment.reference)
  assert.equal(await balanceOf(db, `held:${paymentId}`), 4_520)
})

test('DESIGN 6, promise 4: a lost response is asked for again with the same key until the outcome is known', async () => {
  const money = await testMoney(db)
  const { effectId, paymentId } = await beginPayment(money, 'outcome_unknown')
  await runEffect(money, effectId)
  const effect = await readEffect(db, effectId)
  assert.deepEqual([effect.status, effect.in_doubt], ['due', true])
  assert.equal((await paymentOf(db, paymentId)).status, 'authorizing')
  assert.equal(money.settled.length, 0)
  await makeDue(db, effectId)
  await runEffect(money, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  assert.deepEqual(
    (await authorizationsOf(db, paymentId)).map(({ status }) => status),
    ['held'],
  )
  const captureId = await queue(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await runEffect(money, captureId)
  assert.equal((await readEffect(db, captureId)).in_doubt, true)
  await makeDue(db, captureId)
  await runEffect(money, captureId)
  assert.equal((await paymentOf(db, paymentId)).status, 'captured')
  assert.deepEqual(
    (await authorizationsOf(db, paymentId)).map(({ captured_cents }) => captured_cents),
    [4_520],
  )
  assert.deepEqual(
    money.settled.map(({ kind, outcome }) => [kind, outcome.outcome]),
    [
      ['authorize', 'held'],
      ['capture', 'captured'],
    ],
  )
  await carryOut(money, { paymentId, kind: 'refund', amountCents: 4_520 })
})

test('DESIGN 6, promise 4: a processor that answers late is waited for', async () => {
  const money = await testMoney(db)
  const { effectId, paymentId } = await beginPayment(money, 'answers_late')
  await runEffect(money, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  assert.equal((await readEffect(db, effectId)).attempts, 1)
})

test('DESIGN 6, promise 4: a crash between call and settle: retried after the lease; the late finish changes nothing', async () => {
  const held = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let calls = 0
  const money = await testMoney(db, (sandbox) => ({
    authorize: async (input) => {
      const answer = await sandbox.authorize(input)
      if (calls++ > 0) return answer
      held.resolve()
      await gate.promise
      return answer
    },
  }))
  const { effectId, paymentId } = await beginPayment(money, 'success')
  const zombie = runEffect(money, effectId)
  await held.promise
  await runEffect(money, effectId)
  assert.equal(calls, 1, 'while the lease lasts nobody else calls')
  await makeDue(db, effectId)
  await runEffect(money, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  gate.resolve()
  await zombie
  assert.equal(money.settled.length, 1)
  assert.equal((await authorizationsOf(db, paymentId)).length, 1)
  assert.deepEqual(money.errors, [])
})

test('DESIGN 6: who pays waits for the call, also if the background task has claimed it first', async () => {
  const [called, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const money = await testMoney(db, (sandbox) => ({
    authorize: async (input) => {
      called.resolve()
      await gate.promise
      return sandbox.authorize(input)
    },
  }))
  const { effectId, paymentId } = await beginPayment(money, 'success')
  const background = runEffect(money, effectId)
  await called.promise
  const statusSeen = waitForProcessor(money, { paymentId, work: runEffect(money, effectId) }).then(
    async () => (await paymentOf(db, paymentId)).status,
  )
  assert.equal(await Promise.race([statusSeen, sleep(500, 'waits')]), 'waits')
  gate.resolve()
  await background
  assert.equal(await statusSeen, 'held')
})

test('DESIGN 6, promise 4: a crash before the call: retried by the task, in doubt', async () => {
  const money = await testMoney(db)
  const { effectId, paymentId } = await beginPayment(money, 'success')
  assert.ok(await claimEffect(db.kysely, effectId))
  await makeDue(db, effectId)
  const again = await claimEffect(db.kysely, effectId)
  assert.equal(again?.inDoubt, true)
  await makeDue(db, effectId)
  await runDueEffects(money, new AbortController().signal)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
})

test('DESIGN 6, promise 4: a failing settle writes nothing, and the next attempt gets the same outcome', async () => {
  const money = await testMoney(db)
  const { effectId, paymentId } = await beginPayment(money, 'success')
  const failing = { ...money, settle: () => Promise.reject(new Error('the job is locked')) }
  await runEffect(failing, effectId)
  const effect = await readEffect(db, effectId)
  assert.deepEqual([effect.status, effect.in_doubt, effect.settled_at], ['due', true, null])
  assert.equal((await paymentOf(db, paymentId)).status, 'authorizing')
  assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  await makeDue(db, effectId)
  await runEffect(money, effectId)
  assert.equal((await paymentOf(db, paymentId)).status, 'held')
  assert.equal((await authorizationsOf(db, paymentId)).length, 1)
})

test('DESIGN 6, promise 4: many that are due are all made, a few at a time', async () => {
  let running = 0
  let most = 0
  const money = await testMoney(db, (sandbox) => ({
    authorize: async (input) => {
      most = Math.max(most, ++running)
      const answer = await sandbox.authorize(input).finally(() => running--)
      return answer
    },
  }))
  const first = await beginPayment(money, 'success')
  const { methodId } = await paymentOf(db, first.paymentId)
  const { accountId } = first
  const others = await Promise.all(
    Array.from({ length: 60 }, () => beginPayment(money, 'success', { accountId, methodId })),
  )
  await runDueEffects(money, new AbortController().signal)
  const statuses = await Promise.all(others.map(async (each) => (await paymentOf(db, each.paymentId)).status))
  assert.deepEqual(new Set(statuses), new Set(['held']))
  assert.ok(most <= 5, `${most} at once`)
})

test('DESIGN 6, promise 4: running for days leaves nothing on the signal of the stop', async () => {
  const money = await testMoney(db)
  const { signal } = new AbortController()
  for (let i = 0; i < 5; i++) {
    await beginPayment(money, 'declined')
    await runDueEffects(money, signal)
  }
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('DESIGN 6, promise 4: a stop does not wait for a processor that hangs', async () => {
  const money = await testMoney(db, () => ({ authorize: () => new Promise<Authorization>(() => {}) }))
  const { effectId } = await beginPayment(money, 'success')
  const stopping = new AbortController()
  const run = runDueEffects(money, stopping.signal)
  await until('the call is in progress', async () => (await readEffect(db, effectId)).status === 'running')
  // The timer of the stop does not keep the process alive; in a server, the socket does.
  const alive = setInterval(() => {}, 1_000)
  stopping.abort()
  await run
  clearInterval(alive)
  assert.equal((await readEffect(db, effectId)).status, 'running')
  await db.kysely.deleteFrom('payment_effect').where('id', '=', effectId).execute()
})
