import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  acceptJob,
  deliverJob,
  giveBackJob,
  readCarrier,
  readCarrierJob,
  readFeed,
  readFeedJob,
} from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, publishJob, readMyJob, startAgain } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { runTasks } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { eventsOf, ledgerOf, noticesTo, paymentsOf } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { fillWallet } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* A job that its carrier gave back goes on as a successor, with the same hold (decision 65). */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app, partner } = market
const { pool } = app.db
const at = (job_id: string) => ({ params: { job_id } })

/** Gives the job back. @returns the successor as its customer reads it. */
async function givenBack({ customer, carrier, params }: Deal) {
  await carrier.ok(giveBackJob, { params, body: {} })
  const ended = await customer.ok(readMyJob, { params })
  return { ended, next: await customer.ok(readMyJob, at(ended.successor_id ?? assert.fail('no successor'))) }
}

const holdOf = async (jobId: string) =>
  (await pool.query('select id from payment where job_id = $1 and status = $2', [jobId, 'held'])).rows[0]?.id

test('decision 65: a job that is given back goes on at once, with its trip, price, notes, photos and hold', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const input = { photos: [`${images.url}/red.jpg`, `${images.url}/blue.jpg`], external_reference: newId() }
  const draft = await market.draft(customer, input)
  await customer.ok(changeNotes, { ...at(draft.job_id), body: { notes: 'Ring twice' } })
  await market.post(customer, draft.job_id)
  await carrier.ok(acceptJob, at(draft.job_id))
  const hold = await holdOf(draft.job_id)
  const deal = {
    customer,
    carrier,
    ...at(draft.job_id),
    job_id: draft.job_id,
    total: draft.price.total_cents,
  }
  const { ended, next } = await givenBack(deal)
  assert.deepEqual([ended.status, ended.cancelled_by, ended.payment.state], ['cancelled', 'carrier', 'none'])
  assert.deepEqual([ended.payment.charged_cents, ended.receipt], [null, null])
  for (const field of ['title', 'price', 'pickup', 'dropoff', 'distance_km', 'size', 'company_name'] as const)
    assert.deepEqual(next[field], draft[field], field)
  assert.deepEqual([next.status, next.predecessor_id, next.notes], ['posted', draft.job_id, 'Ring twice'])
  assert.deepEqual([next.payment.state, next.cancellation.fee_cents], ['held', 0])
  assert.deepEqual(next.photos, draft.photos)
  for (const { url } of next.photos) assert.equal((await app.fetch(new URL(url).pathname)).status, 200)
  assert.deepEqual([await holdOf(next.job_id), await holdOf(draft.job_id)], [hold, undefined])
  const { body } = await partner.read(draft.job_id)
  assert.deepEqual([body.status, body.external_reference], ['cancelled', input.external_reference])
  assert.equal((await partner.read(next.job_id)).status, 403, 'no call of the partner made it')
  assert.deepEqual(await eventsOf(app, next.job_id), [
    `system: continues ${draft.job_id}`,
    'system: offered again with the same hold',
  ])
  await settleMoney(app)
  await assertBooks(app.db)
})

test('decision 65: the next carrier delivers: one hold, one capture, on the successor; nothing on the ended job', async () => {
  const deal = await acceptedDeal(market)
  const { next } = await givenBack(deal)
  const other = await market.carrier()
  await other.ok(acceptJob, at(next.job_id))
  await other.ok(deliverJob, { ...at(next.job_id), body: {} })
  await settleMoney(app)
  const done = await deal.customer.ok(readMyJob, at(next.job_id))
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', deal.total])
  assert.deepEqual(await paymentsOf(app, next.job_id), ['publish captured'])
  assert.deepEqual(await paymentsOf(app, deal.job_id), [])
  const kinds = async (jobId: string) => (await ledgerOf(app, jobId)).map(([kind]) => kind)
  assert.deepEqual(
    [await kinds(deal.job_id), await kinds(next.job_id)],
    [['hold'], ['capture', 'fee', 'share']],
  )
  assert.equal((await deal.customer.ok(readMyJob, deal)).payment.charged_cents, null)
  await assertBooks(app.db)
})

test('decision 65: the carrier who gave it back has a strike, and is not offered it again; others are', async () => {
  const deal = await acceptedDeal(market)
  const other = await market.carrier()
  const { next } = await givenBack(deal)
  const feedOf = async (carrier: Deal['carrier']) =>
    (await carrier.ok(readFeed, { query: {} })).jobs.map(({ job_id }) => job_id)
  assert.ok((await feedOf(other)).includes(next.job_id))
  assert.ok(!(await feedOf(deal.carrier)).includes(next.job_id))
  assert.equal((await deal.carrier.refused(readFeedJob, at(next.job_id))).status, 404)
  assert.equal((await deal.carrier.refused(acceptJob, at(next.job_id))).status, 404)
  assert.equal((await deal.carrier.refused(readCarrierJob, at(next.job_id))).status, 404)
  assert.equal((await deal.carrier.ok(readCarrier)).strikes, 1)
  const own = await market.posted(await market.person())
  await deal.carrier.ok(acceptJob, at(own.job_id))
})

test('decision 65: the customer is told once, about the successor; carriers nearby are told as for a new job', async () => {
  const deal = await acceptedDeal(market)
  const other = await market.carrier()
  for (const { accountId } of [deal.carrier, other])
    await pool.query(
      `insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth)
       select id, account_id, id, 'https://push.invalid/' || id, '', '' from session where account_id = $1`,
      [accountId],
    )
  const { next } = await givenBack(deal)
  const told = async (jobId: string) => noticesTo(app, deal.customer.accountId, jobId)
  assert.deepEqual(await told(next.job_id), ['job_offered_again'])
  assert.ok(!(await told(deal.job_id)).includes('job_cancelled_by_carrier'))
  await using _ = runTasks(app)
  const texts = () => pool.query(`select body from sms where job_id = $1 and kind = 'notice'`, [next.job_id])
  await until('the customer is texted', async () => (await texts()).rowCount === 1)
  assert.match((await texts()).rows[0].body, new RegExp(`/app/jobs/${next.job_id}`))
  assert.deepEqual(await noticesTo(app, other.accountId, next.job_id), ['job_nearby'])
  assert.deepEqual(await noticesTo(app, deal.carrier.accountId, next.job_id), [])
})

test('decision 65: the customer refuses it for nothing, and starts it again from there, not from the ended job', async () => {
  const deal = await acceptedDeal(market)
  const { next } = await givenBack(deal)
  const body = () => ({ job_id: newId() })
  const early = await deal.customer.refused(startAgain, { params: deal.params, body: body() })
  assert.deepEqual([early.status, early.body.error], [409, 'wrong_state'])
  await deal.customer.ok(cancelMyJob, { ...at(next.job_id), body: { fee_cents: 0 } })
  await settleMoney(app)
  const refused = await deal.customer.ok(readMyJob, at(next.job_id))
  assert.deepEqual([refused.status, refused.payment.state], ['cancelled', 'released'])
  const again = await deal.customer.ok(startAgain, { ...at(next.job_id), body: body() })
  assert.deepEqual([again.status, again.predecessor_id], ['draft', null])
  await assertBooks(app.db)
})

test('decision 65: given back twice: a chain of three jobs, and neither carrier is offered it again', async () => {
  const deal = await acceptedDeal(market)
  const { next: second } = await givenBack(deal)
  const other = await market.carrier()
  await other.ok(acceptJob, at(second.job_id))
  const { next: third } = await givenBack({ ...deal, carrier: other, ...at(second.job_id) })
  assert.deepEqual([third.predecessor_id, third.payment.state], [second.job_id, 'held'])
  for (const carrier of [deal.carrier, other])
    assert.equal((await carrier.refused(acceptJob, at(third.job_id))).status, 404)
  const { rows } = await pool.query('select first_job_id from job where id = $1', [third.job_id])
  assert.deepEqual(rows, [{ first_job_id: deal.job_id }])
  await settleMoney(app)
  await assertBooks(app.db)
})

test('decision 65: a hold of the wallet goes on too', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const draft = await market.draft(customer)
  await fillWallet(customer, draft.price.total_cents)
  const body = { payment_id: newId(), source: 'wallet' as const }
  await customer.ok(publishJob, { ...at(draft.job_id), body })
  await carrier.ok(acceptJob, at(draft.job_id))
  const deal = {
    customer,
    carrier,
    ...at(draft.job_id),
    job_id: draft.job_id,
    total: draft.price.total_cents,
  }
  const { next } = await givenBack(deal)
  assert.deepEqual([next.payment.state, next.payment.source], ['held', 'wallet'])
  const repeated = await customer.ok(publishJob, { ...at(draft.job_id), body })
  assert.equal(repeated.status, 'cancelled', 'a late repetition is answered with the present state')
  await customer.ok(cancelMyJob, { ...at(next.job_id), body: { fee_cents: 0 } })
  await settleMoney(app)
  await assertBooks(app.db)
})

const unmovable: Record<string, (deal: Deal) => Promise<unknown>> = {
  'is being renewed': ({ job_id }) =>
    pool.query(
      `insert into payment (id, purpose, account_id, job_id, source, method_id, processor, mode, status, amount_cents)
       select $2, 'renewal', account_id, job_id, source, method_id, processor, mode, 'authorizing', amount_cents
       from payment where job_id = $1`,
      [job_id, newId()],
    ),
  'has expired': ({ job_id }) =>
    pool.query(`update payment set hold_expires_at = now() where job_id = $1`, [job_id]),
  'is disputed': ({ job_id }) =>
    pool.query(
      `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents)
       select processor, $2, 'fraud_warning', id, 'actionable', 'other', amount_cents from payment where job_id = $1`,
      [job_id, newId()],
    ),
}

for (const [why, make] of Object.entries(unmovable))
  test(`decision 65: a hold that ${why} does not move: it is released, and one tap starts the job again`, async () => {
    const deal = await acceptedDeal(market)
    const { customer, carrier, params } = deal
    await make(deal)
    await carrier.ok(giveBackJob, { params, body: {} })
    const ended = await customer.ok(readMyJob, { params })
    assert.deepEqual([ended.status, ended.successor_id], ['cancelled', null])
    const held = await pool.query(`select from payment where job_id = $1 and status = 'held'`, [deal.job_id])
    assert.equal(held.rowCount, 0)
    assert.ok((await noticesTo(app, customer.accountId, deal.job_id)).includes('job_cancelled_by_carrier'))
    const again = await customer.ok(startAgain, { params, body: { job_id: newId() } })
    assert.deepEqual([again.status, again.price], ['draft', ended.price])
  })

test('decision 65: a customer whose account is suspended cannot follow it: the hold is released', async () => {
  const deal = await acceptedDeal(market)
  await pool.query('update account set suspended_at = now() where id = $1', [deal.customer.accountId])
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  const { rows } = await pool.query('select id from job where predecessor_id = $1', [deal.job_id])
  assert.deepEqual(rows, [])
})
