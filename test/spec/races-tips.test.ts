import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { giveTip, readTips } from '#contract/app/tips.ts'
import { giveTip as beginTip } from '../../server/jobs/money/give-tip.ts'
import { newId } from '../../server/lib/ids.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { type Deal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { saveCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { tipBody } from '../support/tips.ts'

/* Tips at the same instant as other acts, and with lost answers of the processor (decision 72). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const rounds = 4

async function paidDeal(): Promise<Deal> {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  return deal
}

const given = async ({ customer, params }: Deal): Promise<number> => {
  const { tips } = await customer.ok(readTips, { params })
  return tips.reduce((sum, { state, amount_cents }) => sum + (state === 'given' ? amount_cents : 0), 0)
}

test('race: the same tip twice at once is charged once', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await paidDeal()
    const body = await tipBody(deal.customer)
    const answers = await Promise.all(
      [body, body, body].map((each) => deal.customer.call(giveTip, { params: deal.params, body: each })),
    )
    await settleMoney(app)
    assert.ok(answers.some(({ status }) => status === 200))
    assert.equal(await given(deal), 500)
    await assertBooks(app.db)
  }
})

test('race: two tips at once never exceed what a job can get', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await paidDeal()
    const methodId = await saveCard(deal.customer)
    const bodies = await Promise.all([1, 2, 3].map(() => tipBody(deal.customer, { cents: 6_000, methodId })))
    await Promise.all(bodies.map((body) => deal.customer.call(giveTip, { params: deal.params, body })))
    await settleMoney(app)
    assert.equal(await given(deal), 6_000)
    await assertBooks(app.db)
  }
})

test('race: a tip against the erasure of its customer: whole, or not at all', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await paidDeal()
    const body = await tipBody(deal.customer)
    const [answer, erased] = await Promise.all([
      deal.customer.call(giveTip, { params: deal.params, body }),
      eraseAccount(kysely, { accountId: deal.customer.accountId, moneySettled: false }),
    ])
    await settleMoney(app)
    await assertBooks(app.db)
    if (erased.outcome === 'blocked') assert.equal(answer.status, 200)
  }
})

test('race: a tip against the erasure of its carrier: an erased carrier is owed no tip', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await paidDeal()
    const body = await tipBody(deal.customer)
    const [, erased] = await Promise.all([
      deal.customer.call(giveTip, { params: deal.params, body }),
      eraseAccount(kysely, { accountId: deal.carrier.accountId, moneySettled: false }),
    ])
    await settleMoney(app)
    const { rows } = await pool.query<{ cents: number }>(
      `select coalesce(sum(case credit when $1 then amount_cents else -amount_cents end), 0)::integer as cents
       from ledger_transfer where $1 in (debit, credit)`,
      [`carrier:${deal.carrier.accountId}`],
    )
    if (erased.outcome === 'erased') assert.equal(rows[0]?.cents, 0)
    await assertBooks(app.db)
  }
})

test('a tip whose call crashed before the processor answered is charged once by the background', async () => {
  const deal = await paidDeal()
  const methodId = await saveCard(deal.customer)
  const { payments } = app.dray
  const input = {
    jobId: deal.job_id,
    customerId: deal.customer.accountId,
    paymentId: newId(),
    amountCents: 400,
    methodId,
  }
  const sandbox = payments.processors.live
  const lost = {
    ...payments,
    baseUrl: app.url,
    processors: {
      ...payments.processors,
      named: () => ({
        ...sandbox,
        // The charge is made, and the answer is lost.
        authorize: async (request: Parameters<typeof sandbox.authorize>[0]) => {
          await sandbox.authorize(request)
          throw new Error('the connection broke')
        },
      }),
    },
    onEffectError: () => {},
  }
  await beginTip(lost, input)
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.equal(tips[0]?.state, 'pending')
  await pool.query(`update payment_effect set due_at = now() where payment_id = $1`, [input.paymentId])
  await settleMoney(app)
  assert.equal(await given(deal), 400)
  await assertBooks(app.db)
})
