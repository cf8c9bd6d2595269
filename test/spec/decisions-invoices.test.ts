import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { downloadInvoice, listMyInvoices } from '#contract/app/invoices.ts'
import type { Language } from '#contract/vocabulary.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, cancelledLate, completedDeal, type Deal } from '../support/deals.ts'
import { assertPagesAgree, issueInvoices, testInvoicing } from '../support/invoices.ts'
import { runJson } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { fillWallet } from '../support/paying.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 67: receipts and credit notes with numbers, over HTTP, equal to the ledger. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

const refund = async ({ job_id }: Deal, amountCents: number) => {
  await refundJob(app.dray.payments, { jobId: job_id, amountCents, by: byOperator('broken leg') })
  await settleMoney(app)
}

const invoicesOf = async ({ customer, params }: Deal) => (await customer.ok(readMyJob, { params })).invoices

async function pdfOf(person: Person, invoiceId: string, language: Language): Promise<Response> {
  const path = downloadInvoice.url.replace(':invoice_id', invoiceId)
  return fetch(`${app.url}${path}?language=${language}`, { headers: person.headers })
}

const euros = (cents: number) => (cents / 100).toFixed(2)

test('a charge has one receipt with seller, tax number, tax by line and the instants of hold and charge', async () => {
  const deal = await completedDeal(market)
  const { receipt, invoices: before } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([receipt, before], [null, []], 'no number is shown that would change')
  await issueInvoices(app)
  await issueInvoices(app)
  const [invoice, ...others] = await invoicesOf(deal)
  assert.ok(invoice)
  assert.deepEqual(others, [])
  assert.match(invoice.number, /^TEST-R-20\d\d-\d{6}$/)
  const { name, taxNumber, address } = testInvoicing.seller
  assert.deepEqual(invoice.seller, { name, tax_number: taxNumber, address })
  assert.deepEqual([invoice.kind, invoice.total_cents, invoice.test], ['receipt', deal.total, true])
  assert.deepEqual(
    invoice.events.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['hold', deal.total],
      ['charge', deal.total],
    ],
  )
  const { rows } = await pool.query<{ at: Date }>(
    `select at from ledger_transfer where job_id = $1 and kind in ('hold', 'capture') order by at`,
    [deal.job_id],
  )
  assert.deepEqual(
    invoice.events.map(({ at }) => at),
    rows.map(({ at }) => at.toISOString()),
  )
  const sum = invoice.lines.reduce((total, line) => total + line.gross_cents, 0)
  assert.equal(sum, deal.total)
  const [vat] = invoice.vat
  assert.equal(vat?.percent, 21)
  assert.equal((vat?.net_cents ?? 0) + (vat?.vat_cents ?? 0), deal.total)
})

test('the file names number, total, tax and seller, in both languages, and only for its person', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app)
  const [invoice] = await invoicesOf(deal)
  assert.ok(invoice)
  const vat = invoice.vat[0]?.vat_cents ?? 0
  const charged = new Date(invoice.events.find(({ kind }) => kind === 'charge')?.at ?? '')
  assert.equal(invoice.time_zone, testInvoicing.timeZone)
  const inZone = { timeZone: invoice.time_zone, timeStyle: 'long' } as const
  const expected = {
    en: [
      `Receipt ${invoice.number}`,
      `€${euros(deal.total)}`,
      'VAT 21 %',
      `€${euros(vat)}`,
      'Tax number ESB12345678',
    ],
    es: [
      `Recibo ${invoice.number}`,
      `${euros(deal.total).replace('.', ',')} €`,
      'IVA 21 %',
      `${euros(vat).replace('.', ',')} €`,
      'Número fiscal ESB12345678',
    ],
  }
  for (const language of ['en', 'es'] as const) {
    const response = await pdfOf(deal.customer, invoice.invoice_id, language)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/pdf')
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
    assert.match(
      response.headers.get('content-disposition') ?? '',
      new RegExp(`filename="${invoice.number}.pdf"`),
    )
    const shown = pdfTexts(Buffer.from(await response.arrayBuffer()))
    for (const text of [...expected[language], 'Acme Portes SL'])
      assert.ok(shown.includes(text), `${text} in ${shown.join(', ')}`)
    const instant = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'es-ES', inZone).format(charged)
    assert.ok(shown.join(' ').includes(instant), `${instant}, with its zone, in ${shown.join(', ')}`)
  }
  for (const person of [deal.carrier, await market.person('Eva')])
    assert.equal((await pdfOf(person, invoice.invoice_id, 'en')).status, 404)
})

test('each refund has a credit note of its receipt; refunded in parts, exactly the tax comes back', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app)
  await refund(deal, 333)
  await issueInvoices(app)
  await refund(deal, 334)
  await refund(deal, deal.total - 667)
  await issueInvoices(app)
  const [receipt, ...notes] = await invoicesOf(deal)
  assert.ok(receipt)
  assert.deepEqual(
    notes.map(({ kind, corrects, total_cents }) => [kind, corrects, total_cents]),
    [333, 334, deal.total - 667].map((cents) => ['credit_note', receipt.number, cents]),
  )
  const taxOf = ({ vat }: (typeof notes)[number]) => vat.reduce((sum, { vat_cents }) => sum + vat_cents, 0)
  assert.equal(
    notes.reduce((sum, note) => sum + taxOf(note), 0),
    taxOf(receipt),
  )
  assert.deepEqual(
    notes[0]?.events.map(({ kind }) => kind),
    ['refund'],
  )
  const file = await pdfOf(deal.customer, notes[0]?.invoice_id ?? '', 'en')
  const shown = pdfTexts(Buffer.from(await file.arrayBuffer()))
  assert.ok(shown.includes('-€3.33') && shown.includes(`For ${receipt.number}`), String(shown))
})

test('a refund in a later year has a number of that year, and the tax of its receipt', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app)
  const lastYear = new Date().getUTCFullYear() - 1
  // The page and its movements are a year older.
  await pool.query('alter table invoice disable trigger invoice_kept')
  await pool.query(
    `update invoice set year = $2, issued_at = issued_at - interval '1 year' where job_id = $1`,
    [deal.job_id, lastYear],
  )
  await pool.query('alter table invoice enable trigger invoice_kept')
  await refund(deal, 1_000)
  // The rate has changed since.
  await issueInvoices(app, { ...testInvoicing, vat: { name: 'included', basisPoints: 1_000 } })
  const [receipt, note] = await invoicesOf(deal)
  assert.match(receipt?.number ?? '', new RegExp(`^TEST-R-${lastYear}-`))
  assert.match(note?.number ?? '', new RegExp(`^TEST-C-${lastYear + 1}-`))
  assert.equal(note?.vat[0]?.percent, 21)
  await pool.query('alter table invoice disable trigger invoice_kept')
  await pool.query('update invoice set year = $2, issued_at = now() where id = $1', [
    receipt?.invoice_id,
    lastYear + 1,
  ])
  await pool.query('alter table invoice enable trigger invoice_kept')
})

test('a fee for a cancellation has a receipt that says so, and a free cancellation has none', async () => {
  const late = await cancelledLate(market)
  const free = await acceptedDeal(market)
  await free.customer.ok(cancelMyJob, { params: free.params, body: { fee_cents: 0 } })
  await settleMoney(app)
  await issueInvoices(app)
  const [receipt, ...others] = await invoicesOf(late)
  assert.deepEqual(others, [])
  assert.deepEqual(
    receipt?.lines.map(({ item, gross_cents }) => [item, gross_cents]),
    [['cancellation_fee', late.feeCents]],
  )
  assert.deepEqual(
    receipt?.events.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['hold', late.total],
      ['charge', late.feeCents],
      ['release', late.total - late.feeCents],
    ],
  )
  assert.deepEqual(await invoicesOf(free), [])
})

test('money for the wallet has a receipt without tax, and the job that it pays one with tax', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  const { total_cents: total } = draft.price
  await fillWallet(customer, Math.max(500, total))
  await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  await issueInvoices(app)
  const { invoices } = await customer.ok(listMyInvoices)
  assert.deepEqual(
    invoices.map(({ kind, total_cents, vat }) => [kind, total_cents, vat.length]),
    [
      ['receipt', total, 1],
      ['top_up', Math.max(500, total), 0],
    ],
  )
})

test('every movement of people is on exactly one page, each payment agrees to the cent, and no number is missing', async () => {
  await issueInvoices(app)
  await assertPagesAgree(kysely)
  const { rowCount } = await pool.query('select from invoice')
  assert.ok((rowCount ?? 0) > 10, 'the tests above have issued pages')
})

test('an issued page never changes, not even by hand', async () => {
  for (const change of [
    'total_cents = 1',
    `content = '{}'`,
    'number = number + 1000',
    `party = '{"name":"x"}'`,
  ])
    await assert.rejects(pool.query(`update invoice set ${change}`), /never changes/, change)
})

test('the commands list, show and write pages by their numbers', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app)
  const [invoice] = await invoicesOf(deal)
  const { json: listed } = await runJson(app, 'invoice', 'list', '--job', deal.job_id)
  assert.deepEqual(
    listed.map((row: { number: string; total_cents: number }) => [row.number, row.total_cents]),
    [[invoice?.number, deal.total]],
  )
  const { json: shown } = await runJson(app, 'invoice', 'show', invoice?.number ?? '')
  assert.equal(shown.seller.tax_number, 'ESB12345678')
  const file = `${app.dataDir}/receipt.pdf`
  const wrote = await runJson(app, 'invoice', 'pdf', invoice?.number ?? '', '--to', file, '--language', 'es')
  assert.equal(wrote.code, 0, wrote.stderr)
  assert.ok(pdfTexts(await readFile(file)).includes(`Recibo ${invoice?.number}`))
  const again = await runJson(app, 'invoice', 'pdf', invoice?.number ?? '', '--to', file)
  assert.equal(again.code, 1, 'a file is not overwritten')
})
