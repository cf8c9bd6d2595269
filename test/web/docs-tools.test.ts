import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { addTariff } from '../../server/pricing/store.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { enterKey, openTool } from '../support/docs-page.ts'
import { startDray } from '../support/dray.ts'
import { until } from '../support/until.ts'

/* Decision 41: the tools of the documentation, on the page that shows them. */
const app = await startDray()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const stored = (page: Page) => page.evaluate<string | null>(`sessionStorage.getItem('dray-test-key')`)

test('a live key is refused with a sentence, and is neither stored nor sent', async () => {
  const live = await app.partner()
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.headers()['x-api-key'] ?? ''))
  await enterKey(page, live)
  await page.getByText('This is a live key.').waitFor()
  assert.equal(await page.getByLabel('Your test key').inputValue(), '')
  await page.getByLabel('Your test key').fill('hello')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('This is not a test key.').waitFor()
  assert.equal(await stored(page), null)
  assert.deepEqual(sent.filter(Boolean), [])
  window.assertQuiet()
})

test('a test key is announced to the page, kept in the tab and can be removed', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console')
  await page.evaluate(
    `document.addEventListener('dray-key', (event) => { window.seenKey = event.detail.key })`,
  )
  await enterKey(page, partner)
  await page.getByRole('button', { name: 'Create the job' }).waitFor()
  assert.equal(await page.evaluate('window.seenKey'), partner.apiKey)
  assert.equal(await stored(page), partner.apiKey)
  assert.equal(await page.evaluate('localStorage.length'), 0)
  assert.ok(!(await page.content()).includes(partner.apiKey))
  await page.reload()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Your test key').waitFor()
  assert.equal(await stored(page), null)
})

test('a key that does not work leads back to its field, with the reason', async () => {
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console')
  await enterKey(page, { apiKey: `dray_test_${'a'.repeat(32)}` })
  await page.getByText('Enter another test key.').waitFor()
  assert.equal(await page.evaluate('document.activeElement?.tagName'), 'INPUT')
  assert.equal(await stored(page), null)
})

test('the price shown is the estimate of the partner, step by step, with the numbers of its tariff', async () => {
  const partner = await app.partner({ mode: 'test' })
  await addTariff(app.db, {
    partnerId: partner.partnerId,
    startsAt: new Date(),
    terms: { ...defaultTariff, baseCents: { ...defaultTariff.baseCents, M: 3_100 }, feeBasisPoints: 1_200 },
    by: byOperator(),
  })
  const { body: estimate } = await partner.estimate({
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza', floor: 0, has_elevator: false },
  })
  await using window = await openApp(browser, app, { desk: true })
  const page = await openTool(window, 'price', { key: partner.apiKey })
  await page.getByText('Take a real trip').click()
  await page.getByRole('button', { name: 'Get the distance' }).click()
  const { distance_km, distance_charge_eur } = estimate.calculation_breakdown
  const money = (amount: number) => `€${amount.toFixed(2)}`
  const total = money(estimate.total_customer_pays_eur)
  await page.locator('.price-steps li', { hasText: 'The customer pays' }).getByText(total).waitFor()
  assert.equal(await page.getByLabel('Distance in km').inputValue(), String(distance_km))
  const amounts = await page.locator('.price-steps li > b').allInnerTexts()
  assert.deepEqual(
    amounts,
    [
      31,
      distance_charge_eur,
      8,
      estimate.base_price_eur,
      estimate.platform_fee_eur,
      estimate.total_customer_pays_eur,
      estimate.helper_receives_eur,
    ].map(money),
  )
  const steps = await page.locator('.price-steps').innerText()
  assert.match(steps, /km 5 to 50: 45 km × €0\.90 = €40\.50/)
  assert.match(steps, /2 floors without an elevator × €4\.00/)
  assert.match(steps, new RegExp(`12% of ${money(estimate.base_price_eur)}`))
  window.assertQuiet()
})

test('the price follows what is typed, and a number that is none is told at its field', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'price', { key: partner.apiKey })
  await page.locator('.tool').getByText('€45.20').waitFor()
  await page.getByText('Elevator').first().click()
  await page.getByText('street level, or an elevator').waitFor()
  await page.getByLabel('Distance in km').fill('4')
  await page.getByText('up to 5 km are included').waitFor()
  await page.getByRole('radio', { name: 'S', exact: true }).check()
  await page.getByText('15% would be less than the minimum of €3.00').waitFor()
  await page.getByLabel('Distance in km').fill('far')
  await page.getByText('Enter a number.').waitFor()
  await page.getByLabel('Distance in km').fill('19999')
  await page.getByText('this service takes no longer trips').waitFor()
})

test('the preview of a text counts its SMS and says what was shortened', async () => {
  const partner = await app.partner({ mode: 'test', companyName: 'Muebles Peña' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'sms', { key: partner.apiKey })
  const bubble = page.locator('.tool-bubble')
  await bubble.getByText(/^Muebles Peña: .*Three-seat sofa, from Madrid to Zaragoza/).waitFor()
  await page.getByText('Nothing was shortened.').waitFor()
  await page.getByLabel('Title').fill('A very long title of a wardrobe with four doors and mirrors')
  await page.getByText('Title was shortened.').waitFor()
  await page.getByLabel('Language of the SMS').selectOption('Spanish')
  await bubble.getByText(/todo listo/).waitFor()
  await page
    .locator('.tool')
    .getByText(/\d characters/)
    .waitFor()
  await page.getByLabel('Title').fill('Buy at www.shop.test now')
  await page.getByText(/Title was changed/).waitFor()
  window.assertQuiet()
})

test('without a connection the tool says so, and goes on when there is one', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'sms', { key: partner.apiKey })
  await page.locator('.tool-bubble').waitFor()
  await page.route('**/sandbox/v1/**', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Title').fill('Piano')
  await page.getByText('No response came.').waitFor()
  await page.unroute('**/sandbox/v1/**')
  await page.getByLabel('Title').fill('Piano, black')
  await page
    .locator('.tool-bubble')
    .getByText(/Piano, black/)
    .waitFor()
})

test('every tool is accessible and fits every screen, in both languages, by day and by night', async () => {
  const partner = await app.partner({ mode: 'test' })
  const first = { price: '.price-steps', sms: '.tool-bubble', console: '.console-now' }
  for (const [language, colours, desk] of [
    ['en', 'light', false],
    ['es', 'dark', false],
    ['es', 'light', true],
    ['en', 'dark', true],
  ] as const)
    for (const tool of ['price', 'sms', 'console'] as const) {
      const context = { viewport: desk ? { width: 1280, height: 800 } : { width: 320, height: 700 } }
      await using window = await openApp(browser, app, { language, colours, desk, context })
      const page = await openTool(window, tool, { language, key: partner.apiKey })
      await page.locator(first[tool]).waitFor()
      if (tool === 'console') {
        await page.locator('.console-new button[type=submit]').click()
        await page.locator('article .console-timeline').waitFor()
        if (!desk) await page.locator('.console-fold').click()
      }
      for (const summary of await page.locator('.tool summary').all()) await summary.click()
      await window.assertAccessible()
      await until('the page fits', () => page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      window.assertQuiet()
    }
})
