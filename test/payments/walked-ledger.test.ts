import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sumDays } from '../../server/day-sums/sum-days.ts'
import { newId } from '../../server/lib/ids.ts'
import { type Imbalance, ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { checkBooks } from '../../server/today/check-books.ts'
import { readLedgerBalances, watchLedger, watchWholeLedger } from '../../server/today/ledger.ts'
import type { PartSize } from '../../server/today/walk-ledger.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  carryOut,
  heldPayment,
  newCarrier,
  shareOut,
  type TestMoney,
  testMoney,
} from '../support/payments.ts'

/* Decision 63: the whole ledger is checked in parts, which go on where the last one has ended. */
let db: TestDatabase
let money: TestMoney
let paymentIds: string[]
before(async () => {
  db = await createDatabase()
  money = await testMoney(db)
})
after(() => db[Symbol.asyncDispose]())

const change = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)

/** Makes everything some days old, so that only a check of the whole ledger reads it. */
const age = async (days: number) => {
  for (const [table, column] of [
    ['ledger_transfer', 'at'],
    ['payment', 'updated_at'],
    ['payment_effect', 'settled_at'],
  ])
    await change(`update ${table} set ${column} = ${column} - make_interval(days => $1)`, days)
}

beforeEach(async () => {
  for (const table of [
    'ledger_transfer',
    'payment_effect',
    'payment',
    'wallet',
    'ledger_check',
    'summed_day',
  ])
    await change(`delete from ${table}`)
  paymentIds = []
  for (let count = 0; count < 5; count++) {
    const { paymentId, accountId } = await heldPayment(money)
    paymentIds.push(paymentId)
    if (count % 2 === 0) await deliver(paymentId)
    else await change('insert into wallet (account_id, balance_cents) values ($1, 0)', accountId)
    await age(2)
  }
  while ((await sumDays({ slowReads: db.kysely })) > 0);
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

async function deliver(paymentId: string): Promise<void> {
  const carrierId = await newCarrier(money)
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await shareOut(db, paymentId, { [`carrier:${carrierId}`]: 4_000, 'platform:fees': 520 })
}

const small: PartSize = { payments: 2, wallets: 1, ledgerRows: 3 }

/** One turn of the background on a node. @returns whether this node has checked. */
async function turn(size = small): Promise<boolean> {
  await change('update ledger_check set whole_due_at = now()')
  const { signal } = new AbortController()
  return watchWholeLedger({ kysely: db.kysely, slowReads: db.kysely, size }, signal)
}

const placeOf = async () => {
  const { rows } = await change('select walk, whole_checked_at as checked from ledger_check')
  return rows[0] as { walk: { stage: string; after: string | null } | null; checked: Date | null }
}

/** Turns until the walk has ended. @returns their number. */
async function finish(size = small): Promise<number> {
  for (let turns = 1; turns <= 100; turns++) {
    await turn(size)
    if (!(await placeOf()).walk) return turns
  }
  return assert.fail('the walk does not come to its end')
}

const found = async () => (await readLedgerBalances(db.kysely)).differences.map(({ check }) => check)

/** Changes a table as only somebody with the rights of the owner can: no trigger runs. */
const behindTheTriggers = async (statement: string, ...values: unknown[]) => {
  const client = await db.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, values)
  } finally {
    client.release(true)
  }
}

const capturedToo = `update payment set captured_cents = captured_cents + 1 where id = $1`

test('each part begins where the last one has ended, also on another node after a crash', async () => {
  await turn()
  const first = await placeOf()
  assert.deepEqual([first.walk?.stage, first.walk?.after, first.checked], ['payments', paymentIds[1], null])
  // A node that was killed in the next part has the lease until its end.
  await change(
    `update ledger_check set whole_claim_id = $1, whole_leased_until = now() + interval '1 minute'`,
    newId(),
  )
  assert.equal(await turn(), false)
  await change(`update ledger_check set whole_leased_until = now()`)
  assert.equal(await turn(), true)
  assert.equal((await placeOf()).walk?.after, paymentIds[3])
  assert.ok((await finish()) > 3, 'a part is bounded by its rows')
  const { balances, balanced } = await readLedgerBalances(db.kysely)
  assert.equal(balanced, true)
  const of = (account: string) => balances.find((each) => each.account === account)
  assert.deepEqual(of('held'), { account: 'held', balance_cents: 2 * 4_520, accounts: 2 })
  assert.deepEqual(of('carrier'), { account: 'carrier', balance_cents: 3 * 4_000, accounts: 3 })
  assert.equal(
    balances.reduce((sum, { balance_cents }) => sum + balance_cents, 0),
    0,
  )
})

test('a small ledger is one part', async () => {
  assert.equal(await finish({ payments: 100, wallets: 100, ledgerRows: 100 }), 1)
})

test('a changed old row is found by the walk: by this one before it has come there, else by the next', async () => {
  await turn()
  await change(capturedToo, paymentIds[0])
  await change(capturedToo, paymentIds[4])
  await change('update ledger_check set due_at = now()')
  await watchLedger(db)
  assert.deepEqual(await found(), [], 'it has left no trace')
  await finish()
  assert.deepEqual(await found(), ['captured of a payment'])
  await change('update ledger_check set due_at = now()')
  await watchLedger(db)
  assert.deepEqual(await found(), ['captured of a payment'], 'what is known is read again')
  await finish()
  assert.deepEqual(await found(), ['captured of a payment', 'captured of a payment'])
  await change('update payment set captured_cents = captured_cents - 1 where id = any($1)', [
    paymentIds[0],
    paymentIds[4],
  ])
  await change('update ledger_check set due_at = now()')
  await watchLedger(db)
  assert.deepEqual(await found(), [])
})

test('a changed new row is found by the next check of what has changed, which goes on after hours without one', async () => {
  await finish()
  await change(`update ledger_check set checked_at = now() - interval '5 hours'`)
  const { paymentId } = await heldPayment(money)
  await change(
    `update ledger_transfer set at = now() - interval '4 hours', amount_cents = amount_cents - 20 where payment_id = $1`,
    paymentId,
  )
  await change(`update payment set updated_at = now() - interval '4 hours' where id = $1`, paymentId)
  await change(
    `update payment_effect set settled_at = now() - interval '4 hours' where payment_id = $1`,
    paymentId,
  )
  for (let checks = 0; checks < 5; checks++) {
    await change('update ledger_check set due_at = now()')
    await watchLedger(db)
  }
  assert.deepEqual(await found(), ['held for a payment'])
  const { rows } = await change(`select checked_at > now() - interval '1 minute' as now from ledger_check`)
  assert.deepEqual(rows, [{ now: true }])
})

test('the command compares what has changed since the walk, and everything with --whole', async () => {
  const check = async (isWhole: boolean) => {
    const { differences, since } = await checkBooks(db.kysely, { isWhole, size: small })
    return { found: differences.map((each) => each.check), isFromStart: since === null }
  }
  await change(capturedToo, paymentIds[1])
  const all = { found: ['captured of a payment'], isFromStart: true }
  assert.deepEqual(await check(false), all, 'nothing was checked before')
  await change(`update payment set captured_cents = 0 where id = $1`, paymentIds[1])
  await finish()
  await change(capturedToo, paymentIds[1])
  assert.deepEqual(await check(false), { found: [], isFromStart: false })
  assert.deepEqual(await check(true), all)
  await change(`update payment set updated_at = now() where id = $1`, paymentIds[1])
  assert.deepEqual(await check(false), { ...all, isFromStart: false })
})

test('a row that is changed behind the triggers differs from the sums of its day, until these are written again', async () => {
  const day = `(select min(day) from summed_day)`
  await behindTheTriggers(
    `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode)
     select $1, day, 'correction', 'platform:fees', 'platform:differences', 77, 'live' from summed_day where day = ${day}`,
    newId(),
  )
  assert.deepEqual(await ledgerImbalance(db.kysely), [], 'no other table knows of it')
  await finish()
  const { differences } = await readLedgerBalances(db.kysely)
  assert.deepEqual(
    differences.map(({ check, expected_cents: expected, actual_cents: actual }) => [check, expected, actual]),
    [['movements of a day', 77, 0]],
  )
  await change(`delete from summed_day where day = ${day}`)
  await sumDays({ slowReads: db.kysely })
  await change('update ledger_check set due_at = now()')
  await watchLedger(db)
  assert.deepEqual(await found(), [])
})

test('changed sums are found, of movements, partners and jobs', async () => {
  const day = `(select max(day) from ledger_day_sum)`
  await change(`update ledger_day_sum set cents = cents + 5 where day = ${day}`)
  await change(
    `insert into partner_day_sum select $1, ${day}, 1, 0, 0, 0, 1, 0, array[$1::uuid] from summed_day where day = ${day}`,
    newId(),
  )
  await change(`update summed_day set completed_ids = array[$1::uuid] where day = ${day}`, newId())
  await finish()
  assert.deepEqual((await found()).sort(), ['jobs of a day', 'movements of a day', 'partners of a day'])
})

test('a walk in parts of any size finds the same as one check of the whole', async () => {
  const faults = [
    'update payment set captured_cents = captured_cents + 1 where id = $1',
    `delete from ledger_transfer where payment_id = $1 and kind in ('hold', 'share')`,
    `update payment_effect set amount_cents = amount_cents + 3 where payment_id = $1 and kind in ('capture', 'authorize')`,
    `update ledger_transfer set credit = 'wallet:nobody' where payment_id = $1 and kind = 'share'`,
    `update ledger_transfer set debit = 'carrier:x' where payment_id = $1 and credit = 'platform:fees'`,
    `update wallet set balance_cents = 9 where account_id = (select account_id from payment where id = $1)`,
  ]
  const fault = fc.tuple(fc.constantFrom(...faults), fc.nat(4))
  const size = fc.record({
    payments: fc.integer({ min: 1, max: 6 }),
    wallets: fc.integer({ min: 1, max: 3 }),
    ledgerRows: fc.integer({ min: 1, max: 20 }),
  })
  const cases = fc.sample(fc.tuple(fc.array(fault, { maxLength: 3 }), size), { numRuns: 12, seed: 11 })
  for (const [made, parts] of cases) {
    for (const [statement, of] of made) await change(statement, paymentIds[of])
    const whole = await ledgerImbalance(db.kysely)
    const { differences } = await checkBooks(db.kysely, { isWhole: true, size: parts })
    assert.deepEqual(named(differences), named(whole))
    await change('delete from ledger_check')
    await finish(parts)
    assert.deepEqual(named((await readLedgerBalances(db.kysely)).differences), named(whole))
  }
})

const named = (differences: Imbalance[]) =>
  differences
    .map((each) => [each.check, each.subject, each.expected_cents, each.actual_cents].join(' '))
    .sort()
