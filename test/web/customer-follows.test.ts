import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { typeTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { payByCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

test('part 3: changes of the job are shown live, without a reload', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.posted(customer)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  const now = page.getByRole('status')
  await window.goto('/app')
  await page.getByRole('link', { name: /Three-seat sofa.*Published/ }).click()
  await now.getByText('Published', { exact: true }).waitFor()
  await carrier.ok(acceptJob, { params: { job_id } })
  await now.getByText('Lucía Prieto will collect it.').waitFor()
  await page.getByRole('link', { name: 'Call Lucía Prieto' }).waitFor()
  await window.assertAccessible()
  await carrier.ok(collectJob, { params: { job_id } })
  await now.getByText('On the way', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Cancel this job' }).count(), 0)
  await page.getByText('It has been collected').waitFor()
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await now.getByText('Delivered', { exact: true }).waitFor()
  window.assertQuiet()
})

test('DESIGN 3, Life: cancelling says its fee first; a fee that has changed is shown again before anything is cancelled', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('button', { name: 'Cancel this job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await dialog.getByText('You can cancel for free now.').waitFor()
  await window.assertAccessible()
  await passTime(app.db, '6 minutes')
  await dialog.getByRole('button', { name: 'Cancel for free' }).click()
  await dialog.getByRole('alert').getByText('The fee has just changed.').waitFor()
  await dialog.getByText('Cancelling costs €25.00 now.').waitFor()
  const { status } = await customer.ok(readMyJob, { params: { job_id } })
  assert.equal(status, 'accepted')
  await dialog.getByRole('button', { name: 'Cancel and pay €25.00' }).click()
  await page.getByText('You cancelled it.').waitFor()
  await page.getByRole('button', { name: 'Start it again' }).click()
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
})

test('part 1: a completed job is rated once, with stars and a comment', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.accepted(customer, carrier)
  await complete(job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('heading', { name: 'How was Lucía Prieto?' }).waitFor()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByRole('alert').getByText('Choose one to five stars.').waitFor()
  assert.equal(await page.getByRole('radio', { name: / stars?$/ }).count(), 5, 'five choices, without zero')
  await page.locator('[aria-label="1 star"]:focus').waitFor({ state: 'attached' })
  await window.assertAccessible()
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press('ArrowRight')
  await page.getByRole('textbox', { name: 'Comment' }).fill('On time')
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('Thank you for your rating.').waitFor()
  const { rating_given } = await customer.ok(readMyJob, { params: { job_id } })
  assert.deepEqual(rating_given, { stars: 4, comment: 'On time' })
  await page.getByText('On time').waitFor()
})

test('DESIGN 1, offline: read data stays visible, a rating is queued and sent when the connection returns', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await complete(job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('radio', { name: '5 stars' }).check()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('1 change is saved on this device and will be sent.').waitFor()
  await page.getByText('Three-seat sofa').first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('Thank you for your rating.').waitFor()
  const { rating_given } = await customer.ok(readMyJob, { params: { job_id } })
  assert.equal(rating_given?.stars, 5)
})

test('DESIGN 3, Life: a job that is hidden, as its hold could not be renewed, says so and is paid again', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.posted(customer)
  await app.db.pool.query('update job set hidden_at = now() where id = $1', [job_id])
  await app.db.pool.query(`update payment set status = 'released' where job_id = $1`, [job_id])
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('alert').getByText('Carriers cannot see your job').waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await typeTestCard(window, '4242 4242 4242 4242')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay €/ })
    .click()
  await page.getByRole('status').getByText('Published', { exact: true }).waitFor()
  const { hidden, payment } = await customer.ok(readMyJob, { params: { job_id } })
  assert.deepEqual([hidden, payment.state], [false, 'held'])
})

test('DESIGN 3, Life: a delivered job whose capture was refused says so, is paid on another card, and is completed', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft, { does: 'refused_at_capture' })
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app')
  await page.getByText('Delivered', { exact: true }).waitFor()
  await window.goto(`/app/jobs/${draft.job_id}`)
  await page.getByRole('alert').getByText('The payment failed: pay with another card').waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await typeTestCard(window, '4242 4242 4242 4242')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay €/ })
    .click()
  await page.getByRole('status').getByText('Delivered and paid. Thank you.').waitFor()
  const { status, payment } = await customer.ok(readMyJob, { params })
  assert.deepEqual([status, payment.state], ['completed', 'captured'])
})

/** Delivered and paid; the money of it is tried elsewhere. */
async function complete(jobId: string): Promise<void> {
  await app.db.pool.query(
    `update job set status = 'completed', collected_at = now(), delivered_at = now(), completed_at = now() where id = $1`,
    [jobId],
  )
}
