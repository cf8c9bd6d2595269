import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { bookLedgerDifference, checkLedger as checkNow, readLedger } from '#contract/admin/money/ledger.ts'
import { readToday } from '#contract/admin/today.ts'
import { closeDatabase, type Database, openDatabase } from '../../server/db/database.ts'
import { watchLedger, watchWholeLedger } from '../../server/today/ledger.ts'
import { openMarket } from '../support/market.ts'
import { newAccount } from '../support/payments.ts'
import { because, joinAs, joinAsOwner, stepUp } from '../support/staff.ts'
import { lockTable } from '../support/table-lock.ts'
import { checkLedger } from '../support/today-scenes.ts'

/* Decision 31: the ledger is checked in the background, as a whole and what has changed. */
const market = await openMarket()
const { app } = market
/** The connection for long checks of two nodes. */
const [slow, other] = [openSlow(), openSlow()]
after(async () => {
  await Promise.all([closeDatabase(slow), closeDatabase(other)])
  await market[Symbol.asyncDispose]()
})

function openSlow(): Database {
  const connection = { connectionString: app.db.url }
  return openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError: assert.fail })
}

const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const staff = await joinAs(app, owner, 'staff')

const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)

const watchWhole = ({ signal } = new AbortController(), slowReads = slow) =>
  watchWholeLedger({ kysely: app.db.kysely, slowReads: slowReads.kysely }, signal)

const findUnbalanced = async () => {
  const { entries } = await viewer.ok(readToday)
  return entries.find(
    ({ kind, subject_id }) => kind === 'ledger_unbalanced' && subject_id === 'wallet balance',
  )
}

test('staff ask for a check of the ledger: it is the next work of the background, and recorded', async () => {
  const person = await market.person()
  await change('delete from ledger_check')
  assert.equal(await viewer.refused(checkNow), '403 role_too_low')
  assert.equal((await viewer.ok(readToday)).ledger.checked_at, null)
  const asked = await staff.ok(checkNow)
  assert.deepEqual([asked.checking, asked.balanced, asked.whole_checked_at], [true, null, null])
  assert.equal(await watchWhole(), true)
  const good = await viewer.ok(readLedger)
  assert.deepEqual([good.checking, good.balanced, good.differences], [false, true, []])
  await change('insert into wallet (account_id, balance_cents) values ($1, 700)', person.accountId)
  assert.equal(await watchWhole(), false, 'the next one is not due')
  await staff.ok(checkNow)
  assert.equal(await watchWhole(), true)
  const bad = await viewer.ok(readLedger)
  const account = `wallet:${person.accountId}`
  assert.equal(bad.balanced, false)
  assert.deepEqual(bad.differences, [
    { check: 'wallet balance', subject: account, expected_cents: 0, actual_cents: 700 },
  ])
  const entry = await findUnbalanced()
  assert.deepEqual([entry?.cause, entry?.amount_cents], [account, 700])
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'ledger.check', limit: 2 } })
  assert.deepEqual(
    events.map(({ actor }) => actor.id),
    [staff.memberId, staff.memberId],
  )
  await change('delete from wallet where account_id = $1', person.accountId)
  await change('update ledger_check set due_at = now()')
  await watchLedger(app.db)
  assert.equal(await findUnbalanced(), undefined, 'what is known is checked often')
})

test('a check that was asked for while another ran is done after it', async () => {
  await change('update ledger_check set whole_due_at = now()')
  const { running } = await whileCheckWaits(async () => {
    assert.equal((await staff.ok(checkNow)).checking, true)
    assert.equal(await watchWhole(undefined, other), false, 'another node does not check beside it')
  })
  assert.equal(await running, true)
  // Done only once a check that began after the request has ended.
  assert.equal((await viewer.ok(readLedger)).checking, false)
})

test('a stop cancels the check of the whole ledger; it is due again at once', async () => {
  await change('update ledger_check set whole_due_at = now()')
  const before = await viewer.ok(readLedger)
  await whileCheckWaits(async ({ running, stopping }) => {
    stopping.abort()
    assert.equal(await running, true)
  })
  assert.equal((await viewer.ok(readLedger)).whole_checked_at, before.whole_checked_at)
  assert.equal(await watchWhole(), true)
})

test('what the other check finds during a check of the whole ledger stays, and is looked at again at once', async () => {
  await change('update ledger_check set whole_due_at = now()')
  const { running } = await whileCheckWaits(() => storeDifference('carrier:found'))
  await running
  const { rows } = await change(
    `select differences->0->>'subject' as subject, due_at <= now() as due from ledger_check`,
  )
  assert.deepEqual(rows, [{ subject: 'carrier:found', due: true }])
  await watchLedger(app.db)
  assert.deepEqual((await viewer.ok(readLedger)).differences, [])
})

test('a check of the whole ledger that ends during the other check has the last word', async () => {
  await change('update ledger_check set due_at = now()')
  {
    await using lock = await lockTable(app.db.url, 'wallet', 'ACCESS EXCLUSIVE')
    const running = watchLedger(app.db)
    await lock.reached(1)
    await storeDifference('carrier:found')
    await change('update ledger_check set whole_checked_at = now()')
    await lock[Symbol.asyncDispose]()
    assert.equal(await running, true)
  }
  const [difference] = (await viewer.ok(readLedger)).differences
  assert.equal(difference?.subject, 'carrier:found')
  await checkLedger(market)
})

const storeDifference = async (subject: string) => {
  const difference = { check: 'carrier paid more than earned', subject, expected_cents: 0, actual_cents: -5 }
  await change(
    'update ledger_check set differences = $1, unbalanced_since = now()',
    JSON.stringify([difference]),
  )
}

type RunningCheck = { running: Promise<boolean>; stopping: AbortController }

/** Holds a check of the whole ledger at a locked table during `work`. */
async function whileCheckWaits(work: (check: RunningCheck) => Promise<void>): Promise<RunningCheck> {
  await using lock = await lockTable(app.db.url, 'wallet', 'ACCESS EXCLUSIVE')
  const stopping = new AbortController()
  const check = { stopping, running: watchWhole(stopping) }
  await lock.reached(1)
  await work(check)
  return check
}

test('of all nodes one checks the ledger; a node that dies delays it by two minutes', async () => {
  await change(`update ledger_check set whole_due_at = now() + interval '2 minutes', whole_checked_at = null`)
  await watchWhole()
  assert.equal((await viewer.ok(readToday)).ledger.checked_at, null)
  for (const [column, watch] of [
    ['due_at', () => watchLedger(app.db)],
    ['whole_due_at', () => watchWhole()],
  ] as const) {
    await change(`update ledger_check set ${column} = now() - interval '1 second'`)
    assert.deepEqual((await Promise.all([watch(), watch()])).sort(), [false, true])
    const { rows } = await change(
      `select ${column} > now() + interval '15 seconds' as waits from ledger_check`,
    )
    assert.equal(rows[0].waits, true)
  }
  assert.ok((await viewer.ok(readToday)).ledger.checked_at)
})

test('while more differs than is stored, only a check of the whole ledger can find it balanced', async () => {
  const people = await Promise.all(Array.from({ length: 101 }, () => newAccount(app.db)))
  await change('insert into wallet (account_id, balance_cents) select unnest($1::uuid[]), 500', people)
  await checkLedger(market)
  const { differences } = await viewer.ok(readLedger)
  assert.equal(differences.length, 100)
  const [seen = assert.fail()] = differences
  await stepUp(app, owner)
  await owner.ok(bookLedgerDifference, { body: { ...seen, ...because } })
  assert.equal(await watchWhole(), true, 'what was not stored is looked for as soon as there is room')
  assert.equal((await viewer.ok(readLedger)).differences.length, 100)
  await change(`delete from ledger_transfer where credit = $1`, seen.subject)
  await change('delete from wallet where account_id = any($1::uuid[])', people)
  await change('update ledger_check set due_at = now()')
  await watchLedger(app.db)
  assert.equal((await viewer.ok(readLedger)).balanced, false)
  await checkLedger(market)
  assert.equal((await viewer.ok(readLedger)).balanced, true)
})
