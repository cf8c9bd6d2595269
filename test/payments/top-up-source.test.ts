import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { queueEffect } from '../../server/payments/effects/queue.ts'
import { chooseTopUp } from '../../server/payments/wallet/top-up-source.ts'
import { createDatabase } from '../support/database.ts'
import { heldPayment, newAccount, newCarrier, testMoney } from '../support/payments.ts'
import { until } from '../support/until.ts'

const db = await createDatabase()
after(() => db[Symbol.asyncDispose]())
const money = await testMoney(db)

const lockAwaited = () =>
  until('the second choice waits for the first', async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) > 0
  })

test('decision 19: of two transfers that choose a top-up at the same time, only one gets the charge', async () => {
  const accountId = await newAccount(db)
  const { paymentId } = await heldPayment(money, 'success', { accountId, purpose: 'top_up' })
  await db.kysely
    .updateTable('payment')
    .set({ status: 'captured', captured_cents: 4_520 })
    .where('id', '=', paymentId)
    .execute()
  const { paymentId: spending } = await heldPayment(money)
  const carrierId = await newCarrier(money)
  const choice = { accountId, processor: 'sandbox', amountCents: 3_930, paidAt: new Date() }
  const { first, second } = await db.kysely.transaction().execute(async (trx) => {
    const sourcePaymentId = await chooseTopUp(trx, choice)
    const later = db.kysely.transaction().execute((other) => chooseTopUp(other, choice))
    await lockAwaited()
    const transfer = { paymentId: spending, kind: 'transfer', amountCents: 3_930, carrierId } as const
    await queueEffect(trx, { ...transfer, sourcePaymentId })
    return { first: sourcePaymentId, second: [later] }
  })
  assert.deepEqual([first, await second[0]], [paymentId, null])
})
