import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { completedDeal } from '../support/deals.ts'
import { issueInvoices, testInvoicing } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import { pdfTexts } from '../support/pdf-text.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const rule = {
  en: 'You can cancel for free up to 5 minutes after a carrier accepts. After that it costs €25.00, of which 80% goes to the carrier. If the carrier has not collected it 24 hours after accepting, or 30 minutes after a time that you both agreed on, it is free again.',
  es: /^Puedes cancelar gratis hasta 5 minutos después de que un transportista acepte\. Más tarde cuesta 25,00\s€, de los que el 80\s% es para el transportista\. Si el transportista no lo ha recogido 24 horas después de aceptar, o 30 minutos después de la hora que acordéis, vuelve a ser gratis\./,
}

test('DESIGN 3, Life: the cancellation terms stand beside the price before paying, and are the same when cancelling', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id } = await market.draft(customer)
  await saveCard(customer, 'success', job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('region', { name: 'The price' }).getByText(rule.en).waitFor()
  await page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(rule.en).waitFor()
  assert.equal(await page.getByText(/free until a carrier accepts/).count(), 0)
  await window.assertAccessible()
  await sheet.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  await page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  await carrier.ok(acceptJob, { params: { job_id } })
  await using spanish = await openApp(browser, app, { as: customer, language: 'es' })
  await spanish.goto(`/app/jobs/${job_id}`)
  await spanish.page.getByRole('button', { name: 'Cancelar este encargo' }).click()
  await spanish.page.getByRole('dialog').getByText(rule.es).waitFor()
})

test('DESIGN 6, 4: a refund shows with its amount and date on the page, in the receipt and in the list', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id, price } = await market.posted(customer, { title: 'Oak wardrobe' })
  await carrier.ok(acceptJob, { params: { job_id } })
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await refundJob(app.db, { jobId: job_id, by: byOperator('scratched'), amountCents: 1_000 })
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page
    .getByRole('status')
    .getByText(/^A refund of €10\.00, requested on .*, is on its way/)
    .waitFor()
  await page.getByRole('region', { name: 'Payment' }).getByText('Refund on its way').waitFor()
  await window.goto('/app')
  await page.getByRole('link', { name: /Oak wardrobe.*Refund of €10\.00 on its way/ }).waitFor()
  assert.equal(await page.getByText('€10.00 refunded').count(), 0, 'the bank does not have it yet')
  await readInSpanish(customer, job_id)
  await settleMoney(app)
  await window.goto(`/app/jobs/${job_id}`)
  const { payment } = await customer.ok(readMyJob, { params: { job_id } })
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(
    Date.parse(payment.refunds[0]?.at ?? ''),
  )
  await page.getByRole('status').getByText(`We refunded €10.00 on ${day}.`).waitFor()
  const receipt = page.getByRole('region', { name: 'Payment' })
  await receipt.getByText(`Refunded on ${day}`).waitFor()
  await receipt.getByText('-€10.00').waitFor()
  await receipt.getByText(`€${((price.total_cents - 1_000) / 100).toFixed(2)}`).waitFor()
  await window.assertAccessible()
  await window.goto('/app')
  await page.getByRole('link', { name: /Oak wardrobe.*€10\.00 refunded/ }).waitFor()
  await window.assertAccessible()
})

async function readInSpanish(customer: Person, jobId: string): Promise<void> {
  await using window = await openApp(browser, app, { as: customer, language: 'es' })
  const { page } = window
  await window.goto('/app')
  await page.getByRole('link', { name: /Oak wardrobe.*Devolución de 10,00\s€ en camino/ }).waitFor()
  await window.goto(`/app/jobs/${jobId}`)
  await page
    .getByRole('status')
    .getByText(/^La devolución de 10,00\s€, pedida el .*, está en camino/)
    .waitFor()
  await page.getByRole('region', { name: 'Pago' }).getByText('Devolución en camino').waitFor()
  await window.assertAccessible()
}

test('DESIGN 6, 4: cancelled job with a refunded fee: the page shows refunds in progress and done', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id } = await market.posted(customer, { title: 'Garden bench' })
  await carrier.ok(acceptJob, { params: { job_id } })
  await passTime(app.db, '6 minutes')
  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 2_500 } })
  await settleMoney(app)
  await refundJob(app.db, { jobId: job_id, by: byOperator('goodwill'), amountCents: 2_500 })
  await using window = await openApp(browser, app, { as: customer })
  await window.goto(`/app/jobs/${job_id}`)
  await window.page.getByText('Everything that was charged is being refunded.').waitFor()
  await settleMoney(app)
  await window.page.reload()
  await window.page.getByText('Everything that was charged has been refunded.').waitFor()
})

test('DESIGN 3, Life: a cancelled job shows its fee and no price, and the person is led to the new state', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { price, job_id } = await market.posted(customer, { title: 'Upright piano' })
  await carrier.ok(acceptJob, { params: { job_id } })
  await passTime(app.db, '6 minutes')
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('button', { name: 'Cancel this job' }).click()
  await page.getByRole('button', { name: 'Cancel and pay €25.00' }).click()
  const heading = page.getByRole('heading', { name: 'Upright piano', level: 2 })
  await heading.and(page.locator(':focus')).waitFor()
  await until('the new state is in view', () => page.evaluate<boolean>('scrollY === 0'))
  await settleMoney(app)
  const receipt = page.getByRole('region', { name: 'Payment' })
  await receipt.getByText('Cancellation fee charged').waitFor()
  const total = `€${(price.total_cents / 100).toFixed(2)}`
  assert.equal(await receipt.getByText(total).count(), 0)
  await window.goto('/app')
  await page.getByRole('link', { name: /Upright piano.*Cancelled.*€25\.00/ }).waitFor()
  await window.assertAccessible()
})

test('DESIGN 1: jobs with the same title differ in the list by date and reference', async () => {
  const customer = await market.person('Ana Ruiz')
  const jobs = [await market.draft(customer), await market.draft(customer)]
  const free = await market.posted(customer, { title: 'Free of charge' })
  await customer.ok(cancelMyJob, { params: { job_id: free.job_id }, body: { fee_cents: 0 } })
  await settleMoney(app)
  await using window = await openApp(browser, app, { as: customer })
  await window.goto('/app')
  for (const { job_id, created_at } of jobs) {
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.parse(created_at))
    const reference = job_id.slice(-6).toUpperCase()
    await window.page.getByRole('link', { name: new RegExp(`${day} · Ref\\. ${reference}`) }).waitFor()
  }
  await window.page.getByRole('link', { name: /Free of charge.*€0\.00/ }).waitFor()
})

test('part 3: a refusal is shown for the refused card, not for the card chosen next', async () => {
  const customer = await market.person('Ana Ruiz')
  const draft = await market.draft(customer)
  const { payment } = await payByCard(customer, draft, { does: 'declined' })
  assert.equal(payment.state, 'refused')
  await saveCard(customer, 'success', draft.job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${draft.job_id}`)
  await page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  const refusal = page.getByRole('dialog').getByText('The payment was refused')
  await refusal.waitFor()
  await page.getByRole('radio', { name: /4242/ }).click()
  await refusal.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /0002/ }).click()
  await refusal.waitFor()
  const names = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[role="radio"]')].map((one) => one.getAttribute('aria-label'))`,
  )
  const lastOf = (word: RegExp) => names.findLastIndex((name) => word.test(name))
  assert.ok(lastOf(/^Wallet/) > lastOf(/\d{4}/), 'an empty wallet comes after the saved cards')
  await window.assertAccessible()
})

test('part 1: a customer without a name is asked for it once, before paying, and the carrier reads it', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.draft(customer)
  await saveCard(customer, 'success', job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  // The account arrives last, on a slow line: nothing can be paid before it is known whether there is a name.
  const { promise: sheetIsOpen, resolve: openSheet } = Promise.withResolvers<void>()
  await page.route('**/app/v1/me', async (route) => {
    await sheetIsOpen
    await route.continue()
  })
  await window.goto(`/app/jobs/${job_id}`)
  const methods = page.waitForResponse('**/app/v1/payment-methods*')
  await page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay .* and publish$/ })
  await page.getByRole('dialog').waitFor()
  await (await methods).finished()
  assert.equal(await pay.count(), 0)
  openSheet()
  await pay.click()
  await page.getByText('Enter your name, so that the carrier knows who to ask for.').waitFor()
  const field = page.getByRole('textbox', { name: 'Your name' })
  await field.and(page.locator(':focus')).waitFor()
  await window.assertAccessible()
  await field.fill('Ana Ruiz')
  await pay.click()
  await page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  const { customer: other } = await carrier.ok(acceptJob, { params: { job_id } })
  assert.equal(other.name, 'Ana Ruiz')
  const next = await market.draft(customer)
  await window.goto(`/app/jobs/${next.job_id}`)
  await page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  await pay.waitFor()
  assert.equal(await field.count(), 0)
})

test('DESIGN 3, Life: after "not collected" is reported, the page says that cancelling is free, with the way to it', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  await app.db.pool.query(`update job set accepted_at = accepted_at - interval '1 hour' where id = $1`, [
    job_id,
  ])
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByText(/^The carrier has to collect it by /).waitFor()
  await customer.ok(reportProblem, {
    params: { job_id },
    body: { problem_id: newId(), kind: 'not_collected' },
  })
  await page.reload()
  const warning = page.getByRole('alert').filter({ hasText: 'You told us that it was not collected.' })
  await warning.getByRole('button', { name: 'Cancel this job' }).click()
  await page.getByRole('dialog').getByText('You can cancel for free now.').waitFor()
  await window.assertAccessible()
})

test('promise 14: a paid job shows its receipt with number, seller, tax and movements, and a file', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id } = await market.posted(customer)
  await carrier.ok(acceptJob, { params: { job_id } })
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await using window = await openApp(browser, app, { as: customer })
  await window.goto(`/app/jobs/${job_id}`)
  const { page } = window
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.waitFor()
  // The open page shows the receipt as soon as it is issued.
  await issueInvoices(app)
  const { invoices } = await customer.ok(readMyJob, { params: { job_id } })
  const number = invoices[0]?.number ?? assert.fail('no receipt')
  const receipt = payment.getByRole('region', { name: `Receipt ${number}` })
  for (const text of ['Date', 'Seller', 'Acme Portes SL', 'Tax number', 'ESB12345678', 'VAT 21%'])
    await receipt.getByText(text, { exact: true }).waitFor()
  for (const text of ['Held', 'Charged']) await receipt.getByText(new RegExp(`^${text} `)).waitFor()
  await window.assertAccessible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    receipt.getByRole('link', { name: `Download ${number} (PDF)` }).click(),
  ])
  assert.equal(download.suggestedFilename(), `${number}.pdf`)
  const file = `${app.dataDir}/receipt.pdf`
  await download.saveAs(file)
  assert.ok(pdfTexts(await readFile(file)).includes(`Receipt ${number}`))
  await window.goto('/app/account')
  await page.getByRole('region', { name: 'Receipts' }).getByRole('link', { name: number }).waitFor()
  await window.assertAccessible()
})

test('decision 67: a simplified invoice is called so on the job and in the list', async () => {
  const deal = await completedDeal(market)
  await issueInvoices(app, { ...testInvoicing, simplifiedMaxCents: deal.total })
  await using window = await openApp(browser, app, { as: deal.customer })
  await window.goto(`/app/jobs/${deal.job_id}`)
  const { page } = window
  await page.getByRole('region', { name: /^Simplified invoice TEST-R-/ }).waitFor()
  await window.goto('/app/account')
  await page
    .getByRole('region', { name: 'Receipts' })
    .getByText(/^Simplified invoice, /)
    .waitFor()
})
