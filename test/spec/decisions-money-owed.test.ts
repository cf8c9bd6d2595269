import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { listMyJobs, publishJob, readMyJob } from '#contract/app/customer.ts'
import { removePaymentMethod } from '#contract/app/payments.ts'
import { chargeJob } from '../../server/jobs/money/charge.ts'
import { newId } from '../../server/lib/ids.ts'
import { Problem } from '../../server/lib/problem.ts'
import { byOperator } from '../support/by-operator.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { fillWallet, payByCard, readyPayouts, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* The customer pays a delivered job whose capture was refused. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

type Owing = { customer: Person; carrier: Person; job_id: string; params: { job_id: string }; total: number }

/** A delivered job whose card refused the capture and the second charge without the customer. */
async function owing(): Promise<Owing & { methodId: string }> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  const methodId = await saveCard(customer, 'refused_at_capture')
  await payByCard(customer, draft, { methodId })
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  const { status, payment } = await customer.ok(readMyJob, { params })
  assert.deepEqual([status, payment.state], ['accepted', 'refused'])
  return { customer, carrier, methodId, ...params, params, total: draft.price.total_cents }
}

const byCard = ({ params }: Owing, payment_method_id: string, payment_id = newId()) => ({
  params,
  body: { payment_id, source: 'card' as const, payment_method_id },
})
const captured = async ({ job_id }: Owing) =>
  (
    await app.db.pool.query<{ captured_cents: number }>(
      'select captured_cents from payment where job_id = $1 and captured_cents > 0',
      [job_id],
    )
  ).rows.map(({ captured_cents }) => captured_cents)
const notices = ({ accountId }: Person, { job_id }: Owing) => noticesTo(app, accountId, job_id)

test('DESIGN 3, Life: owed amount paid with another card: captured at once, completed, split, both sides notified', async () => {
  const job = await owing()
  const { customer, carrier, params, total } = job
  await readyPayouts(app, carrier)
  const { jobs } = await customer.ok(listMyJobs)
  assert.deepEqual(
    jobs.map(({ status, delivered }) => [status, delivered]),
    [['accepted', true]],
  )
  const declined = await customer.ok(publishJob, byCard(job, await saveCard(customer, 'declined')))
  assert.deepEqual([declined.status, declined.payment.refusal], ['accepted', 'declined'])
  const once = byCard(job, await saveCard(customer))
  await customer.ok(publishJob, once)
  await customer.ok(publishJob, once)
  await settleMoney(app)
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [done.status, done.payment.state, done.payment.charged_cents],
    ['completed', 'captured', total],
  )
  assert.equal((await carrier.ok(readCarrierJob, { params })).paid_out, true)
  assert.deepEqual(await captured(job), [total])
  assert.deepEqual(await notices(customer, job), [
    'job_posted',
    'job_accepted',
    'payment_refused',
    'job_charged',
  ])
  assert.deepEqual(await notices(carrier, job), ['job_completed'])
  const twice = await customer.refused(publishJob, byCard(job, await saveCard(customer)))
  assert.deepEqual([twice.status, twice.body.error], [409, 'wrong_state'])
  await assertBooks(app.db)
})

test('app contract, removePaymentMethod: a card cannot be removed while its job owes an amount', async () => {
  const job = await owing()
  const { customer, methodId } = job
  const remove = { params: { payment_method_id: methodId } }
  const kept = await customer.refused(removePaymentMethod, remove)
  assert.deepEqual([kept.status, kept.body.error], [409, 'wrong_state'])
  const declined = await saveCard(customer, 'declined')
  await customer.ok(publishJob, byCard(job, declined))
  await customer.ok(removePaymentMethod, { params: { payment_method_id: declined } })
  await customer.ok(publishJob, byCard(job, await saveCard(customer)))
  await settleMoney(app)
  await customer.ok(removePaymentMethod, remove)
})

test('DESIGN 3, Life: owed amount paid from the wallet', async () => {
  const job = await owing()
  const { customer, params, total } = job
  const body = () => ({ payment_id: newId(), source: 'wallet' as const })
  const poor = await customer.refused(publishJob, { params, body: body() })
  assert.deepEqual([poor.status, poor.body.error], [402, 'insufficient_funds'])
  await fillWallet(customer, 50_000)
  await customer.ok(publishJob, { params, body: body() })
  await settleMoney(app)
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [done.status, done.payment.source, done.payment.charged_cents],
    ['completed', 'wallet', total],
  )
  await assertBooks(app.db)
})

test('reliability, pay × pay × charge of an owed amount: captured once', async () => {
  for (let round = 0; round < 3; round++) {
    const job = await owing()
    const { customer, params, job_id, total } = job
    await app.db.pool.query(`update sandbox_card set does = 'success' where payer_reference = $1`, [
      `payer_${customer.accountId}`,
    ])
    const methodId = await saveCard(customer)
    const calls = [byCard(job, methodId), byCard(job, methodId)].map((pay) => customer.call(publishJob, pay))
    const charging = chargeJob(app.db, { jobId: job_id, by: byOperator('again') }).catch((error: unknown) =>
      assert.ok(error instanceof Problem, String(error)),
    )
    for (const { status } of await Promise.all(calls)) assert.ok([200, 409].includes(status), String(status))
    await charging
    await settleMoney(app)
    assert.equal((await customer.ok(readMyJob, { params })).status, 'completed')
    assert.deepEqual(await captured(job), [total])
  }
  await assertBooks(app.db)
})
