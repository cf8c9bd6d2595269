import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { compareProcessor } from '../../server/payments/reconcile/check.ts'
import { byOperator } from '../support/by-operator.ts'
import { openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { db } = app

async function check() {
  const processor = app.dray.payments.processors.sandbox
  return (
    (await compareProcessor({ ...db, spoolFolder: tmpdir() }, { processor, since: null })) ??
    assert.fail('the sandbox can list')
  )
}

test('DESIGN 6.4: the sandbox is held to its own tables', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await readyPayouts(app, carrier)
  const { job_id } = await market.posted(customer)
  await carrier.ok(acceptJob, { params: { job_id } })
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await refundJob(db, { jobId: job_id, by: byOperator('scratched'), amountCents: 500 })
  await market.posted(customer)
  await settleMoney(app)
  const { compared, differences, elsewhere } = await check()
  assert.deepEqual([compared, differences, elsewhere], [{ hold: 2, refund: 1, transfer: 1 }, [], 0])
  await db.pool.query(`update sandbox_movement set amount_cents = 499 where kind = 'refund'`)
  await db.pool.query(`update sandbox_authorization set status = 'released' where status = 'held'`)
  const found = (await check()).differences
  assert.deepEqual(
    found.map(({ check: what, kind, ours, theirs, their_cents }) => [what, kind, ours, theirs, their_cents]),
    [
      ['differs', 'hold', 'held', 'ended', found[0]?.our_cents],
      ['differs', 'refund', 'done', 'done', 499],
    ],
  )
})
