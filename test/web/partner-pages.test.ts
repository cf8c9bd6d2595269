import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { estimateStatus } from '../support/estimate-status.ts'
import {
  enter,
  forgetProofs,
  isOffered,
  isOnTop,
  isReady,
  joinPartnerByPasskey,
  openFirstRow,
  openPanel,
  partnerInvitationPath,
  press,
  startPanel,
} from '../support/panel.ts'
import { until } from '../support/until.ts'

const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

async function takeValue(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Store this key' })
  const value = await dialog.getByRole('textbox').inputValue()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return value
}

/** Rotates the key of the drawer; a fourth value ends the oldest, which the dialog tells before and after. */
async function rotateAgain(page: Page, { oldest, isFourth }: { oldest: string; isFourth: boolean }) {
  await isOnTop(page)
  await page.keyboard.press('r')
  const rotation = page.getByRole('dialog', { name: 'Rotate “Laptop”' })
  await page.getByRole('combobox', { name: 'The old value still works' }).selectOption('1h')
  const told = rotation.getByText(`…${oldest.slice(-4)}`)
  if (isFourth) await told.waitFor()
  else assert.equal(await told.count(), 0)
  await page.getByRole('button', { name: 'Rotate' }).last().click()
  await page.getByText('Store this key').waitFor()
  assert.equal(await page.getByText('Ended with this:').count(), Number(isFourth))
  await takeValue(page)
}

/** Goes to a page with `g` and its key. */
const goBy = async (page: Page, key: string, title: string) => {
  // A field with the focus would take the keys.
  await page.getByRole('heading', { level: 1 }).click()
  await press(page, 'g', key)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

test('a person of a partner gets in by link, makes a test key, and it works at once', async () => {
  const { partnerId } = await app.partner({ companyName: 'Muebles Ruiz' })
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  const link = await partnerInvitationPath(app, { partnerId, name: 'Lucía Prieto', role: 'developer' })
  await window.goto(link)
  await page.getByRole('heading', { name: 'Welcome, Lucía Prieto', level: 1 }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/partner')
  await page.getByText('of 100,000 calls').first().waitFor()
  await window.assertAccessible()

  await goBy(page, 'k', 'Keys')
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  await isReady(page.getByRole('dialog'))
  const label = page.getByRole('textbox', { name: 'Label' })
  await label.fill('Laptop')
  await window.assertAccessible()
  await label.press('Enter')
  const apiKey = await takeValue(page)
  assert.match(apiKey, /^\w+_test_/)
  assert.equal(await estimateStatus(app, apiKey), 200)
  assert.ok(!(await page.content()).includes(apiKey))

  const keys = page.getByRole('table', { name: 'Keys' })
  await keys.getByRole('button', { name: /^Laptop/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Laptop' })
  await drawer.getByText('Last 60 seconds').waitFor()
  assert.equal(await estimateStatus(app, apiKey), 200)
  // The gauge may be read before or after the second call.
  await drawer.getByText(/99,99[89] more are possible now/).waitFor()
  await window.assertAccessible()
  await forgetProofs(app)
  await isReady(drawer)
  await page.keyboard.press('r')
  await page.getByRole('combobox', { name: 'The old value still works' }).selectOption('1h')
  await page.getByRole('button', { name: 'Rotate' }).last().click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  const second = await takeValue(page)
  assert.equal(await estimateStatus(app, apiKey), 200)
  assert.equal(await estimateStatus(app, second), 200)
  for (const isFourth of [false, true]) await rotateAgain(page, { oldest: apiKey, isFourth })
  await until('the oldest value is refused', async () => (await estimateStatus(app, apiKey)) === 403)
  assert.equal(await estimateStatus(app, second), 200)
  await isOnTop(page)
  await page.keyboard.press('x')
  await page.getByRole('dialog', { name: 'Revoke “Laptop”' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('“Laptop” will be revoked').waitFor()
  // Leaving the page sends what is planned.
  await page.reload()
  await until('the key is refused', async () => (await estimateStatus(app, second)) === 403)
  // The list may have been read before the key was revoked.
  await page.reload()
  await keys.getByText('Revoked').waitFor()
  window.assertQuiet()
})

test('the pages show the own jobs, calls and errors, and nothing of another partner', async () => {
  const own = await app.partner({ companyName: 'Sofás Duero', mode: 'test' })
  const other = await app.partner({ companyName: 'Tienda Vega', mode: 'test' })
  const { body: mine } = await own.create({ title: 'Green sofa', external_reference: 'order-7' })
  const { body: theirs } = await other.create({ title: 'Red wardrobe', external_reference: 'order-8' })
  await own.call('/v1/jobs', { method: 'POST', body: { size: 'S' } })
  await app.dray.activity.flush()
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinPartnerByPasskey(window, app, { partnerId: own.partnerId, name: 'Noa Vidal', role: 'viewer' })
  await page.getByRole('cell', { name: '1 (100%)' }).first().waitFor()
  await window.assertAccessible()

  await goBy(page, 'j', 'Jobs')
  const jobs = page.getByRole('table', { name: 'Jobs' })
  await jobs.getByRole('link', { name: 'Green sofa' }).waitFor()
  assert.equal(await jobs.getByText('Red wardrobe').count(), 0)
  await window.assertAccessible()
  await enter(page.getByRole('searchbox', { name: 'Your reference' }), 'order-8')
  await page.getByText('Nothing matches these filters').waitFor()
  await page.getByRole('button', { name: 'Remove the filters' }).click()
  await jobs.getByRole('link', { name: 'Green sofa' }).waitFor()
  await openFirstRow(page)
  await page.getByRole('heading', { name: 'Green sofa', level: 1 }).waitFor()
  assert.ok(page.url().endsWith(`/partner/jobs/${mine.job_id}`))
  await page.getByText('order-7').waitFor()
  await window.assertAccessible()
  await window.goto(`/partner/jobs/${theirs.job_id}`)
  await page.getByRole('heading', { name: 'This job does not exist', level: 1 }).waitFor()

  await goBy(page, 'e', 'Errors')
  const cause = page.getByRole('table', { name: 'Errors by cause' })
  await cause.getByText('400 validation_error').waitFor()
  const guide = await cause.getByRole('link', { name: 'In the guide' }).getAttribute('href')
  assert.match(guide ?? '', /^\/docs\/\w+#?/)
  await window.assertAccessible()
  await cause.getByRole('link', { name: 'Requests' }).click()
  const log = page.getByRole('table', { name: 'Requests' })
  await log.getByText('validation_error').waitFor()
  assert.equal(await log.getByRole('row').count(), 2)
  await window.assertAccessible()
  await goBy(page, 't', 'Text to customers')
  // The accent is dropped where that saves a segment.
  await page
    .getByRole('region', { name: 'Español' })
    .getByText(/Sofas Duero/)
    .waitFor()
  await page
    .getByRole('region', { name: 'English' })
    .getByText(/Sof[aá]s Duero/)
    .waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('a viewer of a partner finds no act, and the page of the operator is not open to them', async () => {
  const { partnerId } = await app.partner({ companyName: 'Cocinas Norte' })
  await using window = await openPanel(browser, app, { language: 'es' })
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinPartnerByPasskey(window, app, { partnerId, name: 'Iker Sanz', role: 'viewer' })
  for (const path of ['keys', 'people']) {
    await window.goto(`/partner/${path}`)
    await page.locator('main [data-row]').first().waitFor()
    assert.equal(await page.locator('.panel-page-acts button').count(), 0)
    await page.locator('main [data-row]').first().click()
    await page.getByRole('dialog').locator('dl').waitFor()
    assert.deepEqual(await page.getByRole('dialog').getByRole('button').allInnerTexts(), [''])
    await window.assertAccessible()
  }
  await window.goto('/admin')
  await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor()
  window.assertQuiet()
})
