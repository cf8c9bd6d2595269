import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { estimateStatus } from '../support/estimate-status.ts'
import {
  enterReason,
  forgetProofs,
  isClosed,
  isOffered,
  isOnTop,
  isReady,
  joinByPasskey,
  openFirstRow,
  openPanel,
  press,
  reasonField,
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

const openPartner = async (page: Page, name: string) => {
  await page.goto(`${app.url}/admin/partners`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

async function takeValue(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Hand over this key' })
  const value = await dialog.getByRole('textbox').inputValue()
  await dialog.getByRole('button', { name: 'I have handed it over' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(value))
  return value
}

async function addByKeys(page: Page, assertAccessible: () => Promise<void>): Promise<void> {
  await press(page, 'g', 'r')
  await page.getByText('No partners yet').waitFor()
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  const add = page.getByRole('dialog', { name: 'Add a partner' })
  await add.getByRole('button', { name: 'Add a partner' }).click()
  await add.getByText('Please fill this in.').first().waitFor()
  await assertAccessible()
  await add.getByRole('textbox', { name: 'Company' }).fill('Muebles Ruiz')
  await enterReason(page, 'Contract signed')
  await page.getByRole('heading', { name: 'Muebles Ruiz', level: 1 }).waitFor()
  await page.getByText('No keys yet').waitFor()
  await isClosed(add)
  await assertAccessible()
}

test('a key that is issued in the panel works at once, beside its next value, and not after it is revoked', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await addByKeys(page, () => window.assertAccessible())
  await forgetProofs(app)
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  const reason = await reasonField(page)
  await page.getByRole('textbox', { name: 'Label' }).fill('Production')
  await page.getByRole('textbox', { name: 'Calls a minute' }).fill('3')
  await reason.fill('First key')
  await window.assertAccessible()
  await reason.press('Enter')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  const first = await takeValue(page)
  assert.equal(await estimateStatus(app, first), 200)

  await isClosed(page.getByRole('dialog'))
  await openFirstRow(page)
  const drawer = page.getByRole('dialog', { name: 'Production' })
  await drawer.getByText('1 of 3 calls').waitFor()
  await drawer.getByText(/The next place opens in \d+ seconds/).waitFor()
  await window.assertAccessible()
  await isReady(drawer)
  await page.keyboard.press('r')
  await reasonField(page)
  await page.getByRole('combobox', { name: 'The old value still works' }).selectOption('1h')
  await enterReason(page, 'Yearly rotation')
  const second = await takeValue(page)
  assert.equal(await estimateStatus(app, first), 200)
  assert.equal(await estimateStatus(app, second), 200)
  await drawer.getByText(/Limit reached: calls get 429/).waitFor()
  await drawer.getByText(/works until/).waitFor()

  await isOnTop(page)
  await page.keyboard.press('e')
  await reasonField(page)
  await page.getByRole('textbox', { name: 'Calls a minute' }).fill('1000')
  await enterReason(page, 'They grow')
  await drawer.getByText(/of 1,000 calls/).waitFor()
  await isOnTop(page)
  await isOffered(page, 'o')
  await page.keyboard.press('o')
  await enterReason(page, 'They have changed over')
  await page.getByText('The old values of “Production” will end').waitFor()
  // Leaving the page sends what is planned.
  await page.reload()
  await until('the first value is refused', async () => (await estimateStatus(app, first)) === 403)
  await drawer.getByText(/of 1,000 calls/).waitFor()
  await isReady(drawer)
  await page.keyboard.press('x')
  await enterReason(page, 'The contract ended')
  await page.getByText('“Production” will be revoked').waitFor()
  await page.reload()
  await until('the key is refused', async () => (await estimateStatus(app, second)) === 403)
  await page.getByRole('table', { name: 'Keys' }).getByText('Revoked').waitFor()
  window.assertQuiet()
})

test('a viewer sees keys, calls and errors of a partner, and no act', async () => {
  const { partnerId, apiKey, create } = await app.partner({ companyName: 'Sofás Duero', mode: 'test' })
  await create()
  assert.equal(await estimateStatus(app, apiKey), 200)
  await app.fetch('/v1/jobs', { method: 'POST', headers: { 'x-api-key': apiKey }, body: { size: 'S' } })
  await app.dray.activity.flush()
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await openPartner(page, 'Sofás Duero')
  await page.getByRole('table', { name: 'Keys' }).locator('[data-row]').click()
  await page.getByRole('dialog').getByText('Last 60 seconds').waitFor()
  assert.deepEqual(await page.getByRole('dialog').getByRole('button').allInnerTexts(), [''])
  await page.keyboard.press('Escape')
  await isClosed(page.getByRole('dialog'))
  assert.equal(await page.getByRole('button', { name: /Issue|Rename|Suspend/ }).count(), 0)

  const tab = (name: string) => page.getByRole('navigation', { name: /Parts/ }).getByRole('link', { name })
  await tab('Usage').click()
  await page.getByRole('img', { name: 'Calls over time' }).waitFor()
  await page.getByRole('table', { name: 'Calls' }).waitFor()
  await window.assertAccessible()
  await tab('Errors').click()
  const cause = page.getByRole('table', { name: 'Errors by cause' })
  await cause.getByText('400 validation_error').waitFor()
  assert.match(
    (await cause.getByRole('link', { name: 'In the guide' }).getAttribute('href')) ?? '',
    /^\/docs\/\w+#?/,
  )
  await window.assertAccessible()
  await cause.getByRole('link', { name: 'Requests' }).click()
  const log = page.getByRole('table', { name: 'Requests' })
  await log.getByText('validation_error').waitFor()
  assert.equal(await log.getByRole('row').count(), 2)
  const csv = await page.getByRole('link', { name: 'Export (CSV)' }).getAttribute('href')
  const file = await page.request.get(app.url + (csv ?? ''))
  assert.equal((await file.text()).trim().split('\n').length, 2)
  await window.assertAccessible()
  await tab('Funnel').click()
  // The partner has only a test key.
  await page.getByRole('cell', { name: '1 (100%)' }).first().waitFor()
  await page.getByRole('combobox', { name: 'Jobs of' }).selectOption('live')
  await page.getByText('No jobs in this time').waitFor()
  await page.getByRole('combobox', { name: 'Jobs of' }).selectOption('test')
  await page.getByRole('cell', { name: '1 (100%)' }).first().waitFor()
  await window.assertAccessible()
  await page.waitForURL(new RegExp(`${partnerId}\\?.*mode=test`))
  window.assertQuiet()
})
