import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { blockMoney, liftBlock } from '../../server/jobs/money/blocks.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { fillWallet, payByCard, readyPayouts } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'

/* Decision 20: what a block stops, and how it ends. Its causes are tested in decisions-deliveries.test.ts and
 * decisions-problems.test.ts. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

type Deal = { customer: Person; carrier: Person; params: { job_id: string } }

async function accepted(): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await readyPayouts(app, carrier)
  const draft = await market.draft(customer)
  await payByCard(customer, draft)
  const params = { job_id: draft.job_id }
  await carrier.ok(acceptJob, { params })
  await carrier.ok(collectJob, { params })
  return { customer, carrier, params }
}

const block = ({ params: { job_id: jobId } }: Deal) =>
  app.db.kysely.transaction().execute((trx) => blockMoney(trx, { jobId, cause: 'problem', forHours: null }))

const lift = ({ params: { job_id } }: Deal) =>
  app.db.kysely.transaction().execute(async (trx) => {
    const query = trx.selectFrom('job').selectAll().where('id', '=', job_id).forNoKeyUpdate()
    return liftBlock(trx, { job: await query.executeTakeFirstOrThrow(), cause: 'problem' })
  })

const deliver = ({ carrier, params }: Deal) => carrier.ok(deliverJob, { params, body: {} })

async function state({ customer, carrier, params }: Deal) {
  const { status, payment } = await customer.ok(readMyJob, { params })
  const { paid_out } = await carrier.ok(readCarrierJob, { params })
  return `${status} ${payment.state}${paid_out ? ' paid out' : ''}`
}

test('a blocked job is not captured when it is delivered, and goes on when the block is lifted', async () => {
  const deal = await accepted()
  await block(deal)
  await deliver(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'accepted held')
  assert.equal(await lift(deal), true)
  assert.equal(await lift(deal), false, 'only once')
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})

test('a block between capture and transfer holds back the transfer alone', async () => {
  const deal = await accepted()
  await deliver(deal)
  const { rows } = await app.db.pool.query<{ id: string }>(
    `select e.id from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'capture'`,
    [deal.params.job_id],
  )
  assert.equal(rows.length, 1)
  await block(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured')
  await runMoneyTasks(app)
  assert.equal(await state(deal), 'completed captured', 'nothing sets it free by itself')
  await lift(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})

test('a transfer that was refused and waits for its next try does not go while the job is blocked', async () => {
  const deal = await accepted()
  await deliver(deal)
  await block(deal)
  await settleMoney(app)
  // Simulates an effect that was postponed by the processor just before the block.
  await app.db.pool.query(
    `update payment_effect set due_at = now() from payment p
     where p.id = payment_id and p.job_id = $1 and kind = 'transfer'`,
    [deal.params.job_id],
  )
  // The effects alone, without the task that parks it.
  await runDueEffects(app.dray.payments, new AbortController().signal)
  assert.equal(await state(deal), 'completed captured')
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured')
})

test('a block does not outlive the hold: the total is captured before it ends, and the carrier waits', async () => {
  const deal = await accepted()
  await block(deal)
  await deliver(deal)
  await passTime(app.db, '6 days')
  await runMoneyTasks(app)
  assert.equal(await state(deal), 'accepted held', 'the hold lives on')
  await passTime(app.db, '13 hours')
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured')
  await lift(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})

test('a hold that is about to end when the job is delivered is captured at once', async () => {
  const deal = await accepted()
  await app.db.pool.query(
    `update payment set hold_expires_at = now() + interval '11 hours' where job_id = $1`,
    [deal.params.job_id],
  )
  await block(deal)
  await deliver(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured')
})

test('money of a wallet waits as long as the block', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await readyPayouts(app, carrier)
  const draft = await market.draft(customer)
  await fillWallet(customer, draft.price.total_cents)
  const params = { job_id: draft.job_id }
  const body = { payment_id: crypto.randomUUID(), source: 'wallet' as const }
  await customer.ok(publishJob, { params, body })
  await carrier.ok(acceptJob, { params })
  const deal = { customer, carrier, params }
  await block(deal)
  await deliver(deal)
  await passTime(app.db, '20 days')
  await settleMoney(app)
  assert.equal(await state(deal), 'accepted held')
  await lift(deal)
  await settleMoney(app)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})
