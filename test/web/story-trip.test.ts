import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readCarrier } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { loseFirstResponse } from '../support/lost-response.ts'
import { enrolStaff, openPanel, openPanelMarket } from '../support/panel.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { assertTold } from '../support/told-money.ts'
import { passHours, tripFees } from '../support/wasted-trips.ts'

const market = await openPanelMarket(tripFees)
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function accepted() {
  const ana = await market.person('Ana Ruiz')
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.accepted(ana, driver)
  await passHours(app, { job_id }, 1)
  return { ana, driver, job_id }
}

/** Fills in the report, first without what it needs, and sends it. */
async function reportEmptyHouse(carrier: AppPage): Promise<void> {
  await carrier.page.getByRole('button', { name: 'I cannot collect it' }).click()
  const sheet = carrier.page.getByRole('dialog', { name: 'Why can you not collect it?' })
  await sheet.getByRole('button', { name: 'Send the report' }).click()
  await sheet.getByText('Choose one.').waitFor()
  await sheet.getByRole('radio', { name: 'The customer is not there' }).check()
  await sheet.getByRole('button', { name: 'Send the report' }).click()
  await sheet.getByText('Call the customer before you report it.').waitFor()
  await sheet.getByText('Add a photo or your position.').waitFor()
  await carrier.assertAccessible()
  await sheet.getByRole('checkbox', { name: 'I have called the customer' }).check()
  const chooser = carrier.page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: onePixel })
  await sheet.getByRole('img', { name: 'Your photo' }).waitFor()
  await sheet.getByRole('textbox', { name: 'What happened?' }).fill('I rang twice.')
  await sheet.getByText('You then get €15.20 for the trip.').waitFor()
  await sheet.getByRole('button', { name: 'Send the report' }).click()
}

test('decision 66: a carrier reports an empty house with a photo, the customer disagrees, both with the line cut, and staff decide in the panel', async () => {
  const { ana, driver, job_id } = await accepted()
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await customer.goto(`/app/jobs/${job_id}`)
  await customer.page.getByRole('link', { name: 'Call Lucía Prieto' }).waitFor()
  await carrier.goto(`/carrier/jobs/${job_id}`)
  const reportedAgain = await loseFirstResponse(carrier, /\/trip-reports$/)
  await reportEmptyHouse(carrier)
  await carrier.page.getByText('We have asked the customer', { exact: true }).waitFor()
  await carrier.assertAccessible()

  const { page } = customer
  await page.getByText('Lucía Prieto could not collect it').waitFor()
  await page.getByText('Lucía Prieto says that it could not be collected.').waitFor()
  await page.getByText('I rang twice.').waitFor()
  await page.getByRole('img', { name: 'The photo of Lucía Prieto' }).waitFor()
  await page.getByText('€19.00').first().waitFor()
  await customer.assertAccessible()
  await page.getByRole('button', { name: 'No, that is not right' }).click()
  await page.getByRole('textbox', { name: 'What happened?' }).fill('I was at home.')
  await customer.assertAccessible()
  const answeredAgain = await loseFirstResponse(customer, /\/trip-report-answer$/)
  await page.getByRole('button', { name: 'Send to our team' }).click()
  await page.getByText('You see it differently').waitFor()
  await carrier.page.getByText('The customer says: “I was at home.”').waitFor()

  await using panel = await openPanel(browser, app)
  await enrolStaff(panel, app, { name: 'Marta Gil', role: 'owner' })
  await panel.goto(`/admin/jobs/${job_id}?act=decide_trip`)
  const dialog = panel.page.getByRole('dialog', { name: "Decide the carrier's report" })
  await dialog.getByText('The customer says: “I was at home.”').waitFor()
  await dialog.getByRole('img', { name: 'Photo of the carrier' }).waitFor()
  await panel.assertAccessible()
  await dialog.getByRole('radio', { name: 'The carrier is right' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The photo shows the door.')
  await panel.page.keyboard.press('Enter')
  await panel.page.getByText('The report is decided.').waitFor()
  await settleMoney(app)
  await page.getByText('A fee of €19.00 was charged; the rest is released.').waitFor()
  await carrier.page.getByText('€15.20', { exact: true }).waitFor()
  assert.equal((await driver.ok(readCarrier)).strikes, 0)
  panel.assertQuiet()
  await Promise.all([reportedAgain(), answeredAgain()])
  const told = { jobId: job_id, customer: ana }
  const earned = [[driver, 1_520]] as const
  await assertTold(app, told, { charged: 1_900, earned })
  await refundJob(app.db, { jobId: job_id, amountCents: 1_900, by: byOperator() })
  await assertTold(app, told, { charged: 1_900, refunded: 1_900, earned })
})

test('decision 66: a carrier breaks down, and the list of the customer has the ended job and the one that goes on', async () => {
  const { ana, driver, job_id } = await accepted()
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'I cannot collect it' }).click()
  const sheet = carrier.page.getByRole('dialog', { name: 'Why can you not collect it?' })
  await sheet.getByRole('radio', { name: 'My vehicle has broken down' }).check()
  await sheet.getByText('We offer the job to other carriers at once').waitFor()
  await carrier.assertAccessible()
  await sheet.getByRole('button', { name: 'Leave it to others' }).click()
  await carrier.page.getByText('You no longer have the job. The customer knows.').waitFor()
  await carrier.page.getByText('You could not collect it: “My vehicle has broken down”.').waitFor()
  const { page } = customer
  await customer.goto('/app')
  const { successor_id } = await ana.ok(readMyJob, { params: { job_id } })
  for (const id of [job_id, successor_id]) await page.locator(`a.app-job[href="/app/jobs/${id}"]`).waitFor()
  await customer.assertAccessible()
  await page.locator(`a.app-job[href="/app/jobs/${job_id}"]`).click()
  await page.getByText('The carrier cannot take it. The held amount stays held').waitFor()
  await page.getByRole('link', { name: 'See the job' }).click()
  await page.getByText(/^Your carrier cannot take it, so we offer it to others/).waitFor()
  for (const window of [customer, carrier]) {
    await window.assertAccessible()
    window.assertQuiet()
  }
})
