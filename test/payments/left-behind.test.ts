import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../server/config/read-config.ts'
import { checkPayments } from '../../server/doctor/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { forgetRemovedMethods } from '../../server/payments/cards/forget.ts'
import { removeMethod } from '../../server/payments/cards/methods.ts'
import { createDatabase } from '../support/database.ts'
import { heldPayment, newAccount, saveCard, testMoney } from '../support/payments.ts'
import { written } from '../support/written-checks.ts'

/* After the operator has chosen another processor: what the one before still holds. */
const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-left-behind-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const db = await createDatabase()
after(() => db[Symbol.asyncDispose]())
const money = await testMoney(db)

test('DESIGN 2, doctor: open payments at a processor that is not configured any more are listed', async () => {
  const config = readConfig({ DATA_DIR: dataDir })
  const told = async () =>
    (await checkPayments(config, db))
      .map(written)
      .map(({ name, status, detail, remedy }) => [name, status, detail, remedy])
  const { paymentId } = await heldPayment(money)
  const [connected, ...more] = await told()
  assert.deepEqual([connected?.[1], more], ['ok', []])
  const moveTo = (status: 'held' | 'released') =>
    db.kysely
      .updateTable('payment')
      .set({ processor: 'stripe', status })
      .where('id', '=', paymentId)
      .execute()
  await moveTo('held')
  assert.deepEqual((await told()).slice(1), [
    [
      'payments stripe',
      'warn',
      'open payments: 1, but it is not connected',
      'Set PAYMENT_PROCESSOR=stripe until they are done',
    ],
  ])
  await moveTo('released')
  assert.equal((await told()).length, 1)
})

test('spec 1, 3: cards at a processor that is not configured any more do not block the removal of others', async () => {
  const accountId = await newAccount(db)
  const methodId = await saveCard(money, accountId, 'success')
  const left = Array.from({ length: 150 }, () => ({
    id: newId(),
    account_id: accountId,
    processor: 'stripe',
    reference: newId(),
    brand: 'visa',
    last_four: '4242',
    expires_month: 12,
    expires_year: 2_030,
    removed_at: new Date(Date.now() - 60_000),
  }))
  await db.kysely.insertInto('payment_method').values(left).execute()
  assert.equal(await removeMethod(db.kysely, { id: methodId, accountId }), 'removed')
  await forgetRemovedMethods(money, new AbortController().signal)
  const { forgotten_at } = await db.kysely
    .selectFrom('payment_method')
    .select('forgotten_at')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow()
  assert.notEqual(forgotten_at, null)
})
