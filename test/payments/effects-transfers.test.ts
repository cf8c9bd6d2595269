import assert from 'node:assert/strict'
import test from 'node:test'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { runEffect } from '../../server/payments/effects/run.ts'
import { listPayments } from '../../server/payments/queries/show-payments.ts'
import {
  allowPayouts,
  balanceOf,
  carryOut,
  heldPayment,
  makeDue,
  newCarrier,
  queue,
  readEffect,
  shareOut,
  type TestMoney,
  testMoney,
} from '../support/payments.ts'
import { paymentsDatabase } from '../support/payments-database.ts'

const db = await paymentsDatabase()

/** Captures a payment for a carrier, and queues the transfer. */
async function queuedTransfer(money: TestMoney) {
  const carrierId = await newCarrier(money)
  const { paymentId } = await heldPayment(money)
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 4_520 })
  const transferId = await queue(money, { paymentId, kind: 'transfer', amountCents: 4_520, carrierId })
  return { transferId, paymentId, carrierId }
}

test('after the hold: a transfer waits for a payout account, is made once, and is booked', async () => {
  const money = await testMoney(db)
  const carrierId = await newCarrier(money, { canBePaid: false })
  const { paymentId } = await heldPayment(money)
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 3_930, 'platform:fees': 590 })
  const transferId = await queue(money, { paymentId, kind: 'transfer', amountCents: 3_930, carrierId })
  await runEffect(money, transferId)
  assert.equal((await readEffect(db, transferId)).last_error, 'the carrier has no payout account yet')
  await allowPayouts(money, carrierId)
  await makeDue(db, transferId)
  await Promise.all(Array.from({ length: 10 }, () => runEffect(money, transferId)))
  const effect = await readEffect(db, transferId)
  assert.equal(effect.status, 'done')
  assert.match(effect.reference ?? '', /^transfer_/)
  assert.equal(await balanceOf(db, `carrier:${carrierId}`), 0)
})

test('after the hold: a transfer that is refused stays, for people to see, and is asked for hourly with the same key', async () => {
  const money = await testMoney(db, () => ({
    transfer: () => Promise.resolve({ outcome: 'refused', reason: 'account closed' }),
  }))
  const { transferId, paymentId } = await queuedTransfer(money)
  await runEffect(money, transferId)
  const effect = await readEffect(db, transferId)
  assert.deepEqual([effect.status, effect.last_error], ['due', 'account closed'])
  assert.ok(effect.due_at.getTime() - effect.created_at.getTime() >= 3_600_000)
  const stuck = await listPayments(db.kysely, { most: 100, stuckOnly: true })
  assert.equal(stuck.find(({ id }) => id === paymentId)?.trouble, 'transfer: account closed')
  await makeDue(db, transferId)
  await runEffect(await testMoney(db), transferId)
  assert.equal((await readEffect(db, transferId)).status, 'done')
  assert.ok(
    !(await listPayments(db.kysely, { most: 100, stuckOnly: true })).some(({ id }) => id === paymentId),
  )
})

test('DESIGN 6, promise 4: a transfer whose response is lost is asked for again with the same key, and booked once', async () => {
  const keys: string[] = []
  const money = await testMoney(db, (sandbox) => ({
    transfer: async (input) => {
      keys.push(input.key)
      const moved = await sandbox.transfer(input)
      if (keys.length > 1) return moved
      throw new ProviderError('sandbox', 'no answer', { retryable: true, outcome: 'unknown' })
    },
  }))
  const { transferId, carrierId } = await queuedTransfer(money)
  await runEffect(money, transferId)
  assert.equal((await readEffect(db, transferId)).in_doubt, true)
  await makeDue(db, transferId)
  await runEffect(money, transferId)
  assert.deepEqual(keys, [transferId, transferId])
  assert.equal((await readEffect(db, transferId)).status, 'done')
  assert.equal(await balanceOf(db, `carrier:${carrierId}`), 0)
})

test('DESIGN 6, promise 4: a transfer whose worker has lost its lease is settled by the next one, and only by it', async () => {
  const [called, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  const money = await testMoney(db, (sandbox) => ({
    transfer: async (input) => {
      const moved = await sandbox.transfer(input)
      if (++calls > 1) return moved
      called.resolve()
      await gate.promise
      return moved
    },
  }))
  const { transferId, carrierId } = await queuedTransfer(money)
  const late = runEffect(money, transferId)
  await called.promise
  await runEffect(money, transferId)
  assert.equal(calls, 1, 'the first has the lease')
  await makeDue(db, transferId)
  await runEffect(money, transferId)
  gate.resolve()
  await late
  assert.deepEqual(money.errors, [])
  assert.equal(money.settled.filter(({ kind }) => kind === 'transfer').length, 1)
  assert.equal(await balanceOf(db, `carrier:${carrierId}`), 0)
})
