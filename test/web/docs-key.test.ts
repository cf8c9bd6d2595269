import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { enterKey, openTool } from '../support/docs-page.ts'
import { estimateStatus } from '../support/estimate-status.ts'
import { joinPartnerByPasskey, openPanel, startPanel } from '../support/panel.ts'

/* The reader's test key in the samples of the guide. */
const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const shownCode = (page: Page) => page.locator('.sample:visible code').first().innerText()
const mark = (page: Page) => page.locator('.with-key:visible')

/** All addresses that the page has asked for. */
function addressesOf({ page }: AppPage): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  return addresses
}

for (const [language, words, remove] of [
  ['en', 'With your test key', 'Remove it'],
  ['es', 'Con tu clave de prueba', 'Quitarla'],
] as const)
  test(`${language}: samples show the key of the console, say so, and lose it again everywhere`, async () => {
    const { apiKey } = await app.partner({ mode: 'test' })
    await using window = await openApp(browser, app, { language })
    const addresses = addressesOf(window)
    const page = await openTool(window, 'console', { language })
    const docs = language === 'en' ? '/docs' : '/docs/es'
    await window.goto(`${docs}/estimate`)
    assert.match(await shownCode(page), /YOUR_TEST_KEY/)
    assert.equal(await mark(page).count(), 0)
    await page.evaluate(`sessionStorage.setItem('dray-test-key', '${apiKey}')`)
    for (const name of ['estimate', 'create', 'sandbox']) {
      await window.goto(`${docs}/${name}`)
      await mark(page).first().waitFor()
      assert.match(await mark(page).first().innerText(), new RegExp(words))
      const code = await shownCode(page)
      assert.ok(code.includes(apiKey) && !code.includes('YOUR_TEST_KEY'), code)
    }
    // A response has no key, so nothing is said above it.
    assert.ok((await mark(page).count()) < (await page.locator('.samples').count()))
    await window.assertAccessible()
    await page.getByRole('button', { name: remove }).first().click()
    assert.equal(await mark(page).count(), 0)
    assert.match(await shownCode(page), /YOUR_TEST_KEY/)
    assert.equal(await page.evaluate(`sessionStorage.getItem('dray-test-key')`), null)
    assert.ok(!addresses.some((address) => address.includes(apiKey)))
    window.assertQuiet()
  })

test('the copy button copies what is shown, with the key and without it', async () => {
  const { apiKey } = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app, {
    desk: true,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const page = await openTool(window, 'price', { key: apiKey })
  await window.goto('/docs/estimate')
  await mark(page).first().waitFor()
  const copied = async () => {
    await page.locator('.samples .copy').first().click()
    await page.getByRole('button', { name: 'Copied' }).first().waitFor()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  assert.equal(await copied(), await page.locator('.sample:visible code').first().textContent())
  assert.ok((await copied()).includes(apiKey))
  await page.getByRole('button', { name: 'Remove it' }).first().click()
  await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
  assert.ok((await copied()).includes('YOUR_TEST_KEY'))
})

test('a page that Back shows as it was left has the key of now, or none after it was removed elsewhere', async () => {
  const [{ apiKey }, other] = [await app.partner({ mode: 'test' }), await app.partner({ mode: 'test' })]
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'price', { key: apiKey })
  await window.goto('/docs/estimate')
  await mark(page).first().waitFor()
  // What the browser does with a page of its back/forward cache, which is switched off in tests.
  const comeBack = (change: string) =>
    page.evaluate(`${change}; dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await comeBack(`sessionStorage.setItem('dray-test-key', '${other.apiKey}')`)
  const code = await shownCode(page)
  assert.ok(code.includes(other.apiKey) && !code.includes(apiKey), code)
  await comeBack(`sessionStorage.removeItem('dray-test-key')`)
  assert.match(await shownCode(page), /YOUR_TEST_KEY/)
  await openTool(window, 'console', { key: apiKey })
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await comeBack(`sessionStorage.removeItem('dray-test-key')`)
  await page.getByLabel('Your test key').waitFor()
})

test('a live key is not shown, also if it was stored; without scripts the placeholder stays', async () => {
  const { apiKey } = await app.partner()
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'price', { key: apiKey })
  await window.goto('/docs/create')
  await page.locator('.tabbed').first().waitFor()
  assert.ok(!(await page.content()).includes(apiKey))
  assert.equal(await mark(page).count(), 0)
  await using plain = await openApp(browser, app, { context: { javaScriptEnabled: false } })
  await plain.goto('/docs/create')
  assert.match(await shownCode(plain.page), /YOUR_TEST_KEY/)
})

test('a test key that a person issues on the pages of the company is used by the guide and the console of the tab', async () => {
  const { partnerId } = await app.partner({ companyName: 'Muebles Ruiz' })
  await using window = await openPanel(browser, app)
  const { page } = window
  const addresses = addressesOf(window)
  await joinPartnerByPasskey(window, app, { partnerId, name: 'Lucía Prieto', role: 'developer' })
  const nav = page.getByRole('navigation', { name: 'Main menu' })
  assert.equal(await nav.getByRole('link', { name: 'Guide' }).getAttribute('href'), '/docs')
  assert.equal(await nav.getByRole('link', { name: 'Console' }).getAttribute('href'), '/docs/console')
  await window.goto('/partner/keys?issue=yes')
  await page.getByRole('textbox', { name: 'Label' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Store this key' })
  const apiKey = await dialog.getByRole('textbox').inputValue()
  assert.equal(await page.evaluate(`sessionStorage.getItem('dray-test-key')`), null)
  await dialog.getByRole('button', { name: 'Use it in the guide' }).click()
  await window.assertAccessible()
  await dialog.getByRole('link', { name: 'Guide' }).click()
  await mark(page).first().waitFor()
  assert.ok((await shownCode(page)).includes(apiKey))
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Console' }).click()
  await page.getByRole('button', { name: 'Create the job' }).waitFor()
  assert.equal(await estimateStatus(app, apiKey), 200)
  assert.ok(!addresses.some((address) => address.includes(apiKey)))
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Company' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
})

test('the console links a request to the log of the company, which shows just that one', async () => {
  const { partnerId, ...partner } = await app.partner({ mode: 'test', companyName: 'Muebles Ruiz' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinPartnerByPasskey(window, app, { partnerId, name: 'Lucía Prieto', role: 'viewer' })
  await partner.estimate({})
  await window.goto('/docs/console')
  await enterKey(page, partner)
  await page.getByRole('button', { name: 'Create the job' }).click()
  const request = page.locator('.console-requests a').first()
  const id = await request.innerText()
  assert.match(id, /^[0-9a-f-]{36}$/)
  await app.dray.activity.flush()
  await request.click()
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr')
  // Until the rows are read, the table has empty ones.
  await rows.getByText('/v1/jobs').first().waitFor()
  assert.equal(await rows.count(), 1)
  assert.match(await rows.first().innerText(), /POST \/v1\/jobs[^]*201/)
})
