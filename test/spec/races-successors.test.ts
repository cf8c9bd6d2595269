import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { giveBackJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { lockPayment } from '../../server/payments/payment.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { startDray } from '../support/dray.ts'
import { paymentsOf } from '../support/job-records.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* A hold that moves to a successor (decision 65), against everything else that changes it, on two nodes. */
const rounds = Number(process.env.RACE_ROUNDS ?? 6)
const market = await openMarket()
const { app } = market
const { pool, kysely } = app.db
const other = await startDray({ TRUST_PROXY: '1' }, { beside: app })
after(async () => {
  await other[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})

/** A request of the person to the second node. */
const elsewhere = ({ headers }: Person, path: string, body: object) =>
  other.fetch(`/app/v1${path}`, { method: 'POST', body, headers })

const giveBack = ({ carrier, params }: Deal) => carrier.call(giveBackJob, { params, body: {} })
const giveBackThere = ({ carrier, job_id }: Deal) => elsewhere(carrier, `/carrier/jobs/${job_id}/cancel`, {})
const cancelThere = ({ customer, job_id }: Deal) =>
  elsewhere(customer, `/jobs/${job_id}/cancel`, { fee_cents: 0 })

async function successorsOf(jobId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from job where predecessor_id = $1', [jobId])
  return rows.map(({ id }) => id)
}

const strikesOf = async ({ job_id }: Deal) =>
  (await pool.query('select from carrier_strike where job_id = $1', [job_id])).rowCount

test('decision 65, reliability: given back many times at once on two nodes: one successor, one strike', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const answers = await Promise.all([1, 2, 3].flatMap(() => [giveBack(deal), giveBackThere(deal)]))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const [next = '', ...more] = await successorsOf(deal.job_id)
    assert.deepEqual([more, await strikesOf(deal)], [[], 1])
    assert.deepEqual(await paymentsOf(app, next), ['publish held'])
  }
  await settleMoney(app)
  await assertBooks(app.db)
})

test('decision 65, reliability, give back × cancel: one of them, and the hold goes on or is released', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const [given, cancelled] = await Promise.all([giveBack(deal), cancelThere(deal)])
    assert.equal([given, cancelled].filter(({ status }) => status === 200).length, 1)
    const successors = await successorsOf(deal.job_id)
    assert.deepEqual([successors.length, await strikesOf(deal)], given.status === 200 ? [1, 1] : [0, 0])
    await settleMoney(app)
    const { payment } = await deal.customer.ok(readMyJob, deal)
    assert.equal(payment.state, given.status === 200 ? 'none' : 'released')
  }
  await assertBooks(app.db)
})

test('decision 65, reliability, give back × renewal: a hold that is being renewed is released, one that moved is renewed', async () => {
  const deals: Deal[] = []
  for (let round = 0; round < rounds; round++) deals.push(await acceptedDeal(market))
  await passTime(app.db, '6 days 1 hour')
  const { signal } = new AbortController()
  await Promise.all([
    renewHolds(app.dray.payments, signal),
    renewHolds(other.dray.payments, signal),
    ...deals.map(giveBack),
  ])
  await settleMoney(app)
  for (const deal of deals) {
    const [next] = await successorsOf(deal.job_id)
    if (!next) continue
    const { status, payment } = await deal.customer.ok(readMyJob, { params: { job_id: next } })
    assert.deepEqual([status, payment.state], ['posted', 'held'])
  }
  await assertBooks(app.db)
})

test('decision 65, reliability: an outcome that waits while the hold moves locks the successor too', async () => {
  const [deal, next] = [await acceptedDeal(market), await market.posted(await market.person())]
  const { rows } = await pool.query('select id from payment where job_id = $1', [deal.job_id])
  const paymentId = rows[0].id
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from job where id = $1 for update', [deal.job_id])
    const locked = kysely.transaction().execute(async (trx) => {
      const payment = await lockPayment(trx, paymentId)
      const free = await pool.query('select from job where id = $1 for no key update skip locked', [
        next.job_id,
      ])
      return { jobId: payment?.jobId, isFree: free.rowCount === 1 }
    })
    await lockAwaited(app)
    await client.query(`update payment set status = 'released' where job_id = $1`, [next.job_id])
    await client.query('update payment set job_id = $2 where id = $1', [paymentId, next.job_id])
    await client.query('commit')
    assert.deepEqual(await locked, { jobId: next.job_id, isFree: false })
  } finally {
    client.release(true)
  }
})

test('decision 65, reliability: a connection that ends before the commit leaves the job and its hold, and it can be given back', async () => {
  const deal = await acceptedDeal(market)
  const client = await pool.connect()
  try {
    await client.query('begin')
    // The strike is the last row of the transaction: by then the successor and its hold are written.
    await client.query('lock table carrier_strike in exclusive mode')
    const first = giveBack(deal)
    await lockAwaited(app)
    await client.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    assert.ok((await first).status >= 500)
    await client.query('rollback')
  } finally {
    client.release(true)
  }
  assert.deepEqual(await successorsOf(deal.job_id), [])
  assert.deepEqual(await paymentsOf(app, deal.job_id), ['publish held'])
  assert.equal((await deal.customer.ok(readMyJob, deal)).status, 'accepted')
  assert.equal((await giveBack(deal)).status, 200)
  assert.equal((await successorsOf(deal.job_id)).length, 1)
})
