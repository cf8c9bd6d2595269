import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { giveTip, readTips } from '#contract/app/tips.ts'
import { suggestTips } from '../../server/jobs/money/read-tips.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, deliveredDeal } from '../support/deals.ts'
import { assertPagesAgree, issueInvoices } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { answerBank, readyPayouts, saveCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  unequalStatements,
} from '../support/statements.ts'
import { tipBody, tipped } from '../support/tips.ts'

/* Decision 72: a tip after the delivery is the carrier's whole, and changes nothing of the job. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

async function paidDeal() {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  return deal
}

const balanceOf = async (account: string): Promise<number> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(case credit when $1 then amount_cents else -amount_cents end), 0)::integer as cents
     from ledger_transfer where $1 in (debit, credit)`,
    [account],
  )
  return rows[0]?.cents ?? 0
}

test('a tip is charged at once, goes to the carrier whole, and is paid out', async () => {
  const deal = await paidDeal()
  const fees = await balanceOf('platform:fees')
  const { tips, may_tip } = await tipped(deal, { cents: 650 })
  assert.deepEqual(
    tips.map(({ amount_cents, state, refunded_cents }) => [amount_cents, state, refunded_cents]),
    [[650, 'given', 0]],
  )
  assert.equal(may_tip, true)
  await settleMoney(app)
  assert.equal(await balanceOf('platform:fees'), fees)
  assert.equal(await balanceOf(`carrier:${deal.carrier.accountId}`), 0)
  const { tip_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(tip_cents, 650)
  const { entries } = await deal.carrier.ok(readEarnings, {})
  assert.deepEqual(
    entries.map(({ kind, amount_cents, paid_out }) => [kind, amount_cents, paid_out]).slice(0, 1),
    [['tip', 650, true]],
  )
  const { rows } = await pool.query(
    `select kind from notice where account_id = $1 and job_id = $2 and kind = 'tip_received'`,
    [deal.carrier.accountId, deal.job_id],
  )
  assert.equal(rows.length, 1)
  await assertBooks(app.db)
})

test('a tip changes nothing of the job: its price, its payment, its partner and its instants stay', async () => {
  const deal = await paidDeal()
  const before = await pool.query('select * from job where id = $1', [deal.job_id])
  const shown = await deal.customer.ok(readMyJob, { params: deal.params })
  const read = () =>
    fetch(`${app.url}/v1/jobs/${deal.job_id}`, {
      headers: { authorization: `Bearer ${market.partner.apiKey}` },
    })
  const etag = (await read()).headers.get('etag')
  await tipped(deal)
  await settleMoney(app)
  const after = await pool.query('select * from job where id = $1', [deal.job_id])
  assert.deepEqual(after.rows, before.rows)
  assert.equal((await read()).headers.get('etag'), etag)
  const now = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([now.payment, now.price], [shown.payment, shown.price])
})

test('a tip has a separate receipt, without tax, and a line on the statement of the carrier', async () => {
  const deal = await paidDeal()
  await tipped(deal, { cents: 700 })
  await settleMoney(app)
  await issueInvoices(app)
  const { invoices } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    invoices
      .map(({ kind, lines, vat }) => [
        kind,
        lines.map(({ item, gross_cents }) => [item, gross_cents]),
        vat.length,
      ])
      .at(-1),
    ['receipt', [['tip', 700]], 0],
  )
  await issueStatementsOf(app, monthsLater(1))
  const { rows } = await pool.query<{ kinds: string[] }>(
    `select array(select m ->> 'kind' from jsonb_array_elements(content -> 'statement' -> 'movements') m) as kinds
     from invoice where account_id = $1 and kind in ('statement', 'self_billing')`,
    [deal.carrier.accountId],
  )
  assert.ok(rows[0]?.kinds.includes('tip'))
  await assertPagesAgree(kysely)
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
})

test('a repeated tip is one tip, also with another amount', async () => {
  const deal = await paidDeal()
  const body = await tipBody(deal.customer)
  const first = await deal.customer.ok(giveTip, { params: deal.params, body })
  const again = await deal.customer.ok(giveTip, { params: deal.params, body: { ...body, amount_cents: 900 } })
  assert.deepEqual(again.tips, first.tips)
  assert.equal(again.tips.length, 1)
})

test('the bank asks for a confirmation: no money moves before it, and none after a refusal', async () => {
  const deal = await paidDeal()
  const methodId = await saveCard(deal.customer, 'asks_confirmation')
  const [refused, confirmed] = [newId(), newId()]
  const asked = await tipped(deal, { methodId, paymentId: refused })
  assert.equal(asked.tips[0]?.state, 'action_required')
  assert.ok(asked.tips[0]?.action_url)
  await answerBank(deal.customer, refused, false)
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual([tips[0]?.state, tips[0]?.refusal], ['refused', 'not_confirmed'])
  await tipped(deal, { methodId, paymentId: confirmed })
  await answerBank(deal.customer, confirmed, true)
  await settleMoney(app)
  const { tips: now } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual(
    now.map(({ state }) => state),
    ['refused', 'given'],
  )
  await assertBooks(app.db)
})

test('a new tip ends one that waits for the bank', async () => {
  const deal = await paidDeal()
  const methodId = await saveCard(deal.customer, 'asks_confirmation')
  const left = newId()
  await tipped(deal, { methodId, paymentId: left })
  await tipped(deal, { methodId: await saveCard(deal.customer) })
  await pool.query('update payment_effect set due_at = now() where payment_id = $1', [left])
  await settleMoney(app)
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual(
    tips.map(({ state }) => state),
    ['refused', 'given'],
  )
  await assertBooks(app.db)
})

test('a declined card costs nothing, and the tip can be given again', async () => {
  const deal = await paidDeal()
  const { tips } = await tipped(deal, { methodId: await saveCard(deal.customer, 'declined') })
  assert.deepEqual([tips[0]?.state, tips[0]?.refusal], ['refused', 'declined'])
  const again = await tipped(deal)
  assert.equal(again.tips.at(-1)?.state, 'given')
  await settleMoney(app)
  await assertBooks(app.db)
})

test('the tips of a job together have a limit, and each a least amount', async () => {
  const deal = await paidDeal()
  await tipped(deal, { cents: 9_950 })
  const { left_cents, may_tip } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual([left_cents, may_tip], [50, false])
  const body = await tipBody(deal.customer, { cents: 100 })
  const over = await deal.customer.call(giveTip, { params: deal.params, body })
  assert.equal(over.status, 400)
  const small = await deal.customer.call(giveTip, {
    params: deal.params,
    body: { ...body, amount_cents: 99 },
  })
  assert.equal(small.status, 400)
})

test('before the completion, a week after it, and after an erasure of the carrier there is no tip', async () => {
  const open = await acceptedDeal(market)
  const body = await tipBody(open.customer)
  assert.equal((await open.customer.call(giveTip, { params: open.params, body })).status, 409)
  const late = await paidDeal()
  await pool.query(`update job set completed_at = completed_at - interval '7 days' where id = $1`, [
    late.job_id,
  ])
  const lateBody = await tipBody(late.customer)
  assert.equal((await late.customer.call(giveTip, { params: late.params, body: lateBody })).status, 409)
  assert.equal((await late.customer.ok(readTips, { params: late.params })).may_tip, false)
  const gone = await paidDeal()
  await eraseAccount(kysely, { accountId: gone.carrier.accountId, moneySettled: true })
  const goneBody = await tipBody(gone.customer)
  assert.equal((await gone.customer.call(giveTip, { params: gone.params, body: goneBody })).status, 409)
})

test('a carrier without a payout account is owed the tip, and paid with the earnings', async () => {
  const deal = await completedDeal(market)
  await tipped(deal, { cents: 300 })
  await settleMoney(app)
  const { owed_cents } = await deal.carrier.ok(readEarnings, {})
  assert.equal(owed_cents, (await deal.carrier.ok(readCarrierJob, { params: deal.params })).earns_cents + 300)
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  assert.equal((await deal.carrier.ok(readEarnings, {})).owed_cents, 0)
})

test('staff refund a tip at the cost of the carrier, who had been paid: it is kept back later', async () => {
  const deal = await paidDeal()
  const paymentId = newId()
  await tipped(deal, { cents: 800, paymentId })
  await settleMoney(app)
  const refund = { jobId: deal.job_id, amountCents: 800, carrierCents: 800, paymentId, by: byOperator() }
  await refundJob({ kysely }, refund)
  await settleMoney(app)
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.equal(tips[0]?.refunded_cents, 800)
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).tip_cents, 0)
  assert.equal((await deal.carrier.ok(readEarnings, {})).kept_back_cents, 800)
  await assertBooks(app.db)
  await issueInvoices(app)
  await assertPagesAgree(kysely)
})

test('a tip is in no statement of the partner', async () => {
  const deal = await paidDeal()
  const sums = async () =>
    (
      await pool.query(
        `select kind, sum(amount_cents)::integer as cents from ledger_transfer where job_id = $1 group by 1 order by 1`,
        [deal.job_id],
      )
    ).rows
  const before = await sums()
  await tipped(deal)
  await settleMoney(app)
  assert.deepEqual(await sums(), before)
})

test('suggestions are about 5, 10 and 15 percent, in half euros, within the limits', () => {
  assert.deepEqual(suggestTips(4_520), [250, 450, 700])
  assert.deepEqual(suggestTips(900), [100, 150])
  assert.deepEqual(suggestTips(500_000), [10_000])
})
