import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { downloadInvoice, listMyInvoices } from '#contract/app/invoices.ts'
import { listMyStatements, readMyStatement } from '#contract/app/statements.ts'
import { readMyTaxData, saveMyTaxData } from '#contract/app/tax-data.ts'
import { cancelledLate, completedDeal, type Deal } from '../support/deals.ts'
import { assertPagesAgree, issueInvoices, testInvoicing } from '../support/invoices.ts'
import { runJson } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  newStatement,
  taxData,
  thisMonth,
  unequalStatements,
} from '../support/statements.ts'

/* Decision 68: a carrier's month is a page with a number, equal to the ledger, with the tax data of the carrier. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

const shareOf = async ({ job_id }: Deal): Promise<number> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select amount_cents as cents from ledger_transfer where job_id = $1 and kind = 'share'`,
    [job_id],
  )
  return rows[0]?.cents ?? assert.fail('the carrier has a share')
}

async function readStatement({ carrier }: Deal, invoicing = testInvoicing) {
  const invoice_id = await newStatement(app, carrier, invoicing)
  return carrier.ok(readMyStatement, { params: { invoice_id } })
}

async function textsOf({ carrier }: Deal, invoiceId: string, language: 'en' | 'es'): Promise<string[]> {
  const path = downloadInvoice.url.replace(':invoice_id', invoiceId)
  const response = await fetch(`${app.url}${path}?language=${language}`, { headers: carrier.headers })
  assert.equal(response.status, 200)
  return pdfTexts(Buffer.from(await response.arrayBuffer()))
}

test('without tax data a carrier works as ever; the statement says that it is missing, and is not an invoice', async () => {
  const deal = await completedDeal(market)
  const { carrier } = deal
  assert.deepEqual(await carrier.ok(readMyTaxData), {
    tax_data: null,
    company: 'Dray',
    writes_invoices: true,
  })
  const share = await shareOf(deal)
  const statement = await readStatement(deal)
  assert.match(statement.number, /^TEST-M-20\d\d-\d{6}$/)
  const { kind, missing, month, total_cents, opening_cents, closing_cents } = statement
  assert.deepEqual([kind, missing, month], ['statement', ['tax_data'], thisMonth()])
  assert.deepEqual([total_cents, opening_cents, closing_cents], [share, 0, share])
  assert.deepEqual(
    statement.movements.map((movement) => [movement.kind, movement.job_id, movement.amount_cents]),
    [['delivery', deal.job_id, share]],
  )
  assert.deepEqual(statement.carrier, { name: 'Carrier', tax_number: null, address: null })
  assert.deepEqual(statement.vat, [])
  assert.deepEqual((await carrier.ok(listMyInvoices)).invoices, [], 'a statement is not a receipt')
})

test('a business that agrees gets its invoice, written by the company, with the tax of the setting', async () => {
  const deal = await completedDeal(market)
  const saved = await deal.carrier.ok(saveMyTaxData, { body: taxData })
  assert.deepEqual(saved.tax_data, taxData)
  const share = await shareOf(deal)
  const statement = await readStatement(deal, { ...testInvoicing, carrierBasisPoints: 2_100 })
  assert.match(statement.number, /^TEST-S-20\d\d-\d{6}$/)
  assert.deepEqual([statement.kind, statement.missing], ['self_billing', []])
  const [vat] = statement.vat
  assert.equal(vat?.percent, 21)
  assert.equal((vat?.net_cents ?? 0) + (vat?.vat_cents ?? 0), share)
  assert.deepEqual(statement.carrier, {
    name: taxData.legal_name,
    tax_number: taxData.tax_number,
    address: taxData.address,
  })
  const expected = {
    en: [`Invoice ${statement.number}`, 'Supplier', 'Tax number B87654321', 'VAT 21 %'],
    es: [`Factura ${statement.number}`, 'Proveedor', 'Número fiscal B87654321', 'IVA 21 %'],
  }
  for (const language of ['en', 'es'] as const) {
    const shown = await textsOf(deal, statement.invoice_id, language)
    for (const text of [...expected[language], 'Acme Portes SL', 'Benito Portes SL'])
      assert.ok(shown.includes(text), `${text} in ${shown.join(', ')}`)
  }
  // What is issued stays as it was.
  await deal.carrier.ok(saveMyTaxData, { body: { ...taxData, legal_name: 'Otra SL' } })
  const again = await deal.carrier.ok(readMyStatement, { params: { invoice_id: statement.invoice_id } })
  assert.deepEqual(again, statement)
})

test('a business that does not agree is told so, a private person is not; with fees no carrier is invoiced', async () => {
  const cases = [
    [{ agrees_to_self_billing: false }, testInvoicing, ['agreement']],
    [{ is_business: false }, testInvoicing, []],
    [{}, { ...testInvoicing, sells: 'fee' as const, carrierBasisPoints: 2_100 }, []],
  ] as const
  for (const [change, invoicing, missing] of cases) {
    const deal = await completedDeal(market)
    await deal.carrier.ok(saveMyTaxData, { body: { ...taxData, ...change } })
    const statement = await readStatement(deal, invoicing)
    assert.deepEqual([statement.kind, statement.missing, statement.vat], ['statement', missing, []])
  }
})

test('the share of a cancellation is compensation, and a payout of the next month has another statement', async () => {
  const deal = await cancelledLate(market)
  const first = await readStatement(deal)
  assert.deepEqual(
    first.lines.map(({ item, gross_cents }) => [item, gross_cents]),
    [['cancellation_fee', await shareOf(deal)]],
  )
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  await issueStatementsOf(app, monthsLater(2))
  const { statements } = await deal.carrier.ok(listMyStatements)
  const [second, ...others] = statements
  assert.equal(others.length, 1)
  assert.deepEqual(
    [second?.kind, second?.total_cents, second?.opening_cents, second?.closing_cents],
    ['statement', 0, first.closing_cents, 0],
  )
})

test('a statement is for its carrier alone, and only sent data that is whole is saved', async () => {
  const deal = await completedDeal(market)
  const { invoice_id } = await readStatement(deal)
  const other = await market.carrier()
  assert.equal((await other.refused(readMyStatement, { params: { invoice_id } })).status, 404)
  assert.equal((await deal.customer.refused(readMyTaxData)).status, 403)
  const refused = await deal.carrier.refused(saveMyTaxData, { body: { ...taxData, tax_number: '<b>' } })
  assert.equal(refused.status, 400)
})

test('the commands list and show statements', async () => {
  const deal = await completedDeal(market)
  const { number, total_cents } = await readStatement(deal)
  const { json: listed } = await runJson(app, 'invoice', 'list', '--account', deal.carrier.accountId)
  assert.deepEqual(
    listed.map((row: { number: string; kind: string }) => [row.number, row.kind]),
    [[number, 'statement']],
  )
  const { json: shown } = await runJson(app, 'invoice', 'show', number)
  assert.deepEqual([shown.statement.month, shown.statement.closing_cents], [thisMonth(), total_cents])
})

test('every movement of every carrier is on exactly one statement, equal to the cent, and no number is missing', async () => {
  await issueInvoices(app)
  await issueStatementsOf(app, monthsLater(3))
  await assertPagesAgree(kysely)
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
  assert.equal((await pool.query('select from statement_due')).rowCount, 0)
})
