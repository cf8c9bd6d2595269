import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { confirmSandboxPayment } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { answerBank, payByCard, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* A customer leaves the bank's page and pays with another method: there is only one hold. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

type Left = { customer: Person; draft: CustomerJob; params: { job_id: string }; paymentId: string }

/** A payment that waits for the bank's confirmation. */
async function left(): Promise<Left> {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  const { payment } = await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  assert.equal(payment.state, 'action_required')
  return { customer, draft, params: { job_id: draft.job_id }, paymentId }
}

const payments = async ({ job_id }: { job_id: string }) =>
  (
    await app.db.pool.query<{ status: string }>(
      'select status from payment where job_id = $1 order by created_at',
      [job_id],
    )
  ).rows.map(({ status }) => status)
/** Settles all effects, including the waiting confirmation, which is polled only after a while. */
async function settle(): Promise<void> {
  await passTime(app.db, '1 minute')
  await settleMoney(app)
}
const confirm = ({ customer, paymentId }: Left) =>
  customer.call(confirmSandboxPayment, { params: { payment_id: paymentId }, body: { approve: true } })

test("app contract, publishJob: after leaving the bank's page another card pays at once and is held", async () => {
  const page = await left()
  const { customer, draft, params } = page
  const posted = await payByCard(customer, draft)
  assert.deepEqual([posted.status, posted.payment.state], ['posted', 'held'])
  await settle()
  assert.deepEqual(await payments(draft), ['released', 'held'])
  await confirm(page)
  await settle()
  assert.deepEqual(await payments(draft), ['released', 'held'], 'too late')
  assert.equal((await customer.ok(readMyJob, { params })).payment.payment_id, posted.payment.payment_id)
  await assertBooks(app.db)
})

test('app contract, publishJob: a confirmation of the first card that was never read is released', async () => {
  const page = await left()
  const { customer, draft, paymentId } = page
  await app.db.pool.query(
    `update sandbox_authorization set status = 'held', hold_expires_at = now() + interval '7 days' where payment_id = $1`,
    [paymentId],
  )
  assert.equal((await payByCard(customer, draft)).status, 'posted')
  await settle()
  assert.deepEqual(await payments(draft), ['released', 'held'])
  const { rows } = await app.db.pool.query('select status from sandbox_authorization where payment_id = $1', [
    paymentId,
  ])
  assert.deepEqual(rows, [{ status: 'released' }])
  await assertBooks(app.db)
})

test('app contract, publishJob: another card that is refused leaves the draft, and no page of a bank open', async () => {
  const { customer, draft, params } = await left()
  await payByCard(customer, draft, { does: 'declined' })
  await settle()
  const { status, payment } = await customer.ok(readMyJob, { params })
  assert.deepEqual([status, payment.state, payment.refusal], ['draft', 'refused', 'declined'])
  assert.deepEqual(await payments(draft), ['released', 'refused'])
  assert.equal((await payByCard(customer, draft)).status, 'posted')
  await assertBooks(app.db)
})

test('app contract, publishJob: a card that is not theirs does not end the page of the bank', async () => {
  const { customer, draft, params, paymentId } = await left()
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: newId() }
  assert.equal((await customer.refused(publishJob, { params, body })).status, 409)
  await app.db.pool.query('update job set expires_at = now() where id = $1', [draft.job_id])
  const late = { ...body, payment_method_id: await saveCard(customer) }
  const refused = await customer.refused(publishJob, { params, body: late })
  assert.equal(refused.body.error, 'payment_pending', 'nor one of a draft whose time is over')
  await answerBank(customer, paymentId, true)
  assert.equal((await customer.ok(readMyJob, { params })).status, 'posted')
})

test('reliability, the bank is answered × another card × another card: one hold, and the job is posted', async () => {
  for (let round = 0; round < 5; round++) {
    const page = await left()
    const { customer, draft, params } = page
    const payment_method_id = await saveCard(customer)
    const pay = () =>
      customer.call(publishJob, {
        params,
        body: { payment_id: newId(), source: 'card', payment_method_id },
      })
    const [first, second] = await Promise.all([
      pay(),
      pay(),
      confirm(page),
      customer.call(readMyJob, { params }),
    ])
    for (const { status } of [first, second]) assert.ok([200, 409].includes(status), String(status))
    await settle()
    assert.equal((await customer.ok(readMyJob, { params })).status, 'posted')
    assert.equal((await payments(draft)).filter((status) => status === 'held').length, 1)
  }
  await assertBooks(app.db)
})

test("DESIGN 3, Life: the owed amount of a delivered job is captured once, also after a bank's page was left", async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft, { does: 'refused_at_capture' })
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settle()
  const paymentId = newId()
  const asked = await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  assert.deepEqual([asked.status, asked.payment.state], ['accepted', 'action_required'])
  const methodId = await saveCard(customer)
  await Promise.all([
    confirm({ customer, draft, params, paymentId }),
    payByCard(customer, draft, { methodId }).catch(() => {}),
  ])
  await settle()
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', draft.price.total_cents])
  assert.equal((await payments(draft)).filter((status) => status === 'captured').length, 1)
  await assertBooks(app.db)
})
