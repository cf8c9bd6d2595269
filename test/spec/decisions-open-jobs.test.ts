import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  acceptJob,
  collectJob,
  deliverJob,
  giveBackJob,
  readCarrier,
  readCarrierJob,
} from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'

/* How many jobs a carrier can have at a time, and can withhold from others by giving them back. */
const market = await openMarket({ CARRIER_OPEN_JOBS: '2' })
after(() => market[Symbol.asyncDispose]())
const { pool, url } = market.app.db

const at = (job_id: string) => ({ params: { job_id } })
const statusOf = async (carrier: Person) => (await carrier.ok(readCarrier)).status

async function postedJobs(customer: Person, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await market.posted(customer)).job_id)
  return ids
}

test('DESIGN 3, Life: a carrier that accepts all jobs at once gets CARRIER_OPEN_JOBS of them', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const ids = await postedJobs(customer, 6)
  const answers = await Promise.all(ids.map((id) => carrier.call(acceptJob, at(id))))
  const won = ids.filter((_, index) => answers[index]?.status === 200)
  const left = ids.filter((id) => !won.includes(id))
  assert.equal(won.length, 2)
  const [first = '', second = ''] = won
  const [next = '', last = ''] = left
  for (const id of left) {
    const { status, body } = await carrier.refused(acceptJob, at(id))
    assert.deepEqual([status, body.error], [409, 'wrong_state'])
    assert.match(body.message, /2 jobs to deliver.*Finish one first/)
    assert.equal((await carrier.refused(readCarrierJob, at(id))).status, 404, 'no door, no phone')
  }
  await carrier.ok(acceptJob, at(first))
  await carrier.ok(collectJob, at(first))
  assert.equal((await carrier.refused(acceptJob, at(next))).status, 409, 'collected is not delivered')
  await carrier.ok(deliverJob, { ...at(first), body: {} })
  await carrier.ok(acceptJob, at(next))
  assert.equal((await carrier.refused(acceptJob, at(last))).status, 409)
  await carrier.ok(giveBackJob, { ...at(second), body: {} })
  await carrier.ok(acceptJob, at(last))
})

test('DESIGN 3, Life: jobs of others do not count, and a taken job is still taken to a busy carrier', async () => {
  const customer = await market.person()
  const [busy, other] = [await market.carrier(), await market.carrier()]
  const [mine = '', alsoMine = '', theirs = ''] = await postedJobs(customer, 3)
  await busy.ok(acceptJob, at(mine))
  await busy.ok(acceptJob, at(alsoMine))
  await other.ok(acceptJob, at(theirs))
  assert.equal((await busy.refused(acceptJob, at(theirs))).body.error, 'already_taken')
})

test('DESIGN 3, Life: suspended by its third strike, a carrier gives nothing more back, delivers, or asks staff', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const [one = '', two = '', three = '', four = '', five = ''] = await postedJobs(customer, 5)
  const giveBack = (id: string) => carrier.call(giveBackJob, { ...at(id), body: {} })
  for (const id of [one, two]) {
    await carrier.ok(acceptJob, at(id))
    assert.equal((await giveBack(id)).status, 200)
  }
  await carrier.ok(acceptJob, at(three))
  await carrier.ok(acceptJob, at(four))
  const both = await Promise.all([giveBack(three), giveBack(four)])
  assert.deepEqual(
    both.map(({ status }) => status).sort((one, other) => one - other),
    [200, 409],
    'the third suspends, the fourth is kept',
  )
  const [given, kept] = both[0].status === 200 ? [three, four] : [four, three]
  assert.equal(await statusOf(carrier), 'suspended')
  const refusal = await carrier.refused(giveBackJob, { ...at(kept), body: {} })
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
  assert.match(refusal.body.message, /suspended.*write to support/)
  assert.equal((await giveBack(given)).status, 200, 'repeating what was done is answered as then')
  assert.equal((await carrier.ok(readCarrier)).strikes, 3)
  assert.equal((await customer.ok(readMyJob, at(kept))).status, 'accepted')
  await carrier.ok(collectJob, at(kept))
  await carrier.ok(deliverJob, { ...at(kept), body: {} })
  assert.equal((await carrier.refused(acceptJob, at(five))).body.error, 'carrier_not_approved')
})

test('DESIGN 3, Life: staff cancel a job of a suspended carrier without another strike', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  await pool.query(`update carrier set status = 'suspended' where account_id = $1`, [carrier.accountId])
  const { status } = await carrier.refused(giveBackJob, { ...at(job_id), body: {} })
  assert.equal(status, 409)
  const env = { DATABASE_URL: url, DATA_DIR: market.app.dataDir }
  const ran = await runCommand(['job', 'cancel', job_id, '--reason', 'The carrier cannot'], env)
  assert.equal(ran.code, 0, ran.stderr)
  const job = await customer.ok(readMyJob, at(job_id))
  assert.deepEqual([job.status, job.cancelled_by], ['cancelled', 'staff'])
  assert.equal((await carrier.ok(readCarrier)).strikes, 0)
})
