import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, giveBackJob, listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* What the app shows of money: the terms before payment, refunds, and the charge of a cancelled job. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

const listed = async (customer: Person, jobId: string) => {
  const { jobs } = await customer.ok(listMyJobs)
  const { amount_cents, refunded_cents } = jobs.find(({ job_id }) => job_id === jobId) ?? assert.fail()
  return { amount_cents, refunded_cents }
}
/** Refunded cents of a job in the list, and those of them that are pending. */
const inList = async (customer: Person, jobId: string) => {
  const { jobs } = await customer.ok(listMyJobs)
  const job = jobs.find(({ job_id }) => job_id === jobId) ?? assert.fail()
  return [job.refunded_cents, job.refund_on_its_way_cents]
}
const earned = async (carrier: Person, jobId: string) => {
  const { jobs } = await carrier.ok(listCarrierJobs, { query: { state: 'done' } })
  return jobs.find(({ job_id }) => job_id === jobId)?.amount_cents
}

for (const size of jobSizes)
  test(`DESIGN 3, Life: the cancellation fee shown on a draft is the fee charged later (${size})`, async () => {
    const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
    const draft = await market.draft(customer, { size })
    const { free_minutes, late_fee_cents, carrier_share_percent } = draft.cancellation.rule
    const { job_id } = await market.post(customer, draft.job_id)
    const params = { job_id }
    await carrier.ok(acceptJob, { params })
    await passTime(app.db, `${free_minutes} minutes`)
    const { cancellation } = await customer.ok(readMyJob, { params })
    assert.deepEqual([cancellation.fee_cents, cancellation.rule], [late_fee_cents, draft.cancellation.rule])
    await customer.ok(cancelMyJob, { params, body: { fee_cents: late_fee_cents } })
    assert.deepEqual(await listed(customer, job_id), { amount_cents: late_fee_cents, refunded_cents: 0 })
    await settleMoney(app)
    assert.deepEqual(await listed(customer, job_id), { amount_cents: late_fee_cents, refunded_cents: 0 })
    const { compensation_cents } = await carrier.ok(readCarrierJob, { params })
    assert.equal(compensation_cents, (late_fee_cents * carrier_share_percent) / 100)
    assert.equal(await earned(carrier, job_id), compensation_cents)
  })

test('DESIGN 3, Life: a job cancelled without a fee is listed with 0 € on both sides', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  await carrier.ok(giveBackJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  assert.deepEqual(await listed(customer, job_id), { amount_cents: 0, refunded_cents: 0 })
  assert.equal(await earned(carrier, job_id), 0)
})

test('DESIGN 6, 4: each refund is shown with amount and date, first as in progress, then as done', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  const params = { job_id }
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  const { price, payment: before } = await customer.ok(readMyJob, { params })
  const total = price.total_cents
  assert.deepEqual([before.captured_cents, before.refunds], [total, []])
  const act = { jobId: job_id, by: byOperator('scratched') }
  await refundJob(app.db, { ...act, amountCents: 1_000 })
  const { payment: asked } = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    asked.refunds.map(({ amount_cents, state }) => [amount_cents, state]),
    [[1_000, 'on_its_way']],
  )
  assert.equal(asked.charged_cents, total, 'nothing has come back yet')
  assert.deepEqual(await inList(customer, job_id), [1_000, 1_000], 'on its way, whole')
  await settleMoney(app)
  await refundJob(app.db, { ...act, amountCents: 500 })
  await settleMoney(app)
  const { payment: done } = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    done.refunds.map(({ amount_cents, state }) => [amount_cents, state]),
    [
      [1_000, 'done'],
      [500, 'done'],
    ],
  )
  const { rows } = await app.db.pool.query<{ at: Date }>(
    `select settled_at as at from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'refund' order by e.created_at`,
    [job_id],
  )
  assert.deepEqual(
    done.refunds.map(({ at }) => at),
    rows.map(({ at }) => at.toISOString()),
  )
  assert.deepEqual([done.captured_cents, done.charged_cents], [total, total - 1_500])
  assert.deepEqual(await listed(customer, job_id), { amount_cents: total, refunded_cents: 1_500 })
  assert.deepEqual(await inList(customer, job_id), [1_500, 0])
})
