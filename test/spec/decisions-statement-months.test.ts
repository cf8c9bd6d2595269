import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listMyStatements } from '#contract/app/statements.ts'
import { saveMyTaxData } from '#contract/app/tax-data.ts'
import { issueStatements } from '../../server/invoices/statements/issue-statements.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { completedDeal } from '../support/deals.ts'
import { startDray } from '../support/dray.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { gaps, testInvoicing } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  taxData,
  thisMonth,
  unequalStatements,
} from '../support/statements.ts'

/* Decision 68: a month ends once, on two nodes, after a crash and with late movements. */
const market = await openMarket()
const other = await startDray({ TRUST_PROXY: '1' }, { beside: market.app })
after(async () => {
  await other[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db

const issued = async () => Number((await pool.query('select from carrier_statement')).rowCount)
const issueOn = ({ dray }: typeof app, now: Date) =>
  issueStatements({ ...dray.payments, invoicing: testInvoicing, sendsMail: false }, undefined, now)

test('two nodes end a month at once: each carrier has one statement, and the month ends once', async () => {
  for (let count = 0; count < 25; count++) await completedDeal(market)
  await Promise.all([app, other, app, other].map((node) => issueOn(node, monthsLater(1))))
  assert.equal(await issued(), 25)
  const { rows } = await pool.query('select month from statement_month')
  assert.deepEqual(rows, [{ month: thisMonth() }])
  assert.deepEqual(await gaps(kysely), [])
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
})

test('a movement that comes after the statement of its month is on the next one', async () => {
  const deal = await completedDeal(market)
  await issueOn(app, monthsLater(1))
  assert.deepEqual((await deal.carrier.ok(listMyStatements)).statements, [], 'the month has ended')
  await issueOn(app, monthsLater(2))
  const { statements } = await deal.carrier.ok(listMyStatements)
  assert.equal(statements.length, 1)
  assert.ok((statements[0]?.month ?? '') > thisMonth())
})

test('a node whose connection is cut between number and commit leaves no gap; another ends the month', async () => {
  const before = await issued()
  await completedDeal(market)
  await completedDeal(market)
  {
    await using held = await holdInTrigger(app.db, 'after insert on carrier_statement for each row')
    const cut = assert.rejects(issueOn(app, monthsLater(3)))
    await held.reached()
    await pool.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and pid <> pg_backend_pid()`)
    await cut
  }
  assert.equal(await issued(), before)
  await issueOn(other, monthsLater(3))
  assert.equal(await issued(), before + 2)
  assert.deepEqual(await gaps(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
})

test('a month is not ended in its first hour, and after a long stop each month has its own statement', async () => {
  const deal = await completedDeal(market)
  const account = `carrier:${deal.carrier.accountId}`
  const { rows } = await pool.query<{ start: Date }>(
    `select date_trunc('month', now() at time zone 'Europe/Madrid') at time zone 'Europe/Madrid' as start`,
  )
  const start = rows[0]?.start ?? assert.fail()
  await pool.query('delete from statement_month')
  // As if the share was booked two months ago.
  await pool.query(`update statement_due set at = $2::timestamptz - interval '40 days' where account = $1`, [
    account,
    start,
  ])
  await issueOn(app, new Date(start.getTime() + 30 * 60_000))
  const months = async () => (await deal.carrier.ok(listMyStatements)).statements.map(({ month }) => month)
  const [first, ...none] = await months()
  assert.deepEqual(none, [])
  assert.ok(first && first < thisMonth())
  const ended = (await pool.query<{ month: string }>('select month from statement_month')).rows
  assert.ok(!ended.some(({ month }) => month === thisMonth()))
  await issueStatementsOf(app, new Date(start.getTime() + 61 * 60_000))
  assert.deepEqual(await months(), [first])
})

test('after an erasure the tax data stays until the last statement of real money, and no longer', async () => {
  const deal = await completedDeal(market)
  const { carrier } = deal
  await carrier.ok(saveMyTaxData, { body: taxData })
  const account = `carrier:${carrier.accountId}`
  // As if the processor was real, and has since been replaced.
  await pool.query(`update payment set processor = 'gone' where job_id = $1`, [deal.job_id])
  await eraseAccount(kysely, { accountId: carrier.accountId, moneySettled: true })
  const kept = async () =>
    (await pool.query('select from carrier_tax_data where account_id = $1', [carrier.accountId])).rowCount
  const retention = {
    ...{ RETENTION_JOB_DAYS: 180, RETENTION_PHOTO_DAYS: 150, RETENTION_SMS_DAYS: 30 },
    ...{ RETENTION_DOCUMENT_DAYS: 30, RETENTION_INVOICE_DAYS: 2_190 },
  }
  const tidyUp = () => removeOldData({ kysely, retention, onRemoved: () => {} })
  await tidyUp()
  assert.equal(await kept(), 1)
  await issueStatementsOf(app, monthsLater(4))
  assert.equal((await pool.query('select from statement_due where account = $1', [account])).rowCount, 0)
  await tidyUp()
  assert.equal(await kept(), 0)
  const { rows } = await pool.query('select party, kind from invoice where account_id = $1', [
    carrier.accountId,
  ])
  const { legal_name: name, tax_number: taxNumber, address } = taxData
  assert.deepEqual(rows, [{ kind: 'self_billing', party: { name, taxNumber, address } }])
})

test('a statement that cannot be issued stops no other, and its month stays open until it is issued', async () => {
  const [stuck, fine] = [await completedDeal(market), await completedDeal(market)]
  await pool.query('delete from statement_month')
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.account_id = '${stuck.carrier.accountId}' then raise exception 'no page'; end if;
      return new; end $$;
    create trigger refuse_one before insert on carrier_statement for each row execute function refuse_one()`)
  const monthsOf = async ({ carrier }: typeof stuck) =>
    (await carrier.ok(listMyStatements)).statements.map(({ month }) => month)
  await assert.rejects(issueOn(app, monthsLater(2)), /no page/)
  assert.deepEqual([await monthsOf(stuck), await monthsOf(fine)], [[], [thisMonth()]])
  assert.equal((await pool.query('select from statement_month')).rowCount, 0)
  await pool.query('drop function refuse_one cascade')
  await issueOn(other, monthsLater(2))
  assert.deepEqual(await monthsOf(stuck), [thisMonth()])
  assert.deepEqual(await gaps(kysely), [])
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
})
