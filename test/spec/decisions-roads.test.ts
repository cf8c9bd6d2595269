import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { movePin } from '../../server/jobs/actions/move-pin.ts'
import { decodePolyline, encodePolyline } from '../../server/routing/polyline.ts'
import { embedded } from '../../server/routing/providers/embedded.ts'
import type { Router } from '../../server/routing/router.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, collectedDeal, type Deal, deliveredDeal } from '../support/deals.ts'
import { openStream } from '../support/event-stream.ts'
import { openMarket } from '../support/market.ts'
import { drawAll, drawMotorway, motorway, motorwayLine, startMotorway } from '../support/roads.ts'
import { drive, type RouteAnswer, refusals, routeJson, startRouter } from '../support/routing-engines.ts'
import { until } from '../support/until.ts'

/* The road of a job on its way (decision 74). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

/** The road as the customer and as the carrier read it. */
async function roadsOf({ customer, carrier, params }: Deal) {
  const { way } = await customer.ok(readMyJob, { params })
  const { road } = await carrier.ok(readCarrierJob, { params })
  return [way?.road ?? null, road]
}

type Row = { line: string | null; isDue: boolean; tries: number }

async function rowOf(jobId: string): Promise<Row | null> {
  const { rows } = await pool.query<Row>(
    'select line, due_at is not null as "isDue", tries from job_road where job_id = $1',
    [jobId],
  )
  return rows[0] ?? null
}

/** Lets the pause until the next try pass. */
const letPause = (jobId: string, minutes: number) =>
  pool.query(
    'update job_road set due_at = due_at - make_interval(secs => 60 * $2::float8) where job_id = $1',
    [jobId, minutes],
  )

/** Roads that other tests have left are drawn first. */
async function collected(): Promise<Deal> {
  await drawMotorway(app)
  return collectedDeal(market)
}

const busy: RouteAnswer = (_request, response) => void response.writeHead(503).end()

test('decision 74: after the collection the router is asked once, and both sides see the road and are told', async () => {
  const accepted = await acceptedDeal(market)
  assert.deepEqual(await roadsOf(accepted), [null, null])
  assert.equal(await rowOf(accepted.job_id), null, 'before the collection the router is not asked')
  const deal = await collected()
  assert.deepEqual(await roadsOf(deal), [null, null])
  await using theirs = await openStream(app, deal.customer)
  await using carriers = await openStream(app, deal.carrier)
  await until('both are open', () => theirs.lastId() !== null && carriers.lastId() !== null)
  const [before, told] = [theirs.received.length, carriers.received.length]
  await using engine = await startMotorway()
  for (let again = 0; again < 3; again++) await drawAll(app, engine.router)
  assert.equal(engine.asked.length, 1)
  assert.match(engine.asked[0] ?? '', /-3\.\d+,40\.\d+;-0\.\d+,41\.\d+\?overview=simplified/)
  assert.deepEqual(await roadsOf(deal), [motorwayLine, motorwayLine])
  assert.deepEqual(decodePolyline(motorwayLine), motorway)
  await until('both are told', () => theirs.received.length > before && carriers.received.length > told)
  assert.ok(theirs.has('job', deal.job_id) && carriers.has('job', deal.job_id))
})

test('decision 74: other people, other carriers and the partner do not see the road', async () => {
  const deal = await collected()
  const changed = async () =>
    (await pool.query('select updated_at from job where id = $1', [deal.job_id])).rows
  const before = await changed()
  await drawMotorway(app)
  const [person, other] = [await market.person(), await market.carrier()]
  assert.equal((await person.call(readMyJob, { params: deal.params })).status, 404)
  assert.equal((await other.call(readCarrierJob, { params: deal.params })).status, 404)
  assert.equal((await deal.carrier.call(readMyJob, { params: deal.params })).status, 404)
  const { text } = await market.partner.call(`/v1/jobs/${deal.job_id}`)
  assert.match(text, /"accepted"/)
  assert.ok(!text.includes('road') && !text.includes(motorwayLine), text)
  assert.deepEqual(await changed(), before, 'no change of its job')
  assert.ok(!app.logged.join().includes(motorwayLine))
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

for (const [what, end] of Object.entries(ends))
  test(`decision 74: ${what} deletes the road in its statement, also one that is not drawn yet`, async () => {
    const [drawn, waiting] = [await collected(), await collectedDeal(market)]
    await drawMotorway(app)
    await pool.query('update job_road set line = null, due_at = now() where job_id = $1', [waiting.job_id])
    for (const deal of [drawn, waiting]) {
      await end(deal)
      assert.equal(await rowOf(deal.job_id), null)
    }
    await drawMotorway(app)
    assert.equal((await drawn.customer.ok(readMyJob, { params: drawn.params })).way?.road ?? null, null)
  })

test('decision 74: a delivery without a collection has no road', async () => {
  const deal = await deliveredDeal(market)
  assert.equal(await rowOf(deal.job_id), null)
  assert.deepEqual(await roadsOf(deal), [null, null])
})

test('decision 74: the embedded router follows no road, so there is none and nothing waits', async () => {
  const deal = await collected()
  const settings = { ROUTE_DETOUR_BASE: 1.2, ROUTE_DETOUR_EXTRA: 0.2, ROUTE_DETOUR_SCALE_KM: 80 }
  await drawAll(app, embedded.connect(settings))
  assert.deepEqual(await rowOf(deal.job_id), { line: null, isDue: false, tries: 1 })
  assert.deepEqual(await roadsOf(deal), [null, null])
})

describe('decision 74: a router that fails costs at most five calls for a job, and takes nothing from the page', () => {
  test('it is asked again after 1, 2, 4 and 8 minutes, then no more', async () => {
    const deal = await collected()
    await using engine = await startRouter('osrm', [routeJson(404, '')])
    for (const pause of [1, 2, 4, 8]) {
      await drawAll(app, engine.router)
      const asked = engine.asked.length
      await letPause(deal.job_id, pause - 0.5)
      await drawAll(app, engine.router)
      assert.equal(engine.asked.length, asked, `before ${pause} minutes`)
      await letPause(deal.job_id, 1)
    }
    await drawAll(app, engine.router)
    assert.equal(engine.asked.length, 5)
    assert.deepEqual(await rowOf(deal.job_id), { line: null, isDue: false, tries: 5 })
    const { way } = await deal.customer.ok(readMyJob, { params: deal.params })
    assert.ok(way?.road === null && way.expected_from)
  })

  test('one that comes back draws the road', async () => {
    const deal = await collected()
    await using engine = await startRouter('osrm', [
      busy,
      busy,
      routeJson(200, drive.osrm(318, 11_400, motorway)),
    ])
    await drawAll(app, engine.router)
    assert.deepEqual(await roadsOf(deal), [null, null])
    await letPause(deal.job_id, 1)
    await drawAll(app, engine.router)
    assert.deepEqual(await roadsOf(deal), [motorwayLine, motorwayLine])
  })

  test('one that knows no road between the ends is not asked again', async () => {
    const deal = await collected()
    await using engine = await startRouter('osrm', refusals.osrm.noRoute)
    for (let again = 0; again < 2; again++) {
      await drawAll(app, engine.router)
      await letPause(deal.job_id, 60)
    }
    assert.equal(engine.asked.length, 1)
  })
})

test('decision 74: a pin that staff move is a new road', async () => {
  const deal = await collected()
  await drawMotorway(app)
  const { pickup, dropoff } = await deal.customer.ok(readMyJob, { params: deal.params })
  const door = { lat: dropoff.point.lat + 0.002, lon: dropoff.point.lon }
  const act = { jobId: deal.job_id, by: { ...byOperator(), reason: 'the door is elsewhere' } }
  await movePin({ kysely }, { ...act, stop: 'dropoff', ...door })
  assert.deepEqual(await roadsOf(deal), [null, null])
  const toDoor = drive.osrm(318, 11_400, [pickup.point, door])
  await using engine = await startRouter('osrm', [routeJson(200, toDoor)])
  await drawAll(app, engine.router)
  assert.match(engine.asked[0] ?? '', new RegExp(`,${door.lat.toFixed(6)}\\?`))
  const line = encodePolyline([pickup.point, door])
  assert.deepEqual(await roadsOf(deal), [line, line])
})

/** A router that does something before it answers with the motorway. */
const meanwhile = (work: () => Promise<unknown>): Pick<Router, 'road'> => ({
  road: async () => {
    await work()
    return { outcome: 'drawn', line: motorwayLine }
  },
})

test('crash: a node that stops while the router answers leaves the road to the next try', async () => {
  const deal = await collected()
  const stops = meanwhile(() => Promise.reject(new Error('the process ends')))
  await assert.rejects(drawAll(app, stops), /the process ends/)
  await using engine = await startMotorway()
  await drawAll(app, engine.router)
  assert.equal(engine.asked.length, 0, 'the first node may still be at it')
  await letPause(deal.job_id, 1)
  await drawAll(app, engine.router)
  assert.deepEqual(await roadsOf(deal), [motorwayLine, motorwayLine])
})

test('race: nodes that draw at once ask the router once for a job', async () => {
  const deals = [await collected(), await collectedDeal(market), await collectedDeal(market)]
  await using engine = await startMotorway()
  await Promise.all(Array.from({ length: 4 }, () => drawAll(app, engine.router)))
  assert.equal(engine.asked.length, deals.length)
  for (const deal of deals) assert.deepEqual(await roadsOf(deal), [motorwayLine, motorwayLine])
})

test('race: a delivery while the router answers leaves no road', async () => {
  const deal = await collected()
  await drawAll(
    app,
    meanwhile(() => deal.carrier.ok(deliverJob, { params: deal.params, body: {} })),
  )
  assert.equal(await rowOf(deal.job_id), null)
})

test('race: a pin that is moved while the router answers is not shown with the old road', async () => {
  const deal = await collected()
  const { dropoff } = await deal.customer.ok(readMyJob, { params: deal.params })
  const act = { jobId: deal.job_id, by: { ...byOperator(), reason: 'the door is elsewhere' } }
  const moved = { stop: 'dropoff' as const, lat: dropoff.point.lat + 0.002, lon: dropoff.point.lon }
  let asked = 0
  const router = meanwhile(async () => {
    if (asked++ === 0) {
      await movePin({ kysely }, { ...act, ...moved })
      assert.deepEqual(await rowOf(deal.job_id), { line: null, isDue: true, tries: 0 })
    }
  })
  await drawAll(app, router)
  assert.deepEqual(await rowOf(deal.job_id), { line: null, isDue: true, tries: 0 }, 'the answer was too old')
  await drawAll(app, router)
  assert.deepEqual([asked, await roadsOf(deal)], [2, [motorwayLine, motorwayLine]])
})
