import assert from 'node:assert/strict'
import path from 'node:path'
import test, { after } from 'node:test'
import { deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { type PositionInput, sharePosition, stopSharing } from '#contract/app/positions.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { forgetPositions } from '../../server/jobs/way/share-position.ts'
import { byOperator } from '../support/by-operator.ts'
import { createDatabase } from '../support/database.ts'
import { acceptedDeal, collectedDeal, type Deal } from '../support/deals.ts'
import { openStream } from '../support/event-stream.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { letPositionAge, measuredAgo, places, positionBody, positionsOf } from '../support/positions.ts'
import { runCommand } from '../support/process.ts'
import { drawMotorway } from '../support/roads.ts'
import { until } from '../support/until.ts'

/* The carrier shares its position while the job is collected (decision 74). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

/** @returns the status, and the body of a refusal. */
async function share({ carrier, params }: Deal, body: PositionInput = positionBody()) {
  const answer = await carrier.call(sharePosition, { params, body })
  const refusal = answer.body ?? null
  return { status: answer.status, error: refusal?.error, fields: Object.keys(refusal?.details ?? {}) }
}

const wayOf = async ({ customer, params }: Deal) => (await customer.ok(readMyJob, { params })).way

test('decision 74: the customer sees the position with its age, and is told that it changed, without the position', async () => {
  const deal = await collectedDeal(market)
  const way = await wayOf(deal)
  assert.ok(way && way.position === null && way.arrives_at === null)
  assert.ok(Date.parse(way.expected_from) <= Date.parse(way.expected_to))
  await using theirs = await openStream(app, deal.customer)
  await using carriers = await openStream(app, deal.carrier)
  await until('both are open', () => theirs.lastId() !== null && carriers.lastId() !== null)
  assert.equal((await share(deal, measuredAgo(40))).status, 204)
  // The first notification may come before this node listens; the app then reads the job again.
  await until('the change is told', async () => {
    await letPositionAge(app, deal.job_id, 0)
    return theirs.has('position', deal.job_id)
  })
  assert.equal(carriers.has('position'), false)
  const position = (await wayOf(deal))?.position
  assert.ok(position)
  const { at, ...where } = position
  assert.deepEqual(where, { ...places.madrid, accuracy_m: 12 })
  assert.ok(Math.abs(Date.now() - 40_000 - Date.parse(at)) < 10_000, at)
})

test('decision 74: the partner sees no change of its job, and the log of the job has no position', async () => {
  const deal = await collectedDeal(market)
  const seen = async () => (await pool.query('select updated_at from job where id = $1', [deal.job_id])).rows
  const events = async () =>
    (await pool.query('select from job_event where job_id = $1', [deal.job_id])).rowCount
  const before = [await seen(), await events()]
  await share(deal)
  assert.deepEqual([await seen(), await events()], before)
})

test('decision 74: only the carrier of the job, and only from the collection to the delivery', async () => {
  const deal = await acceptedDeal(market)
  assert.equal((await share(deal)).error, 'wrong_state')
  assert.equal(await wayOf(deal), null)
  const collected = await collectedDeal(market)
  const other = await market.carrier()
  const body = positionBody()
  assert.equal((await other.call(sharePosition, { params: collected.params, body })).status, 404)
  assert.equal((await other.call(stopSharing, { params: collected.params })).status, 404)
  await collected.carrier.ok(deliverJob, { params: collected.params, body: {} })
  assert.equal((await share(collected)).status, 409)
  assert.equal(await wayOf(collected), null)
})

test('decision 74: the carrier and other people do not read it back', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  const carriers = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal('way' in carriers, false)
  const stranger = await market.person()
  assert.equal((await stranger.call(readMyJob, { params: deal.params })).status, 404)
})

test('decision 74: an older position, an overtaken one and one right after the last are ignored', async () => {
  const deal = await collectedDeal(market)
  await share(deal, measuredAgo(180))
  assert.deepEqual(await positionsOf(app, deal.job_id), [], 'measured too long ago')
  const first = positionBody()
  await share(deal, first)
  const near = { lat: 40.4188 }
  await share(deal, positionBody(near))
  assert.equal((await positionsOf(app, deal.job_id))[0]?.lat, places.madrid.lat, 'too soon')
  await letPositionAge(app, deal.job_id, 20)
  const overtaken = { ...positionBody(near), at: measuredAgo(60).at }
  await share(deal, overtaken)
  assert.equal((await positionsOf(app, deal.job_id))[0]?.lat, places.madrid.lat, 'overtaken')
  await share(deal, positionBody(near))
  assert.deepEqual(
    await positionsOf(app, deal.job_id),
    [{ ...places.madrid, ...near }],
    'one row, the latest',
  )
})

const impossible: Record<string, Partial<PositionInput>> = {
  'a latitude outside of the world': { lat: 91 },
  'a longitude outside of the world': { lon: -181 },
  'a rough accuracy': { accuracy_m: 6_000 },
  'a negative accuracy': { accuracy_m: -1 },
  'a text instead of a number': { lat: '40.4' as unknown as number },
  'no instant': { at: 'yesterday' },
  'measured after it was sent': { sent_at: '2026-01-01T00:00:00Z' },
  'far from the trip': { lat: 0, lon: 0 },
}

for (const [what, more] of Object.entries(impossible)) {
  test(`decision 74: refused: ${what}`, async () => {
    const deal = await collectedDeal(market)
    const { status, error } = await share(deal, positionBody(more))
    assert.deepEqual([status, error], [400, 'validation_error'])
    assert.deepEqual(await positionsOf(app, deal.job_id), [])
  })
}

test('decision 74: a jump that no van can make is refused, until the last position is too old to compare', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await letPositionAge(app, deal.job_id, 30)
  const jump = await share(deal, positionBody(places.medinaceli))
  assert.deepEqual([jump.status, jump.fields], [400, ['lat']])
  await letPositionAge(app, deal.job_id, 180)
  assert.equal((await share(deal, positionBody(places.medinaceli))).status, 204)
  assert.equal((await wayOf(deal))?.position?.lat, places.medinaceli.lat)
})

test('decision 74: the carrier stops, and the position is gone at once; stopping again changes nothing', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await using theirs = await openStream(app, deal.customer)
  await until('it is open', () => theirs.lastId() !== null)
  for (let i = 0; i < 2; i++) await deal.carrier.ok(stopSharing, { params: deal.params })
  await theirs.hears('position', deal.job_id)
  assert.equal((await wayOf(deal))?.position, null)
  assert.deepEqual(await positionsOf(app, deal.job_id), [])
})

const ends: Record<string, (deal: Deal) => Promise<unknown>> = {
  delivery: ({ carrier, params }) => carrier.ok(deliverJob, { params, body: {} }),
  'a cancellation by staff': ({ job_id }) =>
    cancelByStaff(app.db, { jobId: job_id, by: { ...byOperator(), reason: 'stuck' } }),
  'another carrier': ({ job_id }) =>
    pool.query(
      'update job set carrier_id = (select account_id from carrier c where c.account_id <> job.carrier_id limit 1) where id = $1',
      [job_id],
    ),
}

for (const [what, end] of Object.entries(ends)) {
  test(`decision 74: ${what} deletes the position in its statement`, async () => {
    const deal = await collectedDeal(market)
    await share(deal)
    await end(deal)
    assert.deepEqual(await positionsOf(app, deal.job_id), [])
  })
}

test('decision 74: a position that no other one follows is deleted after an hour', async () => {
  const [old, fresh] = [await collectedDeal(market), await collectedDeal(market)]
  await share(old)
  await share(fresh)
  await letPositionAge(app, old.job_id, 3_601)
  await forgetPositions({ kysely }, jobsInRealTime)
  assert.deepEqual(await positionsOf(app, old.job_id), [])
  assert.equal((await positionsOf(app, fresh.job_id)).length, 1)
})

test('decision 74: no backup has a position or a road, and a restored database is without', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await drawMotorway(app)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)
  await using target = await createDatabase()
  const restored = await runCommand(['restore', file], { DATABASE_URL: target.url, DATA_DIR: app.dataDir })
  assert.equal(restored.code, 0, restored.stderr)
  const { rows } = await target.pool.query(
    `select (select count(*) from job)::int as jobs, (select count(*) from carrier_position)::int as positions,
       (select count(*) from job_road)::int as roads`,
  )
  assert.ok(rows[0].jobs > 0)
  assert.deepEqual([rows[0].positions, rows[0].roads], [0, 0])
  const log = await pool.query(
    `select relpersistence from pg_class where relname in ('carrier_position', 'job_road')`,
  )
  const unlogged = { relpersistence: 'u' }
  assert.deepEqual(log.rows, [unlogged, unlogged], 'they are not in the write-ahead log')
})
