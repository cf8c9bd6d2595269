import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { collectedUnder, confirm, cut, located, sheetOf, steps, takePhoto } from '../support/proof-sheets.ts'
import { acceptedUnder } from '../support/proofs.ts'
import { until } from '../support/until.ts'

/* The sheets of the collection and the delivery (decision 73): what was entered, what is missing, what is sent. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const { pool } = app.db

const isFocused = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) === 1

test('decision 73: a place from before is not sent as the place of this door', async () => {
  const deal = await acceptedUnder(market, {})
  await using window = await openApp(browser, app, { as: deal.carrier, context: located })
  const { page } = window
  await page.addInitScript(`navigator.geolocation.getCurrentPosition = (found, failed) => globalThis.isLost
    ? failed({ code: 2, PERMISSION_DENIED: 1 })
    : found({ coords: { latitude: 40.4, longitude: -3.7, accuracy: 12 } })`)
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const dialog = await sheetOf(page, 'collect')
  await takePhoto(page)
  await dialog.getByText('Added, to within 12 m.').waitFor()
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.evaluate('globalThis.isLost = true')
  await sheetOf(page, 'collect')
  await dialog.getByText('Your phone did not give its position.').waitFor()
  await confirm(page, 'collect')
  await page.getByRole('img', { name: 'Photo of the collection' }).waitFor()
  const { rows } = await pool.query('select lat from job_proof where job_id = $1', [deal.job_id])
  assert.deepEqual(rows, [{ lat: null }])
})

test('decision 73: a place that is found after the carrier has switched it off is not added', async () => {
  const deal = await acceptedUnder(market, {})
  await using window = await openApp(browser, app, { as: deal.carrier, context: located })
  const { page } = window
  await page.addInitScript(
    `navigator.geolocation.getCurrentPosition = (found) => { globalThis.found = found }`,
  )
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const dialog = await sheetOf(page, 'collect')
  await takePhoto(page)
  await dialog.getByText('Looking for your position.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Add where I am' }).uncheck()
  await page.evaluate(`found({ coords: { latitude: 40.4, longitude: -3.7, accuracy: 12 } })`)
  await confirm(page, 'collect')
  await page.getByRole('img', { name: 'Photo of the collection' }).waitFor()
  const { rows } = await pool.query('select lat from job_proof where job_id = $1', [deal.job_id])
  assert.deepEqual(rows, [{ lat: null }])
})

test('decision 73: a delivery that the server finds too early keeps its photo, and asks why, whatever the clock of the phone says', async () => {
  const deal = await collectedUnder(market, {})
  await using window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  const bodies: { tapped_at: string; photo_id: string; reason?: string }[] = []
  await page.route(/\/delivered$/, async (route) => {
    bodies.push(route.request().postDataJSON() as (typeof bodies)[0])
    if (bodies.length > 1) return route.continue()
    await route.fulfill({
      status: 409,
      json: {
        error: 'too_early',
        message: 'That is sooner than the trip can take.',
        details: { reason: 'Say why.' },
      },
    })
  })
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const dialog = await sheetOf(page, 'deliver')
  await takePhoto(page)
  await confirm(page, 'deliver')
  const alert = page.getByRole('alert', { name: 'That was too quick' })
  await alert.getByText('That is sooner than the trip can take.').waitFor()
  await window.assertAccessible()
  await page.reload()
  await alert.getByRole('button', { name: 'Say why so soon' }).click()
  await confirm(page, 'deliver')
  await dialog.getByText('Tell us in a few words.').waitFor()
  const reason = dialog.getByRole('textbox', { name: 'Why so soon?' })
  await until('the reason has the focus', () => isFocused(reason))
  await reason.fill('I tapped it late')
  await confirm(page, 'deliver')
  await page.getByRole('img', { name: 'Photo of the delivery' }).waitFor()
  const [first, second] = bodies
  assert.deepEqual(second, { ...first, reason: 'I tapped it late' })
})

test('decision 73: a tap that sends nothing goes to the first field that is missing', async () => {
  const deal = await collectedUnder(market, { hasCode: true, delivery: 'required' })
  await using window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const dialog = await sheetOf(page, 'deliver')
  const take = dialog.getByRole('button', { name: 'Take a photo' })
  for (const _ of ['first', 'again']) {
    await confirm(page, 'deliver')
    await until('the photo has the focus', () => isFocused(take))
  }
  assert.equal(
    await take.getAttribute('aria-describedby').then((id) => page.locator(`[id="${id}"]`).innerText()),
    'Take a photo of the delivery.',
  )
  await window.assertAccessible()
  await takePhoto(page)
  await confirm(page, 'deliver')
  await until('the code has the focus', () =>
    isFocused(dialog.getByRole('textbox', { name: 'Code of the customer' })),
  )
})

test('decision 73: a photo is scaled down before the tap, which then is on the device at once; its preview is let go', async () => {
  const deal = await acceptedUnder(market, {})
  await using window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  await page.addInitScript(`
    const { promise, resolve } = Promise.withResolvers()
    globalThis.scale = resolve
    globalThis.createImageBitmap = () => promise
    globalThis.previews = new Set()
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (file) => {
      const url = createObjectURL.call(URL, file)
      previews.add(url)
      return url
    }
    URL.revokeObjectURL = (url) => {
      previews.delete(url)
      revokeObjectURL.call(URL, url)
    }`)
  await cut(page)
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const dialog = await sheetOf(page, 'collect')
  await takePhoto(page)
  await dialog.getByRole('img', { name: 'Your photo of the collection' }).waitFor()
  const act = dialog.getByRole('button', { name: steps.collect.act })
  assert.equal(await act.isDisabled(), true)
  await page.evaluate('scale({ width: 1, height: 1 })')
  await act.click()
  await page.getByText('Your photo is saved with it.').waitFor()
  await page.getByRole('link', { name: 'My jobs', exact: true }).click()
  await until('the preview is let go', () => page.evaluate<boolean>('previews.size === 0'))
})
