import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob } from '#contract/app/carrier.ts'
import { reportProblem } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { newId } from '../../server/lib/ids.ts'
import { openApp } from '../support/app-page.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

test('DESIGN 1, carrier: the statement is in local time, and its file opens in a Spanish spreadsheet', async () => {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id, earns_cents } = await market.accepted(customer, carrier, { title: 'Sofá; azul' })
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  // Half past midnight of the first of March in Madrid is still February in UTC.
  await app.db.pool.query(`update ledger_transfer set at = '2026-02-28T23:30:00Z' where job_id = $1`, [
    job_id,
  ])
  const month = (query: { month: string; time_zone?: string }) => carrier.ok(readEarnings, { query })
  assert.equal((await month({ month: '2026-02' })).entries.length, 1)
  assert.equal((await month({ month: '2026-03', time_zone: 'Europe/Madrid' })).entries.length, 1)
  assert.equal((await month({ month: '2026-02', time_zone: 'Europe/Madrid' })).entries.length, 0)
  const { body } = await carrier.refused(readEarnings, { query: { time_zone: 'Mars/Olympus' } })
  assert.deepEqual(Object.keys(body.details ?? {}), ['time_zone'])

  const context = { timezoneId: 'Europe/Madrid' }
  await using window = await openApp(browser, app, { as: carrier, language: 'es', context })
  const { page } = window
  await page.clock.setFixedTime('2026-03-15T12:00:00Z')
  await window.goto('/carrier/earnings')
  await page.getByRole('link', { name: /Sofá; azul.*1 mar/ }).waitFor()
  await page.getByText('Fechas y meses en hora local (Europe/Madrid).').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  const text = await contentOf(await saved)
  const euros = (earns_cents / 100).toFixed(2).replace('.', ',')
  assert.deepEqual(text.split('\r\n'), [
    '\uFEFFFecha (Europe/Madrid);Encargo;Título;Tipo;Importe (EUR);Estado',
    `2026-03-01;${job_id};"Sofá; azul";Entrega;${euros};Aún sin transferir`,
    '',
  ])
})

test('decision 20: pay that waits after a report is not shown as in progress', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await readyPayouts(app, carrier)
  const { job_id } = await market.accepted(customer, carrier, { title: 'Oak wardrobe' })
  const params = { job_id }
  await carrier.ok(deliverJob, { params, body: {} })
  await customer.ok(reportProblem, { params, body: { problem_id: newId(), kind: 'damaged' } })
  await settleMoney(app)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${job_id}`)
  await page.getByText('The transfer to your account is on hold; the reason is above.').waitFor()
  await window.goto('/carrier/earnings')
  await page.getByRole('link', { name: /Oak wardrobe.*Not paid out yet/ }).waitFor()
  await window.assertAccessible()
})

test('DESIGN 1, carrier: “Set up payouts” leads to that section, also on a small screen', async () => {
  const carrier = await market.carrier()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await page.getByRole('link', { name: 'Set up payouts' }).click()
  const heading = page.getByRole('heading', { name: 'Where your earnings go' })
  await heading.and(page.locator(':focus')).waitFor()
  const box = (await heading.boundingBox()) ?? assert.fail('the heading is not shown')
  assert.ok(box.y >= 0 && box.y < 844, `at ${box.y} px`)
  await window.assertAccessible()
})

test('part 1: the empty feed of the largest radius does not advise a larger one, and an approved page says so', async () => {
  const carrier = await market.carrier()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await page.getByText('within 500 km of').waitFor()
  assert.equal(await page.getByText('A larger radius shows more.').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Change the radius' }).count(), 0)
  await window.goto('/carrier/sign-up')
  await page.getByRole('heading', { name: 'Your carrier account', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'You are approved' }).waitFor()
})
