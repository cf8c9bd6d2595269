import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readMyJob } from '#contract/app/customer.ts'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { readInvoiceFile } from '../../server/invoices/invoice-file.ts'
import { issueDueInvoices } from '../../server/invoices/issue-due.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { completedDeal, type Deal } from '../support/deals.ts'
import { issueInvoices, testInvoicing } from '../support/invoices.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmAddress, mailNode, textOf } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 67: where the operator says up to which total the law takes a receipt with tax as a simplified invoice. */
const server = await startMailServer()
const market = await openMarket(server.env)
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { app } = market

const invoicesOf = async ({ customer, params }: Deal) => (await customer.ok(readMyJob, { params })).invoices

/** @returns the first words of the file, without the number. */
async function titleIn(language: PersonLanguage, id: string): Promise<string | undefined> {
  const file = (await readInvoiceFile(app.db.kysely, { id, language })) ?? assert.fail()
  const [title = ''] = pdfTexts(file.bytes)
  return title.replace(` ${file.invoice.number}`, '')
}

test('a receipt up to the total is a simplified invoice in every language, and its credit note corrects it', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app, { ...testInvoicing, simplifiedMaxCents: deal.total })
  // What was issued stays as it is, and what corrects it follows it.
  await refundJob(app.dray.payments, { jobId: deal.job_id, amountCents: 500, by: byOperator('broken leg') })
  await settleMoney(app)
  await issueInvoices(app)
  const [receipt, note] = await invoicesOf(deal)
  assert.ok(receipt && note)
  assert.deepEqual([receipt.kind, receipt.simplified], ['receipt', true])
  assert.deepEqual([note.kind, note.simplified], ['credit_note', true])
  assert.match(receipt.number, /^TEST-R-/)
  const titles = await Promise.all(
    personLanguages.map(async (language) => [language, await titleIn(language, receipt.invoice_id)]),
  )
  assert.deepEqual(Object.fromEntries(titles), {
    en: 'Simplified invoice',
    es: 'Factura simplificada',
    pt: 'Fatura simplificada',
    fr: 'Facture simplifiée',
    it: 'Fattura semplificata',
    de: 'Vereinfachte Rechnung',
    ca: 'Factura simplificada',
  })
  assert.equal(await titleIn('es', note.invoice_id), 'Factura rectificativa')
  assert.equal(await titleIn('ca', note.invoice_id), 'Factura rectificativa')
  assert.equal(await titleIn('en', note.invoice_id), 'Credit note')
})

test('above the total, without a tax, a tax number or the total, and where carriers sell, it is a receipt', async () => {
  const simplifiedMaxCents = 10_000_000
  for (const change of [
    { simplifiedMaxCents: null },
    { simplifiedMaxCents: 100 },
    { simplifiedMaxCents, vat: { name: 'none' as const } },
    { simplifiedMaxCents, seller: { ...testInvoicing.seller, taxNumber: null } },
    { simplifiedMaxCents, sells: 'fee' as const },
  ]) {
    const deal = await completedDeal(market)
    await issueInvoices(app, { ...testInvoicing, ...change })
    const [receipt] = await invoicesOf(deal)
    assert.ok(receipt)
    assert.equal(receipt.simplified, false, JSON.stringify(change))
    assert.equal(await titleIn('es', receipt.invoice_id), 'Recibo')
  }
})

test('its mail says what it is, in the subject and in the text', async () => {
  const node = mailNode(app, server)
  const deal = await completedDeal(market)
  const address = await confirmAddress(deal.customer, server, node.send)
  const invoicing = { ...testInvoicing, simplifiedMaxCents: deal.total }
  await issueDueInvoices({ ...app.dray.payments, invoicing, sendsMail: true })
  await node.send()
  const [invoice] = await invoicesOf(deal)
  const letter = server.sentTo(address).find(({ raw }) => raw.includes('application/pdf')) ?? assert.fail()
  assert.match(letter.raw, new RegExp(`^Subject: Simplified invoice ${invoice?.number}`, 'm'))
  assert.match(textOf(letter.raw), /The simplified invoice is attached as a PDF\./)
})
