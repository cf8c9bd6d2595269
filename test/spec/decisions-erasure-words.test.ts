import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { byOperator } from '../support/by-operator.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { usualProof } from '../support/proofs.ts'

/* Decision 21: what staff wrote about a carrier ends with the carrier's account. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

const erase = ({ accountId }: Person) => eraseAccount(kysely, { accountId, moneySettled: false })

test("a carrier is erased: staff's words are gone from the jobs they had before, and stay on others", async () => {
  const [first, second, last] = [await market.carrier(), await market.carrier(), await market.carrier()]
  const { job_id: jobId } = await market.accepted(await market.person('Ana'), first)
  const needs = { kysely, maxOpenJobs: 5, proof: usualProof }
  const moveTo = ({ accountId: carrierId }: Person, reason: string) =>
    reassignJob(needs, { jobId, carrierId, by: byOperator(reason) })
  await moveTo(second, 'Canary one was rude')
  await moveTo(last, 'Canary two was late')
  await pool.query(
    `insert into job_note (id, job_id, author_name, text) values (gen_random_uuid(), $1, 'Eva', 'Canary note of staff')`,
    [jobId],
  )
  const other = await market.accepted(await market.person('Ana'), await market.carrier())
  await reassignJob(needs, {
    jobId: other.job_id,
    carrierId: last.accountId,
    by: byOperator('Other words'),
  })
  const needles = ['Canary one', 'Canary two', 'Canary note']
  assert.deepEqual(await foundAnywhere(app, [...needles, 'Other words']), [...needles, 'Other words'])
  await erase(second)
  assert.deepEqual(await foundAnywhere(app, [...needles, 'Other words']), ['Other words'])
  await moveTo(await market.carrier(), 'Canary three')
  await erase(first)
  assert.deepEqual(await foundAnywhere(app, ['Canary three']), [])
})
