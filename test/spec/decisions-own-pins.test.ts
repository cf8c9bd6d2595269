import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { moveMyPin, publishJob, readMyJob, startAgain, startMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { newId } from '../../server/lib/ids.ts'
import { order } from '../support/app-drafts.ts'
import { serveLocally } from '../support/local-server.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { drive, routeJson, routerEnv } from '../support/routing-engines.ts'

/* Decision 79: the customer sets the pins of an own draft, and sees the price that they make before paying. */

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db

type End = 'pickup' | 'dropoff'

/** The point so many kilometres north of where the address was located. */
const north = (job: CustomerJob, end: End, km: number) => {
  const { lat, lon } = job.pins?.[end].located ?? assert.fail('no pins')
  return { stop: end, lat: lat + km / 111.195, lon }
}

const start = async (customer: Person) => customer.ok(startMyJob, order())
const move = (customer: Person, job: CustomerJob, body: { stop: End; lat: number; lon: number }) =>
  customer.call(moveMyPin, { params: { job_id: job.job_id }, body })
const moved = async (customer: Person, job: CustomerJob, body: { stop: End; lat: number; lon: number }) =>
  customer.ok(moveMyPin, { params: { job_id: job.job_id }, body })

test('a pin that stays at its door keeps the price; beyond, distance and price are made again', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  const near = await moved(customer, draft, north(draft, 'pickup', 0.09))
  assert.deepEqual([near.price, near.distance_km], [draft.price, draft.distance_km])
  assert.equal(near.pickup.approximate, false)
  const { within_km } = draft.pins?.pickup ?? assert.fail('no pins')
  const far = await moved(customer, draft, north(draft, 'pickup', within_km * 0.99))
  assert.notEqual(far.distance_km, draft.distance_km)
  assert.notEqual(far.price.total_cents, draft.price.total_cents)
  assert.deepEqual(await customer.ok(readMyJob, { params: { job_id: draft.job_id } }), far)
  const back = await moved(customer, draft, north(draft, 'pickup', 0))
  assert.equal(back.pins?.pickup.within_km, within_km, 'the bound is that of the address')
})

test('short steps do not reach another place, nor another price for the old one', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  for (const km of [0.08, 0.16]) await moved(customer, draft, north(draft, 'dropoff', km))
  const { rows } = await pool.query<{ priced: object }>(
    `select dropoff->'priced' as priced from job where id = $1`,
    [draft.job_id],
  )
  assert.ok(rows[0]?.priced, 'the second step left the door, so it was priced')
  const { within_km } = draft.pins?.dropoff ?? assert.fail('no pins')
  const refused = await move(customer, draft, north(draft, 'dropoff', within_km * 1.01))
  assert.deepEqual([refused.status, (refused.body as { error: string }).error], [409, 'wrong_state'])
})

test('repeating a move changes no value, and two at once leave one of the two places with its price', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  const to = north(draft, 'pickup', 0.9)
  assert.deepEqual(await moved(customer, draft, to), await moved(customer, draft, to))
  const [a, b] = [north(draft, 'pickup', 0.5), north(draft, 'dropoff', 0.5)]
  const answers = await Promise.all([move(customer, draft, a), move(customer, draft, b)])
  for (const { status } of answers) assert.ok([200, 409].includes(status))
  const after = await customer.ok(readMyJob, { params: { job_id: draft.job_id } })
  const again = await moved(customer, draft, { stop: 'pickup', ...after.pickup.point })
  assert.deepEqual(again.price, after.price, 'the price is that of both points')
})

test('a draft of a partner, a published job and the job of another keep their pins', async () => {
  const [customer, other] = [await market.person(), await market.person()]
  const partners = await market.draft(customer)
  assert.equal(partners.pins, null)
  const point = { stop: 'pickup' as const, ...partners.pickup.point }
  const { rows: before } = await pool.query('select * from job where id = $1', [partners.job_id])
  assert.equal((await move(customer, partners, point)).status, 409)
  const { rows } = await pool.query('select * from job where id = $1', [partners.job_id])
  assert.deepEqual(rows, before)
  const own = await start(customer)
  const to = north(own, 'pickup', 0.2)
  assert.equal((await move(other, own, to)).status, 404)
  const posted = await market.post(customer, own.job_id)
  assert.equal(posted.pins, null)
  assert.equal((await move(customer, own, to)).status, 409)
})

test('hostile points are refused with their field', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  for (const [body, field] of [
    [{ stop: 'pickup', lat: 91, lon: 0 }, 'lat'],
    [{ stop: 'pickup', lat: '40', lon: 0 }, 'lat'],
    [{ stop: 'carrier', lat: 40, lon: 0 }, 'stop'],
    [{ stop: 'pickup', lat: 40 }, 'lon'],
  ] as const) {
    const { status, body: told } = await market.app.fetch(`/app/v1/jobs/${draft.job_id}/pin`, {
      method: 'PUT',
      body,
      headers: customer.headers,
    })
    assert.equal(status, 400)
    assert.ok(field in (told as { details: object }).details, field)
  }
})

test('without the router the pin stays, and the customer is told to try again', async () => {
  let isDown = false
  await using engine = await serveLocally((request, response) =>
    routeJson(isDown ? 500 : 200, isDown ? {} : drive.osrm(90, 4_000))(request, response, ''),
  )
  await using other = await openMarket(routerEnv('osrm', engine.url))
  const customer = await other.person()
  const draft = await start(customer)
  isDown = true
  const { status, body } = await move(customer, draft, north(draft, 'pickup', 0.9))
  assert.deepEqual([status, (body as { error: string }).error], [503, 'service_unavailable'])
  assert.deepEqual(await customer.ok(readMyJob, { params: { job_id: draft.job_id } }), draft)
})

test('who pays the price that was seen before a pin moved is refused, and holds nothing', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  const card = await saveCard(customer, 'success', draft.job_id)
  const far = await moved(customer, draft, north(draft, 'pickup', 1))
  assert.notEqual(far.price.total_cents, draft.price.total_cents)
  const pay = (total_cents: number) =>
    customer.call(publishJob, {
      params: { job_id: draft.job_id },
      body: { payment_id: newId(), source: 'card', payment_method_id: card, total_cents },
    })
  const refused = await pay(draft.price.total_cents)
  assert.deepEqual([refused.status, (refused.body as { error: string }).error], [409, 'wrong_state'])
  const { rows } = await pool.query('select 1 from payment where job_id = $1', [draft.job_id])
  assert.equal(rows.length, 0)
  const paid = await pay(far.price.total_cents)
  assert.equal((paid.body as CustomerJob).payment.charged_cents ?? 0, 0)
  assert.equal((paid.body as CustomerJob).status, 'posted')
})

test('a job that is started again keeps its pins and their price', async () => {
  const customer = await market.person()
  const draft = await start(customer)
  const far = await moved(customer, draft, north(draft, 'pickup', 0.8))
  await market.post(customer, draft.job_id)
  await pool.query(
    `update job set status = 'cancelled', cancelled_at = now(), cancelled_by = 'customer'
    where id = $1`,
    [draft.job_id],
  )
  const again = await customer.ok(startAgain, {
    params: { job_id: draft.job_id },
    body: { job_id: newId() },
  })
  assert.deepEqual([again.price, again.pickup.point], [far.price, far.pickup.point])
  assert.equal(again.pins?.pickup.located.lat, draft.pins?.pickup.located.lat)
})
