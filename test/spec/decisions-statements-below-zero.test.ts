import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { downloadInvoice } from '#contract/app/invoices.ts'
import { listMyStatements, readMyStatement } from '#contract/app/statements.ts'
import { saveMyTaxData } from '#contract/app/tax-data.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { completedDeal, type Deal } from '../support/deals.ts'
import { testInvoicing } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  taxData,
  unequalStatements,
} from '../support/statements.ts'
import { tipped } from '../support/tips.ts'

/* Decisions 68 and 72: what is taxed decides whether a month is an invoice, and refunds correct earlier invoices. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely } = app.db
const invoicing = { ...testInvoicing, carrierBasisPoints: 2_100 }

/** The statement of the month that ends so many months from now. */
async function statementAfter({ carrier }: Deal, months: number) {
  await issueStatementsOf(app, monthsLater(months), invoicing)
  const { statements } = await carrier.ok(listMyStatements)
  const invoice_id = statements[0]?.invoice_id ?? assert.fail('no statement')
  return carrier.ok(readMyStatement, { params: { invoice_id } })
}

const refundAtCarriersCost = (deal: Deal, cents: number) =>
  refundJob({ kysely }, { jobId: deal.job_id, amountCents: cents, carrierCents: cents, by: byOperator() })

async function assertAgree(): Promise<void> {
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
}

test('decision 68: a month in which refunds outweigh earnings is an invoice that corrects the tax', async () => {
  const deal = await completedDeal(market)
  await deal.carrier.ok(saveMyTaxData, { body: taxData })
  const first = await statementAfter(deal, 1)
  assert.equal(first.kind, 'self_billing')
  await refundAtCarriersCost(deal, 1_210)
  await tipped(deal, { cents: 2_000 })
  await settleMoney(app)
  const second = await statementAfter(deal, 2)
  assert.deepEqual([second.kind, second.total_cents], ['self_billing', 790])
  assert.deepEqual(
    second.vat.map(({ percent, net_cents, vat_cents }) => [percent, net_cents, vat_cents]),
    [[21, -1_000, -210]],
  )
  for (const [language, word] of [
    ['en', 'Correction: '],
    ['es', 'Rectificación: '],
  ]) {
    const path = downloadInvoice.url.replace(':invoice_id', second.invoice_id)
    const file = await fetch(`${app.url}${path}?language=${language}`, { headers: deal.carrier.headers })
    const shown = pdfTexts(Buffer.from(await file.arrayBuffer()))
    assert.ok(
      shown.some((text) => text.startsWith(word ?? '')),
      shown.join(', '),
    )
  }
  await assertAgree()
})

test('decision 68: without an earlier invoice there is nothing to correct', async () => {
  const deal = await completedDeal(market)
  assert.equal((await statementAfter(deal, 1)).kind, 'statement')
  await deal.carrier.ok(saveMyTaxData, { body: taxData })
  await refundAtCarriersCost(deal, 500)
  await settleMoney(app)
  const { kind, total_cents, vat } = await statementAfter(deal, 2)
  assert.deepEqual([kind, total_cents, vat], ['statement', -500, []])
  await assertAgree()
})

test('decision 68: a month with only tips is not an invoice', async () => {
  const deal = await completedDeal(market)
  await deal.carrier.ok(saveMyTaxData, { body: { ...taxData, agrees_to_self_billing: false } })
  await statementAfter(deal, 1)
  await tipped(deal, { cents: 900 })
  await settleMoney(app)
  const { kind, missing, total_cents } = await statementAfter(deal, 2)
  assert.deepEqual([kind, missing, total_cents], ['statement', [], 900])
  await assertAgree()
})
