import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { refundJob as refundOperation } from '#contract/admin/job-acts.ts'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { type Deal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/* Decision 72: a refund has an id of the client, so that a lost answer never makes it twice. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const by = byOperator()
const staff = await joinAsOwner(app)

async function paidDeal(): Promise<Deal> {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  return deal
}

async function refundsOf({ job_id }: Deal): Promise<number[]> {
  const { rows } = await pool.query<{ cents: number }>(
    `select e.amount_cents as cents from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'refund' order by e.created_at`,
    [job_id],
  )
  return rows.map(({ cents }) => cents)
}

const asked = { amount_cents: 1_000, carrier_cents: 400, reason: 'a scratch' }

test('decision 72: a refund whose answer was lost is joined, and the carrier bears its part once', async () => {
  const deal = await paidDeal()
  await stepUp(app, staff)
  const request = { params: { job_id: deal.job_id }, body: { ...asked, refund_id: newId() } }
  const first = await staff.ok(refundOperation, request)
  const again = await staff.ok(refundOperation, request)
  assert.deepEqual(again, first)
  await settleMoney(app)
  const later = await staff.ok(refundOperation, request)
  assert.deepEqual(later, first)
  assert.deepEqual(await refundsOf(deal), [1_000])
  assert.equal((await deal.carrier.ok(readEarnings, {})).kept_back_cents, 400)
  const audited = await pool.query(`select from audit_event where act = 'job.refund' and targets @> $1`, [
    JSON.stringify([{ type: 'job', id: deal.job_id }]),
  ])
  assert.equal(audited.rowCount, 1)
  await assertBooks(app.db)
})

test('decision 72: two refunds of the same amount with two ids are two refunds', async () => {
  const deal = await paidDeal()
  await stepUp(app, staff)
  for (const refund_id of [newId(), newId()])
    await staff.ok(refundOperation, {
      params: { job_id: deal.job_id },
      body: { ...asked, refund_id },
    })
  assert.deepEqual(await refundsOf(deal), [1_000, 1_000])
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).borne_cents, 800)
})

test('decision 72: the id of another refund, job or payment is refused', async () => {
  const [deal, other] = [await paidDeal(), await paidDeal()]
  await stepUp(app, staff)
  const refund_id = newId()
  const body = { ...asked, refund_id }
  await staff.ok(refundOperation, { params: { job_id: deal.job_id }, body })
  const { rows } = await pool.query<{ id: string }>(
    `select e.id from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'transfer'`,
    [deal.job_id],
  )
  const refused = (job_id: string, odd: object) =>
    staff.refused(refundOperation, { params: { job_id }, body: { ...body, ...odd } })
  assert.equal(await refused(deal.job_id, { amount_cents: 999 }), '409 wrong_state')
  assert.equal(await refused(deal.job_id, { carrier_cents: 399 }), '409 wrong_state')
  assert.equal(await refused(deal.job_id, { payment_id: newId() }), '409 wrong_state')
  assert.equal(await refused(other.job_id, {}), '409 wrong_state')
  assert.equal(await refused(deal.job_id, { refund_id: rows[0]?.id }), '409 wrong_state')
  assert.equal(await refused(deal.job_id, { refund_id: 'one' }), '400 validation_error')
  assert.equal(await refused(deal.job_id, { refund_id: undefined }), '400 validation_error')
  assert.deepEqual([await refundsOf(deal), await refundsOf(other)], [[1_000], []])
})

test('race: the same refund many times at once is made once', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await paidDeal()
    const refund = { jobId: deal.job_id, refundId: newId(), amountCents: 700, carrierCents: 700, by }
    const done = await Promise.all([1, 2, 3, 4].map(() => refundJob({ kysely }, refund)))
    assert.deepEqual(new Set(done.map(({ leftCents }) => leftCents)), new Set([deal.total - 700]))
    assert.deepEqual(await refundsOf(deal), [700])
    await settleMoney(app)
    assert.equal((await deal.carrier.ok(readEarnings, {})).kept_back_cents, 700)
    await assertBooks(app.db)
  }
})
