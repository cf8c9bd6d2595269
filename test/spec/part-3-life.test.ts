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
import { newId } from '../../server/lib/ids.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { type Market, openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Spec part 3 and DESIGN 3, Life, from the posted job to its end. Payments are tested in decisions-money*.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { pool } = app.db

const at = (jobId: string) => ({ params: { job_id: jobId } })
const delivered = (jobId: string) => ({ params: { job_id: jobId }, body: {} })

async function acceptedJob(market: Market, size: 'S' | 'M' | 'L' | 'XL' = 'L') {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Benito' })
  const job = await market.accepted(customer, carrier, { size })
  return { customer, carrier, job, id: job.job_id }
}

async function completedJob(market: Market) {
  const { customer, carrier, id } = await acceptedJob(market)
  await carrier.ok(deliverJob, delivered(id))
  await settleMoney(app)
  const job = await customer.ok(readMyJob, at(id))
  assert.equal(job.status, 'completed')
  return { customer, carrier, id }
}

const noticesOf = async ({ accountId }: Person): Promise<string[]> => {
  const sql = 'select kind from notice where account_id = $1 order by id'
  return (await pool.query<{ kind: string }>(sql, [accountId])).rows.map(({ kind }) => kind)
}
const eventsOf = async (jobId: string) => {
  const sql = 'select actor, from_status, to_status, reason from job_event where job_id = $1 order by id'
  return (
    await pool.query<{ reason: string; actor: string; from_status: string; to_status: string }>(sql, [jobId])
  ).rows
}
const set = (jobId: string, change: string) => pool.query(`update job set ${change} where id = $1`, [jobId])

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

test('3 accepted → completed: delivered, captured, and only then completed; both are told', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  const job = await carrier.ok(deliverJob, delivered(id))
  assert.equal(job.status, 'accepted', 'until the capture is confirmed')
  assert.ok(job.delivered_at && job.collected_at, 'delivering says collected as well')
  assert.equal((await partner.read(id)).body.status, 'accepted')
  await settleMoney(app)
  const [mine, theirs] = [await customer.ok(readMyJob, at(id)), await carrier.ok(readCarrierJob, at(id))]
  assert.deepEqual([mine.status, theirs.status], ['completed', 'completed'])
  assert.equal(mine.payment.charged_cents, mine.price.total_cents)
  assert.equal((await partner.read(id)).body.status, 'completed')
  assert.equal((await noticesOf(customer)).at(-1), 'job_completed')
  assert.deepEqual(await noticesOf(carrier), ['job_completed'])
})

test('3 every transition is an event with its actor, and `updated_at` moves with each', async () => {
  const { carrier, id } = await acceptedJob(market)
  const before = (await partner.read(id)).body.updated_at
  await carrier.ok(collectJob, at(id))
  const collected = (await partner.read(id)).body.updated_at
  assert.ok(collected > before)
  await carrier.ok(deliverJob, delivered(id))
  await settleMoney(app)
  assert.ok((await partner.read(id)).body.updated_at > collected)
  const moves = (await eventsOf(id)).map(
    ({ actor, from_status, to_status }) => `${actor} ${from_status} ${to_status}`,
  )
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

test('DESIGN 3, Life: `collected` is a timestamp inside `accepted`; the customer is told', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
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
  const { carrier, id } = await acceptedJob(market)
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

test('3 posted → cancelled: the customer cancels for nothing, and no carrier can have it any more', async () => {
  const customer = await market.person()
  const carrier = await market.carrier()
  const { job_id, cancellation } = await market.posted(customer)
  assert.deepEqual([cancellation.allowed, cancellation.fee_cents], [true, 0])
  const job = await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
  assert.deepEqual(
    [job.status, job.cancelled_by, job.cancellation.refusal],
    ['cancelled', 'customer', 'final'],
  )
  assert.equal((await partner.read(job_id)).body.status, 'cancelled')
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(job_id))
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
  const refusal = await carrier.refused(acceptJob, at(job_id))
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
  assert.match(refusal.body.message, /customer cancelled/)
  await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
})

test('DESIGN 3, Life: cancelling what is accepted is free for 5 min, and the carrier is told', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  const { cancellation, accepted_at } = await customer.ok(readMyJob, at(id))
  assert.equal(cancellation.fee_cents, 0)
  assert.equal(Date.parse(cancellation.free_until ?? ''), Date.parse(accepted_at ?? '') + 300_000)
  await customer.ok(cancelMyJob, { ...at(id), body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.deepEqual(await noticesOf(carrier), ['job_cancelled_by_customer'])
  const theirs = await carrier.ok(readCarrierJob, at(id))
  assert.deepEqual(
    [theirs.status, theirs.cancelled_by, theirs.compensation_cents],
    ['cancelled', 'customer', null],
  )
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
})

test('DESIGN 3, Life: later a fee by size, said back by who pays it, 80 % of it to the carrier', async () => {
  const { customer, carrier, id } = await acceptedJob(market, 'M')
  await set(id, `accepted_at = accepted_at - interval '6 minutes'`)
  const stale = await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 0 } })
  assert.deepEqual([stale.status, stale.body.error], [409, 'cancellation_changed'])
  const { cancellation } = await customer.ok(readMyJob, at(id))
  assert.equal(cancellation.fee_cents, 1_500)
  await customer.ok(cancelMyJob, { ...at(id), body: { fee_cents: 1_500 } })
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.equal(payment.charged_cents, 1_500)
  assert.equal((await carrier.ok(readCarrierJob, at(id))).compensation_cents, 1_200)
})

test('a fee that is no longer due is refused as well: nobody pays more than they have to', async () => {
  const { customer, id } = await acceptedJob(market, 'M')
  const refusal = await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 1_500 } })
  assert.equal(refusal.body.error, 'cancellation_changed')
  assert.equal((await customer.ok(readMyJob, at(id))).status, 'accepted')
})

test('DESIGN 3, Life: after collection only staff can cancel', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  await carrier.ok(collectJob, at(id))
  const { cancellation } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([cancellation.allowed, cancellation.refusal], [false, 'collected'])
  for (const refusal of [
    await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 0 } }),
    await carrier.refused(giveBackJob, { ...at(id), body: {} }),
  ]) {
    assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
    assert.match(refusal.body.message, /already collected/)
  }
})

test('3 accepted → cancelled by the carrier: the customer gets everything back and is told', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  const job = await carrier.ok(giveBackJob, { ...at(id), body: { reason: 'The van broke down' } })
  assert.deepEqual([job.status, job.cancelled_by], ['cancelled', 'carrier'])
  await carrier.ok(giveBackJob, { ...at(id), body: {} })
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
  assert.equal((await noticesOf(customer)).at(-1), 'job_cancelled_by_carrier')
  assert.equal((await eventsOf(id)).at(-1)?.reason, 'The van broke down')
  const { rows } = await pool.query('select job_id from carrier_strike where carrier_id = $1', [
    carrier.accountId,
  ])
  assert.deepEqual(rows, [{ job_id: id }], 'one strike, however often it is repeated')
})

test('DESIGN 3, Life: 3 in 30 days suspend; older ones do not count', async () => {
  const carrier = await market.carrier()
  const customer = await market.person()
  const giveOneBack = async () => {
    const { job_id } = await market.accepted(customer, carrier)
    await carrier.ok(giveBackJob, { ...at(job_id), body: {} })
  }
  const status = async () =>
    (await pool.query('select status from carrier where account_id = $1', [carrier.accountId])).rows[0].status
  await giveOneBack()
  await pool.query(`update carrier_strike set at = now() - interval '31 days' where carrier_id = $1`, [
    carrier.accountId,
  ])
  await giveOneBack()
  await giveOneBack()
  assert.equal(await status(), 'approved')
  const kept = await market.accepted(customer, carrier)
  await giveOneBack()
  assert.equal(await status(), 'suspended')
  assert.deepEqual(
    (await noticesOf(carrier)).filter((kind) => kind.startsWith('carrier_')),
    ['carrier_suspended'],
  )
  const { job_id } = await market.posted(customer)
  const refusal = await carrier.refused(acceptJob, at(job_id))
  assert.deepEqual([refusal.status, refusal.body.error], [403, 'carrier_not_approved'])
  const finished = await carrier.ok(deliverJob, delivered(kept.job_id))
  assert.ok(finished.delivered_at, 'what was accepted before is brought to its end')
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

test('a job that is not a carrier’s to take is not there: too large, own, of a test key, a draft, hidden', async () => {
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
  await set(large.job_id, 'hidden_at = now()')
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

test('the second carrier hears that the job is taken', async () => {
  const { id } = await acceptedJob(market)
  const late = await market.carrier()
  const refusal = await late.refused(acceptJob, at(id))
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'already_taken'])
})

test('3 both sides then leave ratings, once each; the other side sees the average', async () => {
  const { customer, carrier, id } = await completedJob(market)
  assert.equal((await customer.ok(readMyJob, at(id))).may_rate, true)
  const rated = await customer.ok(rateCarrier, { ...at(id), body: { stars: 4, comment: 'On time' } })
  assert.deepEqual([rated.may_rate, rated.rating_given], [false, { stars: 4, comment: 'On time' }])
  assert.deepEqual(rated.carrier?.rating, { average: 4, count: 1 })
  await customer.ok(rateCarrier, { ...at(id), body: { stars: 4, comment: ' On time ' } })
  const other = await customer.refused(rateCarrier, { ...at(id), body: { stars: 1 } })
  assert.deepEqual([other.status, other.body.error], [409, 'wrong_state'])
  const theirs = await carrier.ok(rateCustomer, { ...at(id), body: { stars: 5 } })
  assert.deepEqual(theirs.rating_given, { stars: 5, comment: null })
  assert.deepEqual(theirs.customer.rating, { average: 5, count: 1 })
  const { rows } = await pool.query('select by_role, stars from rating where job_id = $1 order by by_role', [
    id,
  ])
  assert.deepEqual(rows, [
    { by_role: 'carrier', stars: 5 },
    { by_role: 'customer', stars: 4 },
  ])
})

test('averages have one decimal', async () => {
  const carrier = await market.carrier()
  const { customer, id } = await completedJob(market)
  for (const stars of [5, 4, 4]) {
    const job = await completedJob(market)
    await set(job.id, `carrier_id = '${carrier.accountId}'`)
    await job.customer.ok(rateCarrier, { ...at(job.id), body: { stars } })
  }
  await set(id, `carrier_id = '${carrier.accountId}'`)
  const job = await customer.ok(readMyJob, at(id))
  assert.deepEqual(job.carrier?.rating, { average: 4.3, count: 3 })
})

test('nobody rates before completion, or after a cancellation', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  assert.equal(
    (await customer.refused(rateCarrier, { ...at(id), body: { stars: 5 } })).body.error,
    'wrong_state',
  )
  assert.equal(
    (await carrier.refused(rateCustomer, { ...at(id), body: { stars: 5 } })).body.error,
    'wrong_state',
  )
  await carrier.ok(giveBackJob, { ...at(id), body: {} })
  assert.equal(
    (await customer.refused(rateCarrier, { ...at(id), body: { stars: 5 } })).body.error,
    'wrong_state',
  )
})

test('1.2 notes may be changed until the goods are collected, and are all that may', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  const put = (notes: string) => ({ ...at(id), body: { notes } })
  assert.equal((await customer.ok(changeNotes, put('Ring twice'))).notes, 'Ring twice')
  assert.equal((await carrier.ok(readCarrierJob, at(id))).notes, 'Ring twice')
  assert.equal((await customer.ok(changeNotes, put('  '))).notes, null, 'empty notes are none')
  await carrier.ok(collectJob, at(id))
  assert.equal((await customer.refused(changeNotes, put('Too late'))).body.error, 'wrong_state')
})

test('DESIGN 3, Life: address and phone from accept until completion + 7 days, then places only', async () => {
  const { customer, carrier, id } = await completedJob(market)
  await set(id, `notes = 'Door code 1234'`)
  const job = await carrier.ok(readCarrierJob, at(id))
  assert.equal(job.customer.phone, customer.phone)
  assert.match(job.pickup.address, /Calle Mayor 10/)
  await set(id, `completed_at = now() - interval '7 days'`)
  const later = await carrier.ok(readCarrierJob, at(id))
  assert.equal(later.customer.phone, null)
  assert.deepEqual([later.pickup.address, later.dropoff.address, later.notes], ['Madrid', 'Zaragoza', null])
  for (const { point } of [later.pickup, later.dropoff])
    for (const degrees of [point.lat, point.lon]) assert.equal(degrees, Math.round(degrees * 100) / 100)
  assert.equal((await customer.ok(readMyJob, at(id))).carrier?.phone, null)
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

test('the wrong person meets 404 on every act and every read', async () => {
  const { id } = await acceptedJob(market)
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

test('DESIGN 3, Life: staff cancel by the command line, also after collecting; the customer gets everything back', async () => {
  const { customer, carrier, id } = await acceptedJob(market)
  await carrier.ok(collectJob, at(id))
  const run = (...args: string[]) =>
    runCommand(['job', ...args, '--json'], { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir })
  const { stdout } = await run('cancel', id, '--reason', 'The piano fell')
  assert.deepEqual([JSON.parse(stdout).job_id, JSON.parse(stdout).status], [id, 'cancelled'])
  await settleMoney(app)
  const job = await customer.ok(readMyJob, at(id))
  assert.deepEqual(
    [job.cancelled_by, job.payment.state, job.payment.charged_cents],
    ['staff', 'released', null],
  )
  for (const person of [customer, carrier])
    assert.equal((await noticesOf(person)).at(-1), 'job_cancelled_by_staff')
  const shown = JSON.parse((await run('show', id)).stdout)
  assert.deepEqual([shown.carrier_id, shown.events.at(-1).reason], [carrier.accountId, 'The piano fell'])
  const again = await run('cancel', id, '--reason', 'again')
  assert.notEqual(again.code, 0)
  assert.match(again.stderr, new RegExp(`Job ${id} is cancelled`))
})
