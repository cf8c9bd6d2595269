import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, readFeedJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { readWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { noticesTo, paymentsOf } from '../support/job-records.ts'
import { at, pay } from '../support/job-requests.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { answerBank, fillWallet, payByCard, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Payment from the draft to the posted job. Later steps: decisions-money-holds, -delivered and
 * -cancelled.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

const notices = ({ accountId }: Person) => noticesTo(app, accountId)
const rowOf = async (jobId: string) =>
  (await app.db.pool.query('select * from job where id = $1', [jobId])).rows[0]

test('3 draft → posted: the amount is held, carriers see the job, the customer gets a confirmation', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  assert.equal(draft.payment.state, 'none')
  const posted = await payByCard(customer, draft)
  assert.equal(posted.status, 'posted')
  assert.deepEqual(
    { ...posted.payment, payment_id: null, payment_method_id: null },
    {
      state: 'held',
      payment_id: null,
      source: 'card',
      last_four: '4242',
      payment_method_id: null,
      action_url: null,
      refusal: null,
      charged_cents: null,
      captured_cents: null,
      refunds: [],
    },
  )
  assert.deepEqual(await paymentsOf(app, draft.job_id), ['publish held'])
  const { rows } = await app.db.pool.query('select amount_cents from payment where job_id = $1', [
    draft.job_id,
  ])
  assert.deepEqual(rows, [{ amount_cents: draft.price.total_cents }])
  const carrier = await market.carrier()
  await carrier.ok(readFeedJob, { params: { job_id: draft.job_id } })
  assert.deepEqual(await notices(customer), ['job_posted'])
  const row = await rowOf(draft.job_id)
  assert.deepEqual(
    [row.feed_lat, row.feed_lon],
    [draft.pickup.point.lat, draft.pickup.point.lon].map((at) => Math.round(at * 100) / 100),
  )
  assert.equal((await market.partner.read(draft.job_id)).body.status, 'posted')
  await assertBooks(app.db)
})

for (const does of ['declined', 'insufficient_funds', 'expired_card'] as const) {
  test(`3 pre-authorisation must succeed: a card that is ${does} leaves the draft, and another card publishes it`, async () => {
    const customer = await market.person()
    const draft = await market.draft(customer)
    const refused = await payByCard(customer, draft, { does })
    assert.equal(refused.status, 'draft')
    assert.deepEqual([refused.payment.state, refused.payment.refusal], ['refused', does])
    assert.deepEqual(await notices(customer), [])
    const posted = await payByCard(customer, draft)
    assert.deepEqual([posted.status, posted.payment.state, posted.payment.refusal], ['posted', 'held', null])
    await assertBooks(app.db)
  })
}

test('app contract, publishJob: the same payment_id joins the same attempt; of another job or account it is refused', async () => {
  const [customer, stranger] = [await market.person(), await market.person()]
  const [first, second] = [await market.draft(customer), await market.draft(customer)]
  const theirs = await market.draft(stranger)
  const [paymentId, methodId] = [newId(), await saveCard(customer)]
  await payByCard(customer, first, { paymentId, methodId })
  const again = await payByCard(customer, first, { paymentId, methodId })
  assert.deepEqual([again.status, again.payment.payment_id], ['posted', paymentId])
  assert.equal((await paymentsOf(app, first.job_id)).length, 1)
  const other = await customer.refused(publishJob, pay(second.job_id, { payment_id: paymentId, methodId }))
  assert.deepEqual([other.status, other.body.error], [409, 'wrong_state'])
  const drafts = [second, await market.draft(customer)]
  const atOnce = { payment_id: newId(), methodId }
  const calls = drafts.map(({ job_id }) => customer.call(publishJob, pay(job_id, atOnce)))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 409]), 'also of two jobs at once')
  const foreign = await stranger.refused(publishJob, pay(theirs.job_id, { payment_id: paymentId }))
  assert.deepEqual([foreign.status, foreign.body.error], [404, 'not_found'])
  const twice = await customer.refused(publishJob, pay(first.job_id, { methodId }))
  assert.deepEqual([twice.status, twice.body.error], [409, 'wrong_state'])
})

test('app contract, publishJob: a foreign draft, a foreign card or no card is refused', async () => {
  const [customer, stranger] = [await market.person(), await market.person()]
  const draft = await market.draft(customer)
  const foreign = await stranger.refused(
    publishJob,
    pay(draft.job_id, { methodId: await saveCard(stranger) }),
  )
  assert.equal(foreign.status, 404)
  for (const methodId of [await saveCard(stranger), newId(), undefined]) {
    const refused = await customer.refused(publishJob, pay(draft.job_id, { ...(methodId && { methodId }) }))
    assert.deepEqual([refused.status, refused.body.error], [409, 'payment_method_missing'])
  }
  assert.equal((await customer.ok(readMyJob, at(draft.job_id))).status, 'draft')
})

test('app contract, publishJob: a card that is being removed cannot pay', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const methodId = await saveCard(customer)
  const removing = await app.db.pool.connect()
  await removing.query('begin')
  await removing.query('select from payment_method where id = $1 for update', [methodId])
  await removing.query('update payment_method set removed_at = now() where id = $1', [methodId])
  const paying = customer.refused(publishJob, pay(draft.job_id, { methodId }))
  await lockAwaited(app)
  await removing.query('commit')
  removing.release()
  const { status, body } = await paying
  assert.deepEqual([status, body.error], [409, 'payment_method_missing'])
  assert.deepEqual(await paymentsOf(app, draft.job_id), [])
})

test('app contract, publishJob: 3-D Secure: action_url, then the job is posted when the customer returns', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  const methodId = await saveCard(customer, 'asks_confirmation')
  const asked = await customer.ok(publishJob, {
    params: { job_id: draft.job_id },
    body: {
      payment_id: paymentId,
      source: 'card',
      payment_method_id: methodId,
      return_path: `/app/jobs/${draft.job_id}`,
    },
  })
  assert.deepEqual([asked.status, asked.payment.state], ['draft', 'action_required'])
  const actionUrl = new URL(asked.payment.action_url ?? '', app.url)
  assert.equal(actionUrl.searchParams.get('back'), `/app/jobs/${draft.job_id}?payment=${paymentId}`)
  await answerBank(customer, paymentId, true)
  const back = await customer.ok(readMyJob, at(draft.job_id))
  assert.deepEqual([back.status, back.payment.state, back.payment.action_url], ['posted', 'held', null])
  await assertBooks(app.db)
})

test('app contract, publishJob: a confirmation that is refused leaves the draft with the reason', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  await answerBank(customer, paymentId, false)
  const back = await customer.ok(readMyJob, at(draft.job_id))
  assert.deepEqual(
    [back.status, back.payment.state, back.payment.refusal],
    ['draft', 'refused', 'not_confirmed'],
  )
  assert.equal((await payByCard(customer, draft)).status, 'posted')
  await settleMoney(app)
  await assertBooks(app.db)
})

for (const does of ['outcome_unknown', 'answers_late'] as const) {
  test(`DESIGN 6, 4: a processor whose answer is lost or late (${does}) holds once, and the job is posted`, async () => {
    const customer = await market.person()
    const draft = await market.draft(customer)
    const answer = await payByCard(customer, draft, { does })
    assert.ok(['pending', 'held'].includes(answer.payment.state), answer.payment.state)
    await settleMoney(app)
    const posted = await customer.ok(readMyJob, at(draft.job_id))
    assert.deepEqual([posted.status, posted.payment.state], ['posted', 'held'])
    assert.equal((await paymentsOf(app, draft.job_id)).length, 1)
    await assertBooks(app.db)
  })
}

test('spec 1, 3: a wallet pays too; without enough in it the answer is 402 and the draft stays', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  const poor = await customer.refused(
    publishJob,
    pay(draft.job_id, { source: 'wallet', payment_id: paymentId }),
  )
  assert.deepEqual([poor.status, poor.body.error], [402, 'insufficient_funds'])
  const again = await customer.refused(
    publishJob,
    pay(draft.job_id, { source: 'wallet', payment_id: paymentId }),
  )
  assert.equal(again.status, 402)
  assert.equal((await customer.ok(readMyJob, at(draft.job_id))).status, 'draft')
  await fillWallet(customer, 50_000)
  const posted = await customer.ok(publishJob, pay(draft.job_id, { source: 'wallet' }))
  assert.deepEqual([posted.status, posted.payment.state, posted.payment.source], ['posted', 'held', 'wallet'])
  const { balance_cents } = await customer.ok(readWallet, {})
  assert.equal(balance_cents, 50_000 - draft.price.total_cents)
  await assertBooks(app.db)
})

test('DESIGN 3, Keys: money of test jobs is sandbox money, and never that of a wallet', async () => {
  const customer = await market.person()
  const tester = await app.partner({ mode: 'test' })
  const draft = await market.draft(customer, {}, tester)
  await fillWallet(customer, 50_000)
  const refused = await customer.refused(publishJob, pay(draft.job_id, { source: 'wallet' }))
  assert.deepEqual([refused.status, refused.body.error], [409, 'payment_method_missing'])
  const posted = await payByCard(customer, draft)
  assert.deepEqual([posted.status, posted.test], ['posted', true])
  const { rows } = await app.db.pool.query('select mode, processor from payment where job_id = $1', [
    draft.job_id,
  ])
  assert.deepEqual(rows, [{ mode: 'test', processor: 'sandbox' }])
  const carrier = await market.carrier()
  assert.equal((await carrier.refused(acceptJob, { params: { job_id: draft.job_id } })).status, 404)
})
