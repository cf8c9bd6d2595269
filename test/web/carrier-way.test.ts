import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { readCarrierJob } from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { openApp } from '../support/app-page.ts'
import { collectByHand } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { fillVehicle, fillYou } from '../support/carrier-steps.ts'
import { openMarket } from '../support/market.ts'
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

const judge = async (carrier: Person, judgement: 'approve' | 'reject', reason: string | null) => {
  const { accountId } = carrier
  assert.ok(await judgeCarrier(app.db.kysely, { accountId, judgement, by: byOperator(reason) }))
}

/** How often something was written down about a job. */
async function countEvents(job_id: string, reason: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: number }>(
    'select count(*)::int from job_event where job_id = $1 and reason = $2',
    [job_id, reason],
  )
  return rows[0]?.count ?? 0
}

test('part 1: from the sign-up to the first earnings, offline while collecting', async () => {
  const customer = await market.person('Ana Ruiz')
  const carrier = await market.person()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  const refusedOffers: string[] = []
  page.on('response', (response) => {
    const isOffer = response.url().includes('/app/v1/carrier/feed/')
    if (isOffer && response.status() >= 400) refusedOffers.push(response.url())
  })
  await window.goto('/carrier')
  await page.getByRole('heading', { name: 'Become a carrier', level: 1 }).waitFor()
  await fillYou(page, { name: 'Lucía Prieto' })
  await fillVehicle(page)
  await page.getByRole('link', { name: /^Payouts/ }).click()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByText('Your account is set up.').waitFor()

  await judge(carrier, 'approve', null)
  const { job_id } = await market.posted(customer, { title: 'Grandfather clock' })
  await window.goto('/carrier')
  await page.getByRole('link', { name: /Madrid → Zaragoza.*Grandfather clock/ }).click()
  await page.getByRole('heading', { name: 'Grandfather clock', level: 2 }).waitFor()
  assert.equal(await page.getByText('Calle Mayor 10').count(), 0)
  await page.getByRole('button', { name: /^Accept for €/ }).click()
  await page.getByText('The job is yours.').waitFor()
  await page.getByText('Calle Mayor 10, 28013 Madrid').waitFor()
  await page.getByRole('link', { name: 'Call Ana Ruiz' }).waitFor()
  assert.equal(await countEvents(job_id, 'accepted'), 1)

  await page.context().setOffline(true)
  await collectByHand(window)
  await page.getByText('“Collected” is saved on this phone and will be sent.').waitFor()
  const read = (): Promise<CarrierJob> => carrier.ok(readCarrierJob, { params: { job_id } })
  assert.equal((await read()).collected_at, null)
  await page.context().setOffline(false)
  await page.getByText('Collected. The customer sees it in the app.').waitFor()
  await until('the server knows', async () => (await read()).collected_at !== null)
  assert.equal(await countEvents(job_id, 'collected'), 1)

  await deliverWithPhoto(page)
  await settleMoney(app)
  await page.reload()
  await page.getByText(/^Transferred to your payout account on /).waitFor()

  await page.getByRole('link', { name: 'Earnings', exact: true }).click()
  const { earns_cents } = await read()
  const euros = `€${(earns_cents / 100).toFixed(2)}`
  await page.getByRole('link', { name: new RegExp(`Grandfather clock.*${euros}.*Paid out`) }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  assert.match((await saved).suggestedFilename(), /^dray-\d{4}-\d\d\.csv$/)
  assert.deepEqual(refusedOffers, [], 'the feed is not asked for a job that is one’s own')
})

/** The carrier's taps for "delivered", with a photo. */
async function deliverWithPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it delivered?' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('img', { name: 'Your photo of the delivery' }).waitFor()
  await dialog.getByRole('button', { name: 'Yes, it is delivered' }).click()
  await page.getByText('Delivered. The customer sees it in the app.').waitFor()
  await page.getByRole('img', { name: 'Photo of the delivery' }).waitFor()
}

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('part 1: a rejected carrier reads the reason, corrects the profile and applies again', async () => {
  const carrier = await market.carrier({ status: 'pending', name: 'Marta' })
  await judge(carrier, 'reject', 'The insurance has run out.')
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await page.getByText('The insurance has run out.').waitFor()
  await page.getByRole('link', { name: 'Change my details' }).click()
  await page.getByText('Correct what is described below').waitFor()
  await page.getByRole('link', { name: /^Your vehicle/ }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('heading', { name: 'We are reviewing your details' }).waitFor()
  window.assertQuiet()
})

test('an incomplete sign-up sends no request, and each field shows its fault', async () => {
  const carrier = await market.person()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier/sign-up/vehicle')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByText('Choose the size of your vehicle.').waitFor()
  assert.equal(await page.getByText('Please fill this in.').count(), 3)
  await window.assertAccessible()
  window.assertQuiet()
})
