import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { aboutJobSql } from '../../server/push/messages.ts'
import { byOperator } from '../support/by-operator.ts'
import { type Deal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { tipped } from '../support/tips.ts'

/* Decision 72: the text of a tip tells its sum, whatever happens to the tip later. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

/** The sums that the notices of tips of a job tell, the oldest first. */
async function sumsTold({ job_id }: Deal): Promise<number[]> {
  const { rows } = await pool.query<{ cents: number }>(
    `select (${aboutJobSql} ->> 'movedCents')::integer as cents
     from notice n join job on job.id = n.job_id left join account who on who.id = job.carrier_id
     where n.job_id = $1 and n.kind = 'tip_received' order by n.id`,
    [job_id],
  )
  return rows.map(({ cents }) => cents)
}

test('decision 72: a tip that was refunded before its text was sent is told with its sum', async () => {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  const { tips } = await tipped(deal, { cents: 650 })
  await settleMoney(app)
  assert.deepEqual(await sumsTold(deal), [650])
  const paymentId = tips[0]?.payment_id
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 650, paymentId, by: byOperator() })
  await settleMoney(app)
  assert.deepEqual(await sumsTold(deal), [650])
})

test('decision 72: each of two tips is told with its sum, also after the first was refunded', async () => {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  const { tips } = await tipped(deal, { cents: 300 })
  await settleMoney(app)
  await tipped(deal, { cents: 500 })
  await settleMoney(app)
  assert.deepEqual(await sumsTold(deal), [300, 500])
  await refundJob(
    { kysely },
    { jobId: deal.job_id, amountCents: 100, paymentId: tips[0]?.payment_id, by: byOperator() },
  )
  await settleMoney(app)
  assert.deepEqual(await sumsTold(deal), [300, 500])
})
