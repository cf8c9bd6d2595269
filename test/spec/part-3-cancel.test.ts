import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { acceptedDeal } from '../support/deals.ts'
import { eventsOf, noticesTo } from '../support/job-records.ts'
import { at, delivered } from '../support/job-requests.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Spec part 3 and DESIGN 3, Life, from the posted job to its end. Payments are tested in decisions-money*.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { pool } = app.db

const noticesOf = ({ accountId }: Person) => noticesTo(app, accountId)

test('3 posted → cancelled: the customer cancels without a fee, and no carrier can accept the job', async () => {
  const customer = await market.person()
  const carrier = await market.carrier()
  const { job_id, cancellation } = await market.posted(customer)
  assert.deepEqual([cancellation.allowed, cancellation.fee_cents], [true, 0])
  const job = await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
  assert.deepEqual(
    [job.status, job.cancelled_by, job.cancellation.refusal],
    ['cancelled', 'customer', 'final'],
  )
  assert.equal((await partner.read(job_id)).body.status, 'cancelled')
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(job_id))
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
  const refusal = await carrier.refused(acceptJob, at(job_id))
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
  assert.match(refusal.body.message, /customer cancelled/)
  await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
})

test('DESIGN 3, Life: cancelling an accepted job is free for 5 min, and the carrier is notified', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  const { cancellation, accepted_at } = await customer.ok(readMyJob, at(id))
  assert.equal(cancellation.fee_cents, 0)
  assert.equal(Date.parse(cancellation.free_until ?? ''), Date.parse(accepted_at ?? '') + 300_000)
  await customer.ok(cancelMyJob, { ...at(id), body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.deepEqual(await noticesOf(carrier), ['job_cancelled_by_customer'])
  const theirs = await carrier.ok(readCarrierJob, at(id))
  assert.deepEqual(
    [theirs.status, theirs.cancelled_by, theirs.compensation_cents],
    ['cancelled', 'customer', null],
  )
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
})

test('DESIGN 3, Life: later cancelling costs a fee by size, which the customer confirms; 80 % goes to the carrier', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market, { size: 'M' })
  await pool.query(`update job set accepted_at = accepted_at - interval '6 minutes' where id = $1`, [id])
  const stale = await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 0 } })
  assert.deepEqual([stale.status, stale.body.error], [409, 'cancellation_changed'])
  const { cancellation } = await customer.ok(readMyJob, at(id))
  assert.equal(cancellation.fee_cents, 1_500)
  await customer.ok(cancelMyJob, { ...at(id), body: { fee_cents: 1_500 } })
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.equal(payment.charged_cents, 1_500)
  assert.equal((await carrier.ok(readCarrierJob, at(id))).compensation_cents, 1_200)
})

test('cancelling with a fee that is not due is refused', async () => {
  const { customer, job_id: id } = await acceptedDeal(market, { size: 'M' })
  const refusal = await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 1_500 } })
  assert.equal(refusal.body.error, 'cancellation_changed')
  assert.equal((await customer.ok(readMyJob, at(id))).status, 'accepted')
})

test('DESIGN 3, Life: after collection only staff can cancel', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  await carrier.ok(collectJob, at(id))
  const { cancellation } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([cancellation.allowed, cancellation.refusal], [false, 'collected'])
  for (const refusal of [
    await customer.refused(cancelMyJob, { ...at(id), body: { fee_cents: 0 } }),
    await carrier.refused(giveBackJob, { ...at(id), body: {} }),
  ]) {
    assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
    assert.match(refusal.body.message, /already collected/)
  }
})

test('3 accepted → cancelled by the carrier: nothing is charged, and the customer is notified', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  const job = await carrier.ok(giveBackJob, { ...at(id), body: { reason: 'The van broke down' } })
  assert.deepEqual([job.status, job.cancelled_by], ['cancelled', 'carrier'])
  await carrier.ok(giveBackJob, { ...at(id), body: {} })
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, at(id))
  assert.deepEqual([payment.state, payment.charged_cents], ['none', null])
  assert.equal((await noticesOf(customer)).at(-1), 'job_offered_again')
  assert.equal((await eventsOf(app, id)).at(-1), 'carrier: The van broke down')
  const { rows } = await pool.query('select job_id from carrier_strike where carrier_id = $1', [
    carrier.accountId,
  ])
  assert.deepEqual(rows, [{ job_id: id }], 'one strike, however often it is repeated')
})

test('DESIGN 3, Life: 3 in 30 days suspend; older ones do not count', async () => {
  const carrier = await market.carrier()
  const customer = await market.person()
  const giveOneBack = async () => {
    const { job_id } = await market.accepted(customer, carrier)
    await carrier.ok(giveBackJob, { ...at(job_id), body: {} })
  }
  const status = async () =>
    (await pool.query('select status from carrier where account_id = $1', [carrier.accountId])).rows[0].status
  await giveOneBack()
  await pool.query(`update carrier_strike set at = now() - interval '31 days' where carrier_id = $1`, [
    carrier.accountId,
  ])
  await giveOneBack()
  await giveOneBack()
  assert.equal(await status(), 'approved')
  const kept = await market.accepted(customer, carrier)
  await giveOneBack()
  assert.equal(await status(), 'suspended')
  assert.deepEqual(
    (await noticesOf(carrier)).filter((kind) => kind.startsWith('carrier_')),
    ['carrier_suspended'],
  )
  const { job_id } = await market.posted(customer)
  const refusal = await carrier.refused(acceptJob, at(job_id))
  assert.deepEqual([refusal.status, refusal.body.error], [403, 'carrier_not_approved'])
  const finished = await carrier.ok(deliverJob, delivered(kept.job_id))
  assert.ok(finished.delivered_at, 'what was accepted before is brought to its end')
})

test('DESIGN 3, Life: staff cancel by the command line, also after collecting; the customer gets everything back', async () => {
  const { customer, carrier, job_id: id } = await acceptedDeal(market)
  await carrier.ok(collectJob, at(id))
  const run = (...args: string[]) => runCommand(['job', ...args, '--json'], envOf(app))
  const { stdout } = await run('cancel', id, '--reason', 'The piano fell')
  assert.deepEqual([JSON.parse(stdout).job_id, JSON.parse(stdout).status], [id, 'cancelled'])
  await settleMoney(app)
  const job = await customer.ok(readMyJob, at(id))
  assert.deepEqual(
    [job.cancelled_by, job.payment.state, job.payment.charged_cents],
    ['staff', 'released', null],
  )
  for (const person of [customer, carrier])
    assert.equal((await noticesOf(person)).at(-1), 'job_cancelled_by_staff')
  const shown = JSON.parse((await run('show', id)).stdout)
  assert.deepEqual([shown.carrier_id, shown.events.at(-1).reason], [carrier.accountId, 'The piano fell'])
  const again = await run('cancel', id, '--reason', 'again')
  assert.notEqual(again.code, 0)
  assert.match(again.stderr, new RegExp(`Job ${id} is cancelled`))
})
