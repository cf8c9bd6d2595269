import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  exportCarrierStatement,
  exportPartnerStatement,
  readCarrierStatement,
  readPartnerStatement,
} from '#contract/admin/statements.ts'
import { cancelMyJob } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 38: statements are sums of the ledger. */
const market = await openMarket()
const { app } = market
const { db } = app
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')

const now = new Date()
const month = now.toISOString().slice(0, 7)

const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
const later = nextMonth.toISOString().slice(0, 7)

test('the lines of a carrier add up to the difference of the balances, over all months', async () => {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  const { accountId } = deal.carrier
  const params = { account_id: accountId }
  const statement = await viewer.ok(readCarrierStatement, { params, query: { month } })
  assert.deepEqual(
    statement.lines.map(({ kind, job_id }) => [kind, job_id]),
    [
      ['payout', deal.job_id],
      ['delivery', deal.job_id],
    ],
  )
  assert.equal(statement.opening_cents, 0)
  assert.equal(
    statement.closing_cents - statement.opening_cents,
    statement.lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  )
  assert.deepEqual(
    statement.totals.map(({ kind, lines }) => [kind, lines]),
    [
      ['delivery', 1],
      ['payout', 1],
    ],
  )
  const before = statement.lines[0]?.line_id ?? ''
  const page = await viewer.ok(readCarrierStatement, { params, query: { month, before, limit: 1 } })
  assert.deepEqual([page.lines, page.next], [statement.lines.slice(1), null])

  const next = await viewer.ok(readCarrierStatement, { params, query: { month: later } })
  assert.deepEqual(
    [next.opening_cents, next.closing_cents],
    [statement.closing_cents, statement.closing_cents],
  )
  assert.deepEqual(next.lines, [])
})

test('a fee for a cancellation is a line, and an erased carrier has no name', async () => {
  const deal = await acceptedDeal(market)
  await passTime(db, '6 minutes')
  await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 2_500 } })
  await settleMoney(app)
  const params = { account_id: deal.carrier.accountId }
  const { lines, name } = await viewer.ok(readCarrierStatement, { params, query: { month } })
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['cancellation'],
  )
  assert.ok(name)
  await db.pool.query('update account set name = null, phone = null, erased_at = now() where id = $1', [
    deal.carrier.accountId,
  ])
  assert.equal((await viewer.ok(readCarrierStatement, { params, query: { month } })).name, null)
})

test("a partner's captured money is what was refunded, shared out, and what waits", async () => {
  const { partnerId } = market.partner
  const deal = await deliveredDeal(market)
  await settleMoney(app)
  await refundJob(db, { jobId: deal.job_id, by: byOperator('scratched'), amountCents: 500 })
  await settleMoney(app)
  const params = { partner_id: partnerId }
  const statement = await viewer.ok(readPartnerStatement, { params, query: { month } })
  const { totals, jobs, lines } = statement
  assert.deepEqual([jobs.completed, jobs.cancelled, lines.length], [2, 1, 3])
  for (const sums of [totals, ...lines])
    assert.equal(
      sums.captured_cents - sums.refunded_cents,
      sums.carrier_cents + sums.platform_cents + sums.waiting_cents,
    )
  for (const name of ['captured_cents', 'refunded_cents', 'carrier_cents', 'platform_cents'] as const)
    assert.equal(
      totals[name],
      lines.reduce((sum, line) => sum + line[name], 0),
      name,
    )
  assert.deepEqual([totals.refunded_cents, totals.waiting_cents], [500, 0])
  const cancelled = lines.find(({ status }) => status === 'cancelled')
  assert.equal(totals.cancellation_cents, cancelled?.captured_cents)

  const first = await viewer.ok(readPartnerStatement, { params, query: { month, limit: 2 } })
  const before = first.next ?? assert.fail('there is a next page')
  const second = await viewer.ok(readPartnerStatement, { params, query: { month, limit: 2, before } })
  assert.deepEqual([...first.lines, ...second.lines], lines)
  const other = await app.partner()
  const nothing = await viewer.ok(readPartnerStatement, {
    params: { partner_id: other.partnerId },
    query: { month },
  })
  assert.deepEqual([nothing.lines, nothing.totals.lines], [[], 0])
})

test('the files have every line, and no cell is a formula', async () => {
  const { partnerId } = market.partner
  await db.pool.query(`update job set external_reference = '=1+1' where status = 'cancelled'`)
  const params = { partner_id: partnerId }
  const { status, text, headers } = await viewer.call(exportPartnerStatement, { params, query: { month } })
  assert.equal(status, 200)
  assert.equal(headers.get('content-disposition'), `attachment; filename="dray-partner-${month}.csv"`)
  const [head, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  assert.match(head ?? '', /^job_id,short_id,external_reference,status,at,captured_cents,/)
  assert.equal(rows.length, 3)
  assert.equal(rows.filter((row) => row.includes(",'=1+1,")).length, 1)
  const { rows: carriers } = await db.pool.query('select account_id from carrier order by created_at limit 1')
  const file = await viewer.call(exportCarrierStatement, {
    params: { account_id: carriers[0].account_id },
    query: { month },
  })
  assert.match(file.text, /^line_id,at,kind,job_id,short_id,amount_cents\r\n/)
  assert.equal(file.text.trimEnd().split('\r\n').length, 3)
})

test('phones in references and names are hidden from a viewer, and not from staff', async () => {
  const phone = '612 345 678'
  const staff = await joinAs(app, owner, 'staff')
  await db.pool.query(`update job set external_reference = $1 where status = 'cancelled'`, [phone])
  const { rows } = await db.pool.query(
    `update account set name = $1 where id = (select carrier_id from job where status = 'completed' limit 1)
     returning id`,
    [`Ana ${phone}`],
  )
  const carrier = { params: { account_id: rows[0].id }, query: { month } }
  const partner = { params: { partner_id: market.partner.partnerId }, query: { month } }
  const texts = async (by: typeof staff) => [
    (await by.call(readCarrierStatement, carrier)).text,
    (await by.call(readPartnerStatement, partner)).text,
  ]
  for (const text of await texts(staff)) assert.ok(text.includes(phone))
  for (const text of await texts(viewer)) assert.ok(!text.includes(phone) && text.includes('•••••678'))
})

test("a partner's file has every job once, the newest first, also when it is read in several parts", async () => {
  const { partnerId, keyId } = await app.partner()
  const jobs = 2_500
  // In parts: a statement of the pool has a time limit.
  for (let copied = 0; copied < jobs; copied += 500) await copyJobs(keyId, copied, 500)
  const params = { partner_id: partnerId }
  const { totals } = await viewer.ok(readPartnerStatement, { params, query: { month } })
  assert.deepEqual([totals.lines, totals.captured_cents], [jobs, jobs * 300])
  const { text } = await viewer.call(exportPartnerStatement, { params, query: { month } })
  const lines = text.trimEnd().split('\r\n').slice(1)
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from job where key_id = $1 order by id desc',
    [keyId],
  )
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    rows.map(({ id }) => id),
  )
  assert.ok(lines.every((line) => line.endsWith(',300,0,0,0,300,')))
})

/** Jobs of a key, each with two captures, numbered after `from`. */
async function copyJobs(keyId: string, from: number, jobs: number): Promise<void> {
  await db.pool.query(
    `with copied as (
       insert into job (id, short_id, key_id, mode, status, title, size, customer_phone, pickup, dropoff, route,
         duration_minutes, tariff_id, price, expires_at)
       select uuidv7(), 'copy' || n, $1, 'live', 'completed', title, size, customer_phone, pickup, dropoff, route,
         duration_minutes, tariff_id, price, expires_at
       from (select * from job limit 1) one, generate_series($2::integer + 1, $2::integer + $3::integer) n returning id)
     insert into ledger_transfer (id, kind, debit, credit, amount_cents, job_id, mode)
     select gen_random_uuid(), 'capture', 'held:' || id, 'captured:' || id, cents, id, 'live'
     from copied, unnest(array[100, 200]) cents`,
    [keyId, from, jobs],
  )
}

test('unknown carriers, partners and months are refused', async () => {
  const id = '00000000-0000-7000-8000-000000000000'
  const query = { month }
  const carrier = { params: { account_id: id }, query }
  const partner = { params: { partner_id: id }, query }
  assert.equal(await viewer.refused(readCarrierStatement, carrier), '404 not_found')
  assert.equal(await viewer.refused(exportCarrierStatement, carrier), '404 not_found')
  assert.equal(await viewer.refused(readPartnerStatement, partner), '404 not_found')
  assert.equal(await viewer.refused(exportPartnerStatement, partner), '404 not_found')
  const wrong = { params: { account_id: id }, query: { month: '2026-13' } }
  assert.equal(await viewer.refused(readCarrierStatement, wrong), '400 validation_error')
})
