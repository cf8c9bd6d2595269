import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { endHiddenJobs } from '../../server/jobs/money/end-hidden.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { newId } from '../../server/lib/ids.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import { startDray } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/*
 * Two concurrent operations on the money of one job, on two nodes: one wins. Then there is at most one hold and one
 * capture, the ledger is balanced, and the processor's books are equal to Dray's. RACE_ROUNDS=200 for a long run.
 */
const rounds = Number(process.env.RACE_ROUNDS ?? 10)
const together = 4

const market = await openMarket()
const { app } = market
const other = await startDray({ TRUST_PROXY: '1' }, { beside: app })
after(async () => {
  await other[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})
const { signal } = new AbortController()

/** The session of the person on the second node. */
const elsewhere = ({ headers }: Person) => ({
  post: async (path: string, body: object) => {
    const { status } = await withRetry(() => other.fetch(`/app/v1${path}`, { body, headers }))
    return status
  },
})

/** Retries a 503, as clients do. A deadlock also causes a 503; deadlocks are counted at the end. */
async function withRetry<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
  return call()
}

type Deal = {
  customer: Person
  carrier: Person
  job_id: string
  params: { job_id: string }
  methodId: string
}
type Stage = 'draft' | 'posted' | 'accepted'

async function prepare(stage: Stage, before: () => Promise<void> = async () => {}): Promise<Deal[]> {
  const deals: Deal[] = []
  for (let round = 0; round < rounds; round++) {
    // New people for each round, because the number of open jobs per person is limited.
    const [customer, carrier] = [await market.person(), await market.carrier()]
    const draft = await market.draft(customer)
    const params = { job_id: draft.job_id }
    const methodId = await saveCard(customer)
    if (stage !== 'draft') await payByCard(customer, draft, { methodId })
    if (stage === 'accepted') await carrier.ok(acceptJob, { params })
    deals.push({ customer, carrier, ...params, params, methodId })
  }
  await before()
  return deals
}

/** Runs several races concurrently, so they also contend with each other. */
async function race(deals: Deal[], run: (deal: Deal) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < deals.length; start += together)
    await Promise.all(deals.slice(start, start + together).map(run))
  await settleMoney(app)
  await assertBooks(app.db)
}

const statusOf = async ({ job_id }: Deal): Promise<string> =>
  (await app.db.pool.query<{ status: string }>('select status from job where id = $1', [job_id])).rows[0]
    ?.status ?? 'gone'
const paymentsOf = async ({ job_id }: Deal) =>
  (
    await app.db.pool.query<{ status: string; captured_cents: number }>(
      'select status, captured_cents from payment where job_id = $1',
      [job_id],
    )
  ).rows
const countHolds = async (deal: Deal) =>
  (await paymentsOf(deal)).filter(({ status }) => status === 'held').length

test('publish × publish: one hold, one posted; the same payment_id joins, another gets payment_pending', async () => {
  const deals = await prepare('draft')
  await race(deals, async (deal) => {
    const { customer, job_id, params, methodId: payment_method_id } = deal
    const body = (payment_id: string) => ({ payment_id, source: 'card' as const, payment_method_id })
    const [mine, second] = [newId(), newId()]
    const [first, same, another] = await Promise.all([
      withRetry(() => customer.call(publishJob, { params, body: body(mine) })),
      elsewhere(customer).post(`/jobs/${job_id}/publish`, body(mine)),
      elsewhere(customer).post(`/jobs/${job_id}/publish`, body(second)),
    ])
    for (const status of [first.status, same, another]) assert.ok([200, 409].includes(status), String(status))
    assert.ok([first.status, same, another].includes(200))
  })
  for (const deal of deals) {
    assert.equal(await statusOf(deal), 'posted')
    assert.deepEqual(await paymentsOf(deal), [{ status: 'held', captured_cents: 0 }])
  }
})

test('publish × expiry: posted with one hold, or deleted without a hold', async () => {
  const deals = await prepare('draft')
  await race(deals, async ({ customer, job_id, params, methodId }) => {
    const body = { payment_id: newId(), source: 'card' as const, payment_method_id: methodId }
    await Promise.all([
      withRetry(() => customer.call(publishJob, { params, body })),
      app.db.pool
        .query('update job set expires_at = now() where id = $1', [job_id])
        .then(() => expireDrafts(app.db)),
    ])
  })
  await expireDrafts(app.db)
  for (const deal of deals) {
    const status = await statusOf(deal)
    assert.ok(['posted', 'gone'].includes(status), status)
    assert.equal(await countHolds(deal), status === 'posted' ? 1 : 0)
  }
})

test('accept × cancel: exactly one wins; the hold is kept or given back once', async () => {
  const deals = await prepare('posted')
  await race(deals, async ({ customer, carrier, job_id, params }) => {
    const [accepted, cancelled] = await Promise.all([
      withRetry(() => carrier.call(acceptJob, { params })),
      elsewhere(customer).post(`/jobs/${job_id}/cancel`, { fee_cents: 0 }),
    ])
    // Cancelling is free in the first five minutes, so both may succeed, one after the other.
    assert.ok(accepted.status === 200 || cancelled === 200)
  })
  for (const deal of deals) {
    const status = await statusOf(deal)
    assert.ok(['accepted', 'cancelled'].includes(status), status)
    assert.equal(await countHolds(deal), status === 'accepted' ? 1 : 0)
  }
})

test('deliver × cancel with a fee: exactly one; the total or the fee is captured, once', async () => {
  const deals = await prepare('accepted', () => passTime(app.db, '6 minutes'))
  const won = new Map<string, string>()
  await race(deals, async ({ customer, carrier, job_id, params }) => {
    const [delivered, cancelled] = await Promise.all([
      withRetry(() => carrier.call(deliverJob, { params, body: {} })),
      elsewhere(customer).post(`/jobs/${job_id}/cancel`, { fee_cents: 2_500 }),
    ])
    assert.deepEqual(
      [delivered.status, cancelled].toSorted((a, b) => a - b),
      [200, 409],
    )
    won.set(job_id, delivered.status === 200 ? 'completed' : 'cancelled')
  })
  for (const deal of deals) {
    assert.equal(await statusOf(deal), won.get(deal.job_id))
    const [payment, ...more] = await paymentsOf(deal)
    assert.deepEqual([payment?.status, more], ['captured', []])
    assert.equal((payment?.captured_cents ?? 0) === 2_500, won.get(deal.job_id) === 'cancelled')
  }
})

test('cancel × renewal: cancelled with nothing held, or told to wait and held once', async () => {
  const deals = await prepare('posted', () => passTime(app.db, '6 days 1 hour'))
  await race(deals, async ({ customer, job_id }) => {
    const [, , cancelled] = await Promise.all([
      renewHolds(app.dray.payments, signal),
      renewHolds(other.dray.payments, signal),
      elsewhere(customer).post(`/jobs/${job_id}/cancel`, { fee_cents: 0 }),
    ])
    assert.ok([200, 409].includes(cancelled), String(cancelled))
  })
  for (const deal of deals) {
    const status = await statusOf(deal)
    assert.ok(['posted', 'cancelled'].includes(status), status)
    assert.equal(await countHolds(deal), status === 'posted' ? 1 : 0)
  }
})

test('deliver × renewal: completed, captured once, the other hold given back', async () => {
  const deals = await prepare('accepted', () => passTime(app.db, '6 days 1 hour'))
  await race(deals, ({ carrier, params }) =>
    Promise.all([
      renewHolds(app.dray.payments, signal),
      carrier.ok(deliverJob, { params, body: {} }),
      runDueEffects(other.dray.payments, signal),
      renewHolds(other.dray.payments, signal),
    ]),
  )
  for (const deal of deals) {
    assert.equal(await statusOf(deal), 'completed')
    const statuses = (await paymentsOf(deal)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 'captured').length, 1)
    assert.equal(statuses.filter((status) => status === 'held').length, 0)
  }
})

test('paying for a hidden job × its end: visible with one hold, or cancelled without a hold', async () => {
  const deals = await prepare('posted', async () => {
    await app.db.pool.query(
      `update job set hidden_at = now() - interval '24 hours' where status = 'posted' and hidden_at is null`,
    )
  })
  await race(deals, async ({ customer, params, methodId }) => {
    const body = { payment_id: newId(), source: 'card' as const, payment_method_id: methodId }
    const [paid] = await Promise.all([
      withRetry(() => customer.call(publishJob, { params, body })),
      endHiddenJobs(app.db, signal),
      endHiddenJobs(other.db, signal),
    ])
    assert.ok([200, 409].includes(paid.status), String(paid.status))
  })
  for (const deal of deals) {
    const status = await statusOf(deal)
    assert.ok(['posted', 'cancelled'].includes(status), status)
    assert.equal(await countHolds(deal), status === 'posted' ? 1 : 0)
  }
})

test('the same effect by many workers: one call is made, one outcome is written', async () => {
  const deals = await prepare('accepted')
  for (const { carrier, params } of deals) await carrier.ok(deliverJob, { params, body: {} })
  await Promise.all([app, other, app, other].map(({ dray }) => runDueEffects(dray.payments, signal)))
  await settleMoney(app)
  await assertBooks(app.db)
  for (const deal of deals) assert.equal(await statusOf(deal), 'completed')
})

test('no race ended in a deadlock of the database', async () => {
  const { rows } = await app.db.pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  assert.equal(rows[0]?.deadlocks, 0)
})
