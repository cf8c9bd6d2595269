import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import { newId } from '../../server/lib/ids.ts'
import { handleProcessorEvent } from '../../server/payments/events/handle.ts'
import { noticesTo, paymentsOf } from '../support/job-records.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { answerBank, fillWallet, payByCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* A card hold expires after about seven days. Days pass by `passTime`, which moves the rows back in the database. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

type Posted = { customer: Person; job_id: string; params: { job_id: string } }

async function posted(does: TestCardBehaviour = 'success'): Promise<Posted> {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const { status } = await payByCard(customer, draft, { does })
  assert.equal(status, 'posted')
  return { customer, job_id: draft.job_id, params: { job_id: draft.job_id } }
}

const payments = ({ job_id }: { job_id: string }) => paymentsOf(app, job_id)
const notices = ({ customer, job_id }: Posted) => noticesTo(app, customer.accountId, job_id)

/** Releases the hold at the sandbox's bank, without telling Dray. @returns the reference of the payment. */
const endAtBank = async ({ job_id }: Posted): Promise<string> =>
  (
    await app.db.pool.query<{ reference: string }>(
      `update sandbox_authorization a set status = 'released' from payment p
       where p.reference = a.reference and p.job_id = $1 returning a.reference`,
      [job_id],
    )
  ).rows[0]?.reference ?? ''
const read = ({ customer, params }: Posted) => customer.ok(readMyJob, { params })

/** Lets days pass one by one, and runs the money tasks each day. */
async function passDays(days: number, eachDay: () => Promise<void> = async () => {}): Promise<void> {
  for (let day = 0; day < days; day++) {
    await passTime(app.db, '1 day')
    await settleMoney(app)
    await eachDay()
  }
}

test('DESIGN 3, Life: over nine days a posted job always has one living hold, renewed at day 6, and is captured at the end', async () => {
  const job = await posted()
  await passDays(9, async () => {
    const { rowCount } = await app.db.pool.query(
      `select from payment where job_id = $1 and status = 'held' and hold_expires_at > now() + interval '1 hour'`,
      [job.job_id],
    )
    assert.equal(rowCount, 1)
    await assertBooks(app.db)
  })
  assert.deepEqual(await payments(job), ['publish released', 'renewal held'])
  assert.deepEqual((await read(job)).payment.state, 'held')
  assert.deepEqual(await notices(job), ['job_posted'], 'nobody is told of a renewal that succeeds')
  const carrier = await market.carrier()
  await carrier.ok(acceptJob, { params: job.params })
  await carrier.ok(deliverJob, { params: job.params, body: {} })
  await settleMoney(app)
  assert.equal((await read(job)).status, 'completed')
  await assertBooks(app.db)
})

test('DESIGN 3, Life: the new hold is there before the old one is let go', async () => {
  const job = await posted()
  await passDays(6)
  const { rows } = await app.db.pool.query<{ kind: string; purpose: string }>(
    `select e.kind, p.purpose from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 order by e.settled_at`,
    [job.job_id],
  )
  assert.deepEqual(
    rows.map(({ purpose, kind }) => `${purpose} ${kind}`),
    ['publish authorize', 'renewal authorize', 'publish void'],
  )
})

test('DESIGN 3, Life: an accepted job is renewed too; its hold is captured at the end', async () => {
  const job = await posted()
  const carrier = await market.carrier()
  await carrier.ok(acceptJob, { params: job.params })
  await passDays(9)
  assert.deepEqual(await payments(job), ['publish released', 'renewal held'])
  await carrier.ok(deliverJob, { params: job.params, body: {} })
  await settleMoney(app)
  const done = await read(job)
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', done.price.total_cents])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: renewal of an accepted job refused: it stays accepted, and the old hold is captured while it lives', async () => {
  const job = await posted('renewal_refused')
  const carrier = await market.carrier()
  await carrier.ok(acceptJob, { params: job.params })
  await passDays(6)
  assert.deepEqual(await payments(job), ['publish held', 'renewal refused'])
  assert.equal((await read(job)).status, 'accepted')
  await carrier.ok(deliverJob, { params: job.params, body: {} })
  await settleMoney(app)
  assert.equal((await read(job)).status, 'completed')
  await assertBooks(app.db)
})

test('DESIGN 3, Life: renewal refused: hidden from the feed, the customer told, cancelled after 24 h, everything released', async () => {
  const job = await posted('renewal_refused')
  await passDays(6)
  const hidden = await read(job)
  assert.deepEqual([hidden.status, hidden.hidden, hidden.payment.state], ['posted', true, 'refused'])
  assert.deepEqual(await notices(job), ['job_posted', 'hold_not_renewed'])
  const carrier = await market.carrier()
  const refused = await carrier.refused(acceptJob, { params: job.params })
  assert.equal(refused.status, 404)
  await passTime(app.db, '23 hours')
  await settleMoney(app)
  assert.equal((await read(job)).status, 'posted')
  assert.deepEqual((await payments(job)).length, 2, 'the bank is not asked again and again')
  await passTime(app.db, '1 hour')
  await settleMoney(app)
  const ended = await read(job)
  assert.deepEqual([ended.status, ended.cancelled_by], ['cancelled', 'system'])
  assert.deepEqual(await notices(job), ['job_posted', 'hold_not_renewed', 'job_cancelled_by_system'])
  assert.deepEqual(await payments(job), ['publish released', 'renewal refused'])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a customer whose job is hidden pays again with another card, and it is shown again', async () => {
  const job = await posted('renewal_refused')
  const { customer, params } = job
  await passDays(6)
  const declined = await payByCard(customer, job, { does: 'declined' })
  assert.deepEqual(
    [declined.hidden, declined.payment.state, declined.payment.refusal],
    [true, 'refused', 'declined'],
  )
  const paid = await payByCard(customer, job)
  assert.deepEqual([paid.status, paid.hidden, paid.payment.state], ['posted', false, 'held'])
  await settleMoney(app)
  assert.deepEqual(await payments(job), [
    'publish released',
    'renewal refused',
    'publish refused',
    'publish held',
  ])
  await passDays(2)
  assert.equal((await read(job)).status, 'posted')
  const carrier = await market.carrier()
  await carrier.ok(acceptJob, { params })
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a customer at the bank’s page is waited for before a hidden job is ended', async () => {
  const job = await posted('renewal_refused')
  const { customer } = job
  await passDays(6)
  const paymentId = newId()
  await passTime(app.db, '23 hours 55 minutes')
  await payByCard(customer, job, { paymentId, does: 'asks_confirmation' })
  await passTime(app.db, '10 minutes')
  await runMoneyTasks(app)
  assert.equal((await read(job)).status, 'posted')
  await answerBank(customer, paymentId, true)
  const back = await read(job)
  assert.deepEqual([back.status, back.hidden, back.payment.state], ['posted', false, 'held'])
  await settleMoney(app)
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a hidden job can be cancelled without a fee, also from the bank’s page', async () => {
  const job = await posted('renewal_refused')
  const { customer, params } = job
  await passDays(6)
  const paymentId = newId()
  await payByCard(customer, job, { paymentId, does: 'asks_confirmation' })
  const cancelled = await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  assert.equal(cancelled.status, 'cancelled')
  await passTime(app.db, '1 minute')
  await settleMoney(app)
  assert.ok((await payments(job)).every((payment) => !payment.endsWith(' held')))
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a job whose renewal or end cannot be written keeps no other from its turn', async () => {
  const [broken, sound] = [await posted(), await posted()]
  const guard = (condition: string) =>
    app.db.pool.query(`alter table ${condition.replaceAll('$1', `'${broken.job_id}'`)}`)
  await passTime(app.db, '6 days 1 hour')
  await guard(`payment add constraint broken check (job_id <> $1 or purpose <> 'renewal') not valid`)
  await assert.rejects(runMoneyTasks(app), /broken/)
  await guard('payment drop constraint broken')
  await settleMoney(app)
  assert.deepEqual(await payments(sound), ['publish released', 'renewal held'])
  await app.db.pool.query(`update job set hidden_at = now() - interval '24 hours' where id = any($1)`, [
    [broken.job_id, sound.job_id],
  ])
  await guard(`job add constraint broken check (id <> $1 or status <> 'cancelled') not valid`)
  await assert.rejects(runMoneyTasks(app), /broken/)
  await guard('job drop constraint broken')
  assert.equal((await read(sound)).status, 'cancelled')
  await settleMoney(app)
  assert.equal((await read(broken)).status, 'cancelled')
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a job with an expired hold cannot be accepted, also before the expiry was recorded', async () => {
  const job = await posted('hold_expires_at_once')
  const carrier = await market.carrier()
  assert.equal((await carrier.refused(acceptJob, { params: job.params })).status, 404)
  await settleMoney(app)
  await settleMoney(app)
  assert.equal((await carrier.refused(acceptJob, { params: job.params })).status, 404)
  assert.equal((await read(job)).hidden, true, 'a card whose holds die at once is of no use')
  const paid = await payByCard(job.customer, job)
  assert.equal(paid.hidden, false)
  await carrier.ok(acceptJob, { params: job.params })
  await settleMoney(app)
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a job cannot be accepted while the expiry of its hold is being recorded', async () => {
  const job = await posted()
  const carrier = await market.carrier()
  const reference = await endAtBank(job)
  const slow = await app.db.pool.connect()
  await slow.query('begin')
  await slow.query('select from payment where job_id = $1 for update', [job.job_id])
  const hearing = handleProcessorEvent(app.dray.payments, reference)
  await lockAwaited(app)
  const accepting = carrier.refused(acceptJob, { params: job.params })
  await until('the acceptance waits for the news', async () => {
    const { rowCount } = await app.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === 2
  })
  await slow.query('rollback')
  slow.release()
  await hearing
  assert.equal((await accepting).status, 404)
  await settleMoney(app)
  assert.deepEqual(await payments(job), ['publish released', 'renewal held'])
})

test('DESIGN 3, Life: a hold that died while nothing ran is renewed before anybody can accept', async () => {
  const job = await posted()
  await passTime(app.db, '8 days')
  const carrier = await market.carrier()
  assert.equal((await carrier.refused(acceptJob, { params: job.params })).status, 404)
  await settleMoney(app)
  await carrier.ok(acceptJob, { params: job.params })
  assert.deepEqual(await payments(job), ['publish released', 'renewal held'])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a hold that the bank ends early is asked for again; no carrier accepts meanwhile', async () => {
  const job = await posted()
  await handleProcessorEvent(app.dray.payments, await endAtBank(job))
  assert.deepEqual(await payments(job), ['publish released'])
  const carrier = await market.carrier()
  assert.equal((await carrier.refused(acceptJob, { params: job.params })).status, 404)
  await settleMoney(app)
  assert.deepEqual(await payments(job), ['publish released', 'renewal held'])
  await carrier.ok(acceptJob, { params: job.params })
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a hold on a wallet does not expire', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await fillWallet(customer, 50_000)
  await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
  await passDays(9)
  assert.deepEqual(await payments(params), ['publish held'])
  const carrier = await market.carrier()
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, { params })).status, 'completed')
  await assertBooks(app.db)
})
