import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../../server/lib/ids.ts'
import { changedLedgerPart } from '../../server/payments/ledger/changed-part.ts'
import { type Imbalance, ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { book } from '../../server/payments/ledger/entries.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  type Begun,
  carryOut,
  heldPayment,
  newAccount,
  type TestMoney,
  testMoney,
} from '../support/payments.ts'

let db: TestDatabase
let money: TestMoney
let held: Begun
before(async () => {
  db = await createDatabase()
  money = await testMoney(db)
})
beforeEach(async () => {
  await db.kysely.deleteFrom('ledger_transfer').execute()
  await db.kysely.deleteFrom('payment_effect').execute()
  await db.kysely.deleteFrom('payment').execute()
  await db.kysely.deleteFrom('wallet').execute()
  held = await heldPayment(money)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})
after(() => db[Symbol.asyncDispose]())

/**
 * The differences found by a check of the whole ledger. A check of the last hour's changes finds the same; of a change
 * without a trace (`isHidden`), only if it is known.
 */
const found = async ({ isHidden = false } = {}): Promise<string[]> => {
  const imbalances = await ledgerImbalance(db.kysely)
  const part = await changedLedgerPart(db.kysely, lastHour, isHidden ? imbalances : [])
  assert.deepEqual(sorted(await ledgerImbalance(db.kysely, { part })), sorted(imbalances))
  return imbalances.map((each) => `${each.check}: ${each.expected_cents}, ${each.actual_cents}`).sort()
}

const lastHour = { since: sql<Date>`now() - interval '1 hour'`, until: null }

const sorted = (imbalances: Imbalance[]) => imbalances.map((each) => JSON.stringify(each)).sort()

const bookByHand = (debit: string, credit: string, amountCents: number) =>
  db.kysely.transaction().execute((trx) =>
    book(trx, {
      kind: 'correction',
      debit: debit as 'platform:fees',
      credit: credit as 'platform:fees',
      amountCents,
      mode: 'live',
      jobId: null,
      paymentId: null,
      effectId: null,
    }),
  )

describe('DESIGN 6, promise 4: ledger check finds', () => {
  test('a wallet balance that differs from the ledger', async () => {
    await db.kysely
      .insertInto('wallet')
      .values({ account_id: await newAccount(db), balance_cents: 100 })
      .execute()
    assert.deepEqual(await found({ isHidden: true }), ['wallet balance: 0, 100'])
  })

  test('a wallet that is missing', async () => {
    await bookByHand('platform:fees', `wallet:${newId()}`, 250)
    assert.deepEqual(await found(), ['wallet balance: 250, 0'])
  })

  test('a hold that was not booked', async () => {
    await db.kysely.deleteFrom('ledger_transfer').execute()
    assert.deepEqual(await found(), ['held for a payment: 4520, 0'])
  })

  test('a capture that was neither shared out nor refunded', async () => {
    await carryOut(money, { paymentId: held.paymentId, kind: 'capture', amountCents: 4_520 })
    assert.deepEqual(await found(), ['captured and not shared out or refunded: 0, 4520'])
    await bookByHand(`captured:${held.paymentId}`, 'platform:fees', 4_520)
    assert.deepEqual(await found(), [])
  })

  test('more shared out than was captured', async () => {
    await bookByHand(`captured:${held.paymentId}`, 'platform:fees', 1)
    assert.deepEqual(await found(), ['captured and not shared out or refunded: 0, -1'])
  })

  test('a payment that differs from the ledger', async () => {
    await db.kysely.updateTable('payment').set({ captured_cents: 7, refunded_cents: 3 }).execute()
    assert.deepEqual(await found(), ['captured of a payment: 7, 0', 'refunded of a payment: 3, 0'])
  })

  test('a call that was made and not booked', async () => {
    await carryOut(money, { paymentId: held.paymentId, kind: 'capture', amountCents: 4_520 })
    await bookByHand(`captured:${held.paymentId}`, 'platform:fees', 4_520)
    await carryOut(money, { paymentId: held.paymentId, kind: 'refund', amountCents: 20 })
    await bookByHand('platform:fees', `captured:${held.paymentId}`, 20)
    assert.deepEqual(await found(), [])
    await db.kysely.deleteFrom('ledger_transfer').where('kind', '=', 'refund').execute()
    assert.deepEqual(
      (await found()).map((each) => each.split(':')[0]),
      ['booked for an effect', 'captured and not shared out or refunded', 'refunded of a payment'],
    )
  })

  test('also when more has been moved than 32 bits can count', async () => {
    for (const by of ['wallet:a', 'wallet:b']) await bookByHand('processor:sandbox', by, 2_000_000_000)
    assert.deepEqual(await found(), ['wallet balance: 2000000000, 0', 'wallet balance: 2000000000, 0'])
  })

  test('a carrier paid more than earned', async () => {
    await bookByHand(`carrier:${newId()}`, 'processor:sandbox', 5)
    assert.deepEqual(await found(), ['carrier paid more than earned: 0, -5'])
  })
})

test('a check of what has changed finds a row of another payment on the account of this one', async () => {
  const other = await heldPayment(money)
  await db.pool.query(`update payment set updated_at = now() - interval '2 hours'`)
  await db.pool.query(`update ledger_transfer set at = now() - interval '2 hours'`)
  await bookByHand('platform:fees', `held:${other.paymentId}`, 5)
  assert.deepEqual(await found(), ['held for a payment: 4520, 4525'])
})

test('a check of what has changed bears an account that names nothing', async () => {
  const names = ['wallet:a', `wallet:${'0'.repeat(36)}`, 'held:x']
  for (const name of names) await bookByHand('platform:fees', name, 5)
  assert.deepEqual(await found(), ['wallet balance: 5, 0', 'wallet balance: 5, 0'])
})

test('a check of what has changed reads the last hour and what is known to differ', async () => {
  const old = `now() - interval '2 hours'`
  await db.pool.query(`update ledger_transfer set at = ${old}, amount_cents = amount_cents - 1`)
  await db.pool.query(`update payment set updated_at = ${old}`)
  await db.pool.query(`update payment_effect set settled_at = ${old}`)
  const known = await ledgerImbalance(db.kysely)
  assert.equal(known.length, 1)
  const check = async (before: Imbalance[]) =>
    ledgerImbalance(db.kysely, { part: await changedLedgerPart(db.kysely, lastHour, before) })
  assert.deepEqual(await check([]), [])
  assert.deepEqual(await check(known), known)
  await db.pool.query('update payment set updated_at = now()')
  assert.deepEqual(await check([]), known)
})
