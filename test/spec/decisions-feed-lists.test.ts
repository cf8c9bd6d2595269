import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, collectJob, deliverJob, listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { acceptedDeal } from '../support/deals.ts'
import { deliveryScenes } from '../support/delivery-scenes.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { agreedWindow, proposedBy, timeSeenBy, wished } from '../support/window-deals.ts'
import { inDays } from '../support/window-times.ts'

/* Decision 82: times in the lists of jobs, and the days of payouts. */

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db

async function timesOf(jobId: string, { customer, carrier }: { customer: Person; carrier?: Person }) {
  const [mine, carried] = [
    await customer.ok(listMyJobs),
    carrier ? await carrier.ok(listCarrierJobs, { query: { state: 'active' } }) : null,
  ]
  const of = (page: typeof mine | null) => page?.jobs.find(({ job_id }) => job_id === jobId)?.time
  return { customer: of(mine), carrier: of(carried) }
}

test('decision 82: before a carrier accepts, the list shows the first wish that is not over', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  assert.deepEqual((await timesOf(job_id, { customer })).customer, {
    time_zone: 'Europe/Madrid',
    agreed: null,
    wish: null,
    discussed: false,
  })
  await wished({ customer, params: { job_id } }, [
    { day: inDays(3), part: 'evening' },
    { day: inDays(2), part: 'morning' },
  ])
  assert.equal((await timesOf(job_id, { customer })).customer?.wish?.day, inDays(3))
  await pool.query(
    `update job_wish set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
     where job_id = $1 and position = 1`,
    [job_id],
  )
  assert.equal((await timesOf(job_id, { customer })).customer?.wish?.day, inDays(2))
})

test('decision 82: both lists say that a time is discussed, and then the window, until the collection', async () => {
  const pair = await acceptedDeal(market)
  const { carrier, job_id, params } = pair
  const seen = () => timesOf(job_id, pair)
  assert.equal((await seen()).customer?.discussed, false)
  await proposedBy('carrier', pair)
  for (const time of Object.values(await seen()))
    assert.deepEqual([time?.agreed, time?.wish, time?.discussed], [null, null, true])
  await agreedWindow(pair, { from: '14:00', to: '16:00' })
  const { agreed } = await timeSeenBy('customer', pair)
  for (const time of Object.values(await seen()))
    assert.deepEqual(
      [time?.agreed, time?.discussed],
      [{ starts_at: agreed?.starts_at, ends_at: agreed?.ends_at }, false],
    )
  await carrier.ok(collectJob, { params, body: {} })
  assert.deepEqual(await seen(), { customer: null, carrier: null })
})

test('decision 82: a wish that is not answered with a window is discussed after the acceptance', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.draft(customer)
  await wished({ customer, params: { job_id } }, [{ day: inDays(2), part: 'morning' }])
  await market.post(customer, job_id)
  await carrier.ok(acceptJob, { params: { job_id } })
  const { carrier: time } = await timesOf(job_id, { customer, carrier })
  assert.deepEqual([time?.wish, time?.discussed], [null, true])
})

test('decision 82: the job and the earnings have the day of the payout once it is confirmed', async () => {
  const { carrier, job_id, params } = await acceptedDeal(market, { canBePaid: true })
  await carrier.ok(deliverJob, { params, body: {} })
  const before = await carrier.ok(readCarrierJob, { params })
  assert.deepEqual([before.paid_out, before.paid_out_at], [false, null])
  await settleMoney(market.app)
  const { rows } = await pool.query<{ at: Date }>(
    `select e.settled_at as at from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'transfer'`,
    [job_id],
  )
  const at = rows[0]?.at.toISOString()
  const paid = await carrier.ok(readCarrierJob, { params })
  assert.deepEqual([paid.paid_out, paid.paid_out_at, paid.payout_due_at], [true, at, null])
  const { entries } = await carrier.ok(readEarnings)
  assert.deepEqual(
    entries.map((entry) => [entry.job_id, entry.paid_out, entry.paid_out_at]),
    [[job_id, true, at]],
  )
})

test('decision 82: without a payout account nothing is said to be paid', async () => {
  const { carrier, params } = await acceptedDeal(market)
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(market.app)
  const job = await carrier.ok(readCarrierJob, { params })
  assert.deepEqual([job.paid_out, job.paid_out_at], [false, null])
  const { entries } = await carrier.ok(readEarnings)
  assert.deepEqual(
    entries.map((entry) => [entry.paid_out, entry.paid_out_at]),
    [[false, null]],
  )
})

test('decision 82: a payment that waits for a confirmation has the day on which it goes on', async () => {
  const { realMoney, playMoney, deliveredEarly } = deliveryScenes(market)
  realMoney()
  const { carrier, customer, params } = await deliveredEarly()
  const { payment_waits, payout_due_at } = await carrier.ok(readCarrierJob, { params })
  const { confirm_by } = await customer.ok(readMyJob, { params })
  playMoney()
  assert.equal(payment_waits, 'early_delivery')
  assert.ok(confirm_by)
  assert.equal(payout_due_at, confirm_by)
})
