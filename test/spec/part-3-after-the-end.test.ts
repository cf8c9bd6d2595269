import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, giveBackJob, rateCustomer, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'

/* Spec part 3 and DESIGN 3, Life, from the posted job to its end. Payments are tested in decisions-money*.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db

const at = (jobId: string) => ({ params: { job_id: jobId } })
const set = (jobId: string, change: string) => pool.query(`update job set ${change} where id = $1`, [jobId])

test('3 both sides then leave ratings, once each; the other side sees the average', async () => {
  const { customer, carrier, job_id: id } = await completedDeal(market)
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
  const { customer, job_id: id } = await completedDeal(market)
  for (const stars of [5, 4, 4]) {
    const job = await completedDeal(market)
    await set(job.job_id, `carrier_id = '${carrier.accountId}'`)
    await job.customer.ok(rateCarrier, { ...at(job.job_id), body: { stars } })
  }
  await set(id, `carrier_id = '${carrier.accountId}'`)
  const job = await customer.ok(readMyJob, at(id))
  assert.deepEqual(job.carrier?.rating, { average: 4.3, count: 3 })
})

test('rating is refused before completion and after a cancellation', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
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
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  const put = (notes: string) => ({ ...at(id), body: { notes } })
  assert.equal((await customer.ok(changeNotes, put('Ring twice'))).notes, 'Ring twice')
  assert.equal((await carrier.ok(readCarrierJob, at(id))).notes, 'Ring twice')
  assert.equal((await customer.ok(changeNotes, put('  '))).notes, null, 'empty notes are none')
  await carrier.ok(collectJob, at(id))
  assert.equal((await customer.refused(changeNotes, put('Too late'))).body.error, 'wrong_state')
})

test('DESIGN 3, Life: address and phone from accept until completion + 7 days, then places only', async () => {
  const { customer, carrier, job_id: id } = await completedDeal(market)
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

const cancellations: Record<string, (deal: Deal) => Promise<unknown>> = {
  'the customer': ({ customer, params }) => customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } }),
  'the carrier': ({ carrier, params }) => carrier.ok(giveBackJob, { params, body: {} }),
  staff: ({ job_id: jobId }) => cancelByStaff(app.db, { jobId, by: { ...byOperator(), reason: 'agreed' } }),
}

for (const [who, cancel] of Object.entries(cancellations))
  test(`DESIGN 3, Life: cancelled by ${who}: address and phone end seven days later, for both sides`, async () => {
    const deal = await acceptedDeal(market)
    const { customer, carrier, job_id: id } = deal
    await set(id, `notes = 'Door code 1234'`)
    await cancel(deal)
    const read = async () => {
      const { status, notes, pickup, customer: theirs } = await carrier.ok(readCarrierJob, at(id))
      const { carrier: seen } = await customer.ok(readMyJob, at(id))
      return [status, notes, pickup.address, theirs.phone, seen?.phone]
    }
    const known = ['Door code 1234', 'Calle Mayor 10, 28013 Madrid', customer.phone, carrier.phone]
    assert.deepEqual(await read(), ['cancelled', ...known])
    await set(id, `cancelled_at = now() - interval '7 days'`)
    assert.deepEqual(await read(), ['cancelled', null, 'Madrid', null, null])
  })
