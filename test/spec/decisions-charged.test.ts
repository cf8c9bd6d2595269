import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe } from '#contract/app/account.ts'
import { deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { pushPayload } from '../../server/push/messages.ts'
import { noticeSms } from '../../server/sms/messages.ts'
import { segments } from '../../server/sms/segments.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { runTasks } from '../support/dray.ts'
import { issueInvoices } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

/* What the customer is told when a job was delivered and charged, and the receipt. */
const sms = await startSmsProvider()
const market = await openMarket(sms.env)
const { app } = market
const tasks = runTasks(app)
after(async () => {
  await tasks[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
  await sms[Symbol.asyncDispose]()
})
const { pool } = app.db

const deliver = async ({ carrier, params }: Deal) => {
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
}

const texts = (phone: string) => sms.ledger.filter(({ to }) => to === phone).map(({ body }) => body)

const withComma = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')} ?(€|EUR)`

const expected: Record<PersonLanguage, (cents: number) => RegExp> = {
  en: (cents) => new RegExp(`^Dray: Delivered, (EUR |€)${(cents / 100).toFixed(2)} charged`),
  es: (cents) => new RegExp(`^Dray: Entregado, ${withComma(cents)} cobrados`),
  pt: (cents) => new RegExp(`^Dray: Entregue, ${withComma(cents)} cobrados`),
  fr: (cents) => new RegExp(`^Dray: Livré, ${withComma(cents)} débités`),
  it: (cents) => new RegExp(`^Dray: Consegnato, ${withComma(cents)} addebitati`),
  de: (cents) => new RegExp(`^Dray: Geliefert, ${withComma(cents)} abgebucht`),
  ca: (cents) => new RegExp(`^Dray: Lliurat, ${withComma(cents)} cobrats`),
}

/** With and without the accents that an SMS may drop. */
const complaint: Record<PersonLanguage, RegExp> = {
  en: /[Tt]ell us within two days/,
  es: /Av[ií]sanos antes de dos d[ií]as/,
  pt: /no prazo de dois dias/,
  fr: /sous deux jours/,
  it: /entro due giorni/,
  de: /binnen zwei Tagen/,
  ca: /abans de dos dies/,
}

for (const language of personLanguages)
  test(`promise 11, ${language}: a customer without push is texted once that it was delivered and charged, and how to complain`, async () => {
    const deal = await acceptedDeal(market)
    const { phone } = deal.customer
    await deal.customer.ok(changeMe, { body: { language } })
    await deliver(deal)
    const isCharged = (body: string) => expected[language](deal.total).test(body)
    await until('the text arrives', () => texts(phone).some(isCharged))
    const [body = '', ...others] = texts(phone).filter(isCharged)
    assert.deepEqual(others, [])
    assert.match(body, complaint[language])
    assert.ok(body.endsWith(` http://dray.test/app/jobs/${deal.job_id}`))
    assert.ok(segments(body) <= 2, body)
    assert.deepEqual(texts(deal.carrier.phone), [], 'the carrier sees it in the app')
  })

test('promise 11: a long title and a long link leave room for the way to complain, in two segments', () => {
  for (const language of personLanguages) {
    const title = 'Sofá de tres plazas, dos sillas y mesa'
    const facts = { pickup: 'Madrid', dropoff: 'Zaragoza', earnsCents: 1, hoursLeft: 1, carrierName: null }
    const job = { ...facts, id: newId(), title, chargedCents: 128_826, toCarrier: false, window: null }
    const { title: head, body, url } = pushPayload({ kind: 'job_charged', language, job })
    const link = `https://pedidos.mudanzas-de-la-ribera.example${url}`
    const given = {
      serviceName: 'Mudanzasdelaribera',
      title: head,
      body,
      link,
      language,
      plainLetters: personLanguages,
    }
    const text = noticeSms(given)
    assert.ok(segments(text) <= 2, text)
    assert.match(text, complaint[language], text)
  }
})

test('promise 11: the two days for a complaint run from the charge, as the text says', async () => {
  const deal = await acceptedDeal(market)
  await deliver(deal)
  const back = (delivered: string, completed: string) =>
    pool.query(
      'update job set delivered_at = now() - $2::interval, completed_at = now() - $3::interval where id = $1',
      [deal.job_id, delivered, completed],
    )
  await back('4 days', '47 hours')
  const body = { problem_id: newId(), kind: 'damaged' as const }
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).may_report, true)
  await deal.customer.ok(reportProblem, { params: deal.params, body })
  await back('4 days', '48 hours')
  const late = { ...body, problem_id: newId() }
  assert.equal((await deal.customer.refused(reportProblem, { params: deal.params, body: late })).status, 409)
})

test('promise 14: a charge of an earlier version keeps its receipt, with the number of its payment', async () => {
  const deal = await acceptedDeal(market)
  const read = () => deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal((await read()).receipt, null)
  // An earlier version had no such trigger.
  await pool.query('alter table ledger_transfer disable trigger ledger_invoice')
  await deliver(deal)
  await pool.query('alter table ledger_transfer enable trigger ledger_invoice')
  const { receipt, invoices, completed_at, payment } = await read()
  assert.deepEqual(invoices, [])
  assert.equal(receipt?.date, completed_at)
  assert.equal(receipt?.number.replaceAll('-', ''), payment.payment_id?.slice(-12).toUpperCase())
  assert.equal(receipt?.seller, 'Dray')
  assert.deepEqual((await read()).receipt, receipt)
})

test('promise 14: a fee of a cancellation has a receipt, a free cancellation has none', async () => {
  for (const feeCents of [0, 2_500]) {
    const { customer, params, job_id } = await acceptedDeal(market)
    if (feeCents > 0)
      await pool.query(`update job set accepted_at = accepted_at - interval '1 hour' where id = $1`, [job_id])
    await customer.ok(cancelMyJob, { params, body: { fee_cents: feeCents } })
    await settleMoney(app)
    await issueInvoices(app)
    const { invoices } = await customer.ok(readMyJob, { params })
    assert.deepEqual(
      invoices.map(({ kind, total_cents }) => [kind, total_cents]),
      feeCents > 0 ? [['receipt', feeCents]] : [],
    )
  }
})
