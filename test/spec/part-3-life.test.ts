import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  acceptJob,
  collectJob,
  deliverJob,
  giveBackJob,
  listCarrierJobs,
  rateCustomer,
  readCarrierJob,
} from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import { jobLogSql } from '../../server/jobs/queries/job-log.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { at, delivered } from '../support/job-requests.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Spec part 3 and DESIGN 3, Life, from the posted job to its end. Payments are tested in decisions-money*.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { pool } = app.db

const noticesOf = ({ accountId }: Person) => noticesTo(app, accountId)

test('3 posted → accepted: a carrier accepts, and the customer is notified', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Benito' })
  const { job_id } = await market.posted(customer)
  assert.deepEqual(await noticesOf(customer), ['job_posted'], 'the customer gets a confirmation')
  const job = await carrier.ok(acceptJob, at(job_id))
  assert.equal(job.status, 'accepted')
  assert.deepEqual(await noticesOf(customer), ['job_posted', 'job_accepted'])
  assert.equal((await partner.read(job_id)).body.status, 'accepted')
  const seen = await customer.ok(readMyJob, at(job_id))
  assert.deepEqual(
    [seen.status, seen.carrier?.name, seen.carrier?.phone, seen.carrier?.vehicle],
    ['accepted', 'Benito', carrier.phone, 'white van'],
  )
})

test('3 accepted → completed: completed only after the capture; both sides are notified', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  const job = await carrier.ok(deliverJob, delivered(id))
  assert.equal(job.status, 'accepted', 'until the capture is confirmed')
  assert.ok(job.delivered_at && job.collected_at, 'delivering says collected as well')
  assert.equal((await partner.read(id)).body.status, 'accepted')
  await settleMoney(app)
  const [mine, theirs] = [await customer.ok(readMyJob, at(id)), await carrier.ok(readCarrierJob, at(id))]
  assert.deepEqual([mine.status, theirs.status], ['completed', 'completed'])
  assert.equal(mine.payment.charged_cents, mine.price.total_cents)
  assert.equal((await partner.read(id)).body.status, 'completed')
  assert.equal((await noticesOf(customer)).at(-1), 'job_charged')
  assert.deepEqual(await noticesOf(carrier), ['job_completed'])
})

test('3 every transition is an event with its actor, and `updated_at` moves with each', async () => {
  const { carrier, job_id: id } = await acceptedDeal(market)
  const before = (await partner.read(id)).body.updated_at
  await carrier.ok(collectJob, at(id))
  const collected = (await partner.read(id)).body.updated_at
  assert.ok(collected > before)
  await carrier.ok(deliverJob, delivered(id))
  await settleMoney(app)
  assert.ok((await partner.read(id)).body.updated_at > collected)
  const { rows } = await pool.query<{ actor: string; from_status: string | null; to_status: string }>(
    `select actor, from_status, to_status from ${jobLogSql} log where job_id = $1 order by id`,
    [id],
  )
  const moves = rows.map(({ actor, from_status, to_status }) => `${actor} ${from_status} ${to_status}`)
  assert.deepEqual(
    moves.filter((move) => !move.startsWith('customer')),
    [
      'partner null draft',
      'system draft posted',
      'carrier posted accepted',
      'carrier accepted accepted',
      'carrier accepted accepted',
      'system accepted completed',
    ],
  )
})

test('DESIGN 3, Life: `collected` is a timestamp inside `accepted`; the customer is notified', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  const job = await carrier.ok(collectJob, at(id))
  assert.equal(job.status, 'accepted')
  assert.ok(job.collected_at)
  assert.equal((await noticesOf(customer)).at(-1), 'job_collected')
  const again = await carrier.ok(collectJob, at(id))
  assert.equal(again.collected_at, job.collected_at, 'repeating it changes nothing')
  assert.equal((await noticesOf(customer)).filter((kind) => kind === 'job_collected').length, 1)
  const delivery = await carrier.ok(deliverJob, delivered(id))
  assert.equal(delivery.collected_at, job.collected_at)
})

test('repeated acts answer with the present state of the job, also after it went on', async () => {
  const { carrier, job_id: id } = await acceptedDeal(market)
  assert.equal((await carrier.ok(acceptJob, at(id))).status, 'accepted')
  await carrier.ok(collectJob, at(id))
  const first = await carrier.ok(deliverJob, delivered(id))
  const second = await carrier.ok(deliverJob, delivered(id))
  assert.equal(second.delivered_at, first.delivered_at)
  await settleMoney(app)
  for (const answer of [
    await carrier.ok(acceptJob, at(id)),
    await carrier.ok(collectJob, at(id)),
    await carrier.ok(deliverJob, delivered(id)),
  ])
    assert.equal(answer.status, 'completed')
})

test('a carrier suspended at the same instant does not get the job', async () => {
  const customer = await market.person()
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`update carrier set status = 'suspended' where account_id = $1`, [carrier.accountId])
  const accepting = carrier.call(acceptJob, at(job_id))
  await lockAwaited(app)
  await client.query('commit')
  client.release()
  const { status } = await accepting
  assert.equal(status, 403)
  assert.equal((await customer.ok(readMyJob, at(job_id))).status, 'posted')
})

test('a job that a carrier may not accept is 404: too large, own, of a test key, a draft, hidden', async () => {
  const customer = await market.person()
  const small = await market.carrier({ size: 'M' })
  const carrier = await market.carrier()
  const large = await market.posted(customer, { size: 'L' })
  assert.equal((await small.refused(acceptJob, at(large.job_id))).status, 404)
  const own = await market.posted(carrier)
  assert.equal((await carrier.refused(acceptJob, at(own.job_id))).status, 404)
  const tester = await app.partner({ mode: 'test' })
  const draft = await market.draft(await market.person(), {}, tester)
  assert.equal((await carrier.refused(acceptJob, at(draft.job_id))).status, 404)
  await pool.query('update job set hidden_at = now() where id = $1', [large.job_id])
  assert.equal((await carrier.refused(acceptJob, at(large.job_id))).status, 404)
  assert.equal((await carrier.refused(acceptJob, at(newId()))).status, 404)
})

test('test keys: the customer publishes with sandbox money, and no carrier ever sees the job', async () => {
  const tester = await app.partner({ mode: 'test' })
  const customer = await market.person()
  const { job_id, test: isTest } = await market.draft(customer, {}, tester)
  assert.equal(isTest, true)
  assert.equal((await market.post(customer, job_id)).status, 'posted')
  const carrier = await market.carrier()
  assert.equal((await carrier.refused(acceptJob, at(job_id))).status, 404)
  assert.equal((await tester.read(job_id)).body.status, 'posted')
})

test('a second carrier gets already_taken', async () => {
  const { job_id: id } = await acceptedDeal(market)
  const late = await market.carrier()
  const refusal = await late.refused(acceptJob, at(id))
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'already_taken'])
})

test('a carrier’s jobs: those in progress, those done, the newest first, page by page', async () => {
  const carrier = await market.carrier()
  const customer = await market.person()
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await market.accepted(customer, carrier)).job_id)
  await carrier.ok(giveBackJob, { ...at(ids[1] ?? ''), body: {} })
  const list = async (state: 'active' | 'done', before?: string) =>
    carrier.ok(listCarrierJobs, { query: { state, ...(before && { before }) } })
  const active = await list('active')
  assert.deepEqual(
    active.jobs.map(({ job_id }) => job_id),
    [ids[0], ids[2]],
  )
  assert.deepEqual([active.next, active.jobs[0]?.pickup_place], [null, 'Madrid'])
  assert.deepEqual(
    (await list('done')).jobs.map(({ job_id, status }) => [job_id, status]),
    [[ids[1], 'cancelled']],
  )
  assert.deepEqual((await list('active', ids[2])).jobs, [])
  assert.deepEqual(
    (await list('active', ids[0])).jobs.map(({ job_id }) => job_id),
    [ids[2]],
  )
})

test('a person without a part in the job gets 404 for every act and every read', async () => {
  const { job_id: id } = await acceptedDeal(market)
  const stranger = await market.person()
  const other = await market.carrier()
  const answers = [
    await stranger.refused(readMyJob, at(id)),
    await stranger.refused(changeNotes, { ...at(id), body: { notes: 'x' } }),
    await stranger.refused(cancelMyJob, { ...at(id), body: { fee_cents: 0 } }),
    await stranger.refused(rateCarrier, { ...at(id), body: { stars: 1 } }),
    await other.refused(readCarrierJob, at(id)),
    await other.refused(collectJob, at(id)),
    await other.refused(deliverJob, delivered(id)),
    await other.refused(giveBackJob, { ...at(id), body: {} }),
    await other.refused(rateCustomer, { ...at(id), body: { stars: 1 } }),
  ]
  for (const { status, body } of answers) assert.deepEqual([status, body.error], [404, 'not_found'])
  const unknown = await stranger.refused(readMyJob, at(newId()))
  assert.equal(
    unknown.body.message,
    answers[0]?.body.message,
    'and cannot tell it from a job that is not there',
  )
})
