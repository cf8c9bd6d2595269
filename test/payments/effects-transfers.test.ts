import assert from 'node:assert/strict'
import test from 'node:test'
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
  testMoney,
} from '../support/payments.ts'
import { paymentsDatabase } from '../support/payments-database.ts'

const db = await paymentsDatabase()

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
  const carrierId = await newCarrier(money)
  const { paymentId } = await heldPayment(money)
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 4_520 })
  const transferId = await queue(money, { paymentId, kind: 'transfer', amountCents: 4_520, carrierId })
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
