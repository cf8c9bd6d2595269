import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { cancelledLate, completedDeal } from '../support/deals.ts'
import { assertPagesAgree, issueInvoices, testInvoicing } from '../support/invoices.ts'
import { lifeOf, randomOf, writeLives } from '../support/ledger-lives.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  unequalStatements,
} from '../support/statements.ts'

/*
 * Decisions 67 and 68: every movement of a customer's money is on exactly one page, and every movement of a carrier's
 * on exactly one statement, over the ledger of 10,000 lives.
 */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

const lives = 10_000
const part = 1_000

const completed = await completedDeal(market)
const cancelled = await cancelledLate(market)
const scene = {
  customerId: completed.customer.accountId,
  carrierId: completed.carrier.accountId,
  completedJobId: completed.job_id,
  cancelledJobId: cancelled.job_id,
  methodId: await saveCard(completed.customer),
}

for (const sells of ['everything', 'fee'] as const)
  test(`${lives / 2} lives, selling ${sells}: each movement of customers and carriers is on exactly one page, equal to the cent`, async () => {
    const random = randomOf(sells === 'fee' ? 2 : 1)
    for (let written = 0; written < lives / 2; written += part) {
      const some = Array.from({ length: part }, () => lifeOf(random, scene))
      await writeLives(pool, some, scene)
    }
    await issueInvoices(app, { ...testInvoicing, sells })
    await issueStatementsOf(app, monthsLater(sells === 'fee' ? 2 : 1), { ...testInvoicing, sells })
    await assertPagesAgree(kysely)
    assert.deepEqual(await misplacedOfCarriers(kysely), [])
    assert.deepEqual(await unequalStatements(kysely), [])
    assert.deepEqual((await pool.query('select from invoice_due')).rowCount, 0)
    assert.deepEqual(await wrongTaxes(), [])
    const { rows } = await pool.query<{ kind: string; pages: number }>(
      'select kind, count(*)::integer as pages from invoice group by kind',
    )
    for (const { kind, pages } of rows) assert.ok(pages > 100 || kind === 'statement', `${kind}: ${pages}`)
    assert.equal(rows.length, 5)
  })

/** Lines whose net amount and tax are not their gross amount, and receipts that are refunded whole without their tax. */
async function wrongTaxes(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    with line as (
      select payment_id, kind, case kind when 'credit_note' then -1 else 1 end as sign,
        (l ->> 'grossCents')::integer as gross, (l ->> 'netCents')::integer as net, (l ->> 'vatCents')::integer as vat
      from invoice, jsonb_array_elements(content -> 'lines') l)
    select payment_id::text from line where vat is not null and net + vat <> gross
    union all
    select payment_id::text from line group by payment_id
    having sum(sign * gross) = 0 and sum(sign * coalesce(vat, 0)) <> 0
    union all
    select payment_id::text from line group by payment_id having sum(sign * coalesce(vat, 0)) < 0`)
  return rows
}
