import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app, partner } = market

test('DESIGN 3, Life: a customer cancels late, pays the fee that was shown, and the carrier sees the share', async () => {
  const ana = await market.person('Ana Ruiz')
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  await readyPayouts(app, driver)
  const { job_id } = await market.accepted(ana, driver)
  await passTime(app.db, '6 minutes')
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'I have collected it', exact: true }).waitFor()
  await customer.goto(`/app/jobs/${job_id}`)
  await customer.page.getByRole('button', { name: 'Cancel this job' }).click()
  const dialog = customer.page.getByRole('dialog', { name: 'Cancel this job?' })
  await dialog.getByText('Cancelling costs €25.00 now.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel and pay €25.00' }).click()
  await customer.page.getByText('You cancelled it.').waitFor()

  await carrier.page.getByText('The customer cancelled it.').waitFor()
  assert.equal(
    await carrier.page.getByRole('button', { name: 'I have collected it', exact: true }).count(),
    0,
  )
  await settleMoney(app)
  await customer.page.getByText('A fee of €25.00 was charged; the rest is released.').waitFor()
  await carrier.page.getByText('Paid out to your account.').waitFor()
  await carrier.page.getByText('€20.00', { exact: true }).waitFor()
  assert.equal((await partner.read(job_id)).body.status, 'cancelled')
  await assertBooks(app.db)
  for (const window of [customer, carrier]) {
    await window.assertAccessible()
    window.assertQuiet()
  }
})

test('decision 65: a carrier gives a job back, the customer sees it go on, and the next carrier accepts it', async () => {
  const ana = await market.person('Ana Ruiz')
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.accepted(ana, driver)
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await customer.goto(`/app/jobs/${job_id}`)
  await customer.page.getByRole('link', { name: 'Call Lucía Prieto' }).waitFor()
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'Drop this job' }).click()
  const dialog = carrier.page.getByRole('dialog', { name: 'Drop this job?' })
  await dialog.getByText('It counts as a strike.').waitFor()
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The van broke down')
  await dialog.getByRole('button', { name: 'Drop the job' }).click()
  await carrier.page.getByText('You dropped the job.').waitFor()

  const { page } = customer
  await page.getByText('The held amount stays held for the same job').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start it again' }).count(), 0)
  await customer.assertAccessible()
  await page.getByRole('link', { name: 'See the job' }).click()
  await page
    .getByText(/^Your carrier cannot take it, so we offer it to others\. €\d+\.\d\d stay held/)
    .waitFor()
  await page.getByRole('button', { name: 'Cancel this job' }).waitFor()
  await customer.assertAccessible()
  const { successor_id } = await ana.ok(readMyJob, { params: { job_id } })
  const params = { job_id: successor_id ?? '' }
  await carrier.goto('/carrier')
  await carrier.page.getByRole('heading', { name: 'Jobs nearby', level: 1 }).waitFor()
  assert.equal(await carrier.page.getByRole('link', { name: /Three-seat sofa/ }).count(), 0)
  const next = await market.carrier({ name: 'Nora Gil' })
  await next.ok(acceptJob, { params })
  await page.getByRole('link', { name: 'Call Nora Gil' }).waitFor()
  await page.getByRole('link', { name: 'The job before' }).click()
  await page.getByRole('heading', { name: 'We offer it to other carriers' }).waitFor()
  for (const window of [customer, carrier]) window.assertQuiet()
})

test('DESIGN 1, carrier: two carriers open a job, one accepts it, and the page of the other shows that live', async () => {
  const ana = await market.person('Ana Ruiz')
  const [first, second] = [await market.carrier({ name: 'Olga' }), await market.carrier({ name: 'Pau' })]
  const { job_id } = await market.posted(ana, { title: 'Grand piano' })
  await using window = await openApp(browser, app, { as: second })
  await window.goto(`/carrier/feed/${job_id}`)
  await window.page.getByRole('button', { name: /^Accept for €/ }).waitFor()
  await first.ok(acceptJob, { params: { job_id } })
  await window.page.getByText('This job is taken', { exact: true }).waitFor()
  assert.equal(await window.page.getByRole('button', { name: /^Accept for €/ }).count(), 0)
  await window.page.getByRole('link', { name: 'Back to the list' }).click()
  await window.page.getByRole('heading', { name: 'Jobs nearby', level: 1 }).waitFor()
  assert.equal(await window.page.getByRole('link', { name: /Grand piano/ }).count(), 0)
  await window.goto(`/carrier/jobs/${job_id}`)
  await window.page.getByText('We cannot find this job').waitFor()
  const { status } = await second.refused(readCarrierJob, { params: { job_id } })
  assert.equal(status, 404)
  window.assertQuiet()
})
