import assert from 'node:assert/strict'
import path from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { completedDeal } from '../support/deals.ts'
import type { TestDray } from '../support/dray.ts'
import { assertPagesAgree, issueInvoices } from '../support/invoices.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { runCommand } from '../support/process.ts'
import { issueStatementsOf, monthsLater } from '../support/statements.ts'

/* Decision 68: after the restore of an older backup no number is given twice. */

/** As if the processor of all charges that wait was real, and has since been replaced. */
const asReal = ({ db }: TestDray) =>
  db.pool.query(`update payment set processor = 'gone' where id in (
    select l.payment_id from ledger_transfer l join invoice_due due on due.ledger_id = l.id)`)

async function numbersOf({ db }: TestDray): Promise<string[]> {
  const { rows } = await db.pool.query<{ number: string }>(
    `select series || '-' || number as number from invoice order by issued_at, number`,
  )
  return rows.map(({ number }) => number)
}

test('restored into an empty database: real pages wait, play money goes on, and the operator says the next numbers', async () => {
  await using market = await openMarket()
  const { app } = market
  await completedDeal(market)
  await asReal(app)
  await issueInvoices(app)
  assert.deepEqual(await numbersOf(app), ['R-1'])
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)

  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  const restored = await runCommand(['restore', file], there)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout + restored.stderr, /Receipts of real money wait/)
  const { rows } = await target.pool.query('select backup_of from invoice_hold')
  assert.equal(rows.length, 1)
  // The state of the restored database, in the one that a Dray serves.
  await app.db.pool.query('insert into invoice_hold (backup_of) values ($1)', [rows[0]?.backup_of])
  await completedDeal(market)
  await asReal(app)
  await completedDeal(market)
  await issueInvoices(app)
  assert.deepEqual(await numbersOf(app), ['R-1', 'TEST-R-1'], 'the real charge waits')
  await issueStatementsOf(app, monthsLater(1))
  assert.deepEqual(await numbersOf(app), ['R-1', 'TEST-R-1'], 'and so do all statements')
  const doctor = await runCommand(['doctor'], envOf(app))
  assert.match(doctor.stdout, /receipts of real money wait/)

  const year = new Date().getUTCFullYear()
  const given = await runCommand(['invoice', 'continue', `R-${year}-000001`], envOf(app))
  assert.equal(given.code, 1)
  assert.match(given.stderr, /R-\d+-000001 is given already/)
  const half = await runCommand(['invoice', 'continue', `T-${year}-000009`, `R-${year}-000001`], envOf(app))
  assert.equal(half.code, 1)
  const { rowCount } = await app.db.pool.query(`select from invoice_series where series = 'T'`)
  assert.equal(rowCount, 0, 'all numbers or none')
  const unknown = await runCommand(['invoice', 'continue', `X-${year}-000009`], envOf(app))
  assert.match(unknown.stderr, /is not a number/)
  const go = await runCommand(['invoice', 'continue', `R-${year}-000020`, '--json'], envOf(app))
  assert.equal(go.code, 0, go.stderr)
  assert.deepEqual(JSON.parse(go.stdout), { next: [`R-${year}-000020`], was_held: true })
  await issueInvoices(app)
  assert.deepEqual(await numbersOf(app), ['R-1', 'TEST-R-1', 'R-20'])
  assert.doesNotMatch((await runCommand(['doctor'], envOf(app))).stdout, /receipts of real money wait/)
})

test('restored over the database that gave the numbers: they go on by themselves', async () => {
  await using market = await openMarket()
  const { app } = market
  await completedDeal(market)
  await asReal(app)
  await issueInvoices(app)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)
  await completedDeal(market)
  await asReal(app)
  await issueInvoices(app)
  assert.deepEqual(await numbersOf(app), ['R-1', 'R-2'])

  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  // The state after the backup, then the backup over it.
  const later = path.join(app.dataDir, 'later.tar.gz')
  assert.equal((await runCommand(['backup', later], envOf(app))).code, 0)
  assert.equal((await runCommand(['restore', later], there)).code, 0)
  const held = await runCommand(['restore', file, '--force', '--json'], there)
  assert.equal(JSON.parse(held.stdout).invoices_wait, true, 'a database that waits does not know itself')
  assert.equal((await runCommand(['restore', later, '--force'], there)).code, 0)
  assert.equal((await runCommand(['invoice', 'continue'], there)).code, 0)
  const known = await runCommand(['restore', file, '--force', '--json'], there)
  assert.equal(JSON.parse(known.stdout).invoices_wait, false, known.stderr)
  const { rows } = await target.pool.query<{ number: number }>(
    `select last_number as number from invoice_series where series = 'R'`,
  )
  assert.deepEqual(rows, [{ number: 2 }], 'the next one is R-3')
  await assertPagesAgree(app.db.kysely)
})

test('restored over another installation: pages wait, also when the backup is from before the first number', async () => {
  await using market = await openMarket()
  const { app } = market
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)
  await using target = await createDatabase()
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  await client.query(`insert into partner (id, company_name) values (gen_random_uuid(), 'Another')`)
  await client.end()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  const restored = await runCommand(['restore', file, '--force', '--json'], there)
  assert.equal(JSON.parse(restored.stdout).invoices_wait, true, restored.stderr)
})
