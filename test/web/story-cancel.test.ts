import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, readCarrierJob } from '#contract/app/carrier.ts'
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

test('DESIGN 3, Life: a carrier gives a job back, the customer is notified and publishes it again with the saved card', async () => {
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

  await customer.page.getByText('The carrier cancelled it.').waitFor()
  await settleMoney(app)
  await customer.page.getByText('You paid nothing; the held amount has been released.').waitFor()
  await customer.page.getByRole('button', { name: 'Start it again' }).click()
  await customer.page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  await customer.page.getByRole('button', { name: /^Pay €\d+\.\d\d and publish$/ }).click()
  await customer.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay €\d+\.\d\d and publish$/ })
    .click()
  await customer.page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  await carrier.goto('/carrier')
  await carrier.page.getByRole('link', { name: /Madrid → Zaragoza.*Three-seat sofa/ }).waitFor()
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
