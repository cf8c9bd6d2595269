import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

/* Decision 45: the lists of a person are asked for while the app is still loading. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/**
 * Opens a list and holds the app back; `arrive` lets it come. What the page has asked for is refused from then on, so
 * the app has only the early response. Without the live stream, which reads again when it opens.
 */
async function openEarly(as: Person | undefined, address: string, options: AppPageOptions = {}) {
  const window = await openApp(browser, app, { ...options, ...(as && { as }) })
  const { page } = window
  const asked: string[] = []
  await page.route(/\/app\/v1\//, (route) => {
    const { pathname } = new URL(route.request().url())
    if (asked.includes(pathname) || pathname === '/app/v1/live') return route.abort()
    asked.push(pathname)
    return route.continue()
  })
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/app\/assets\/index\.[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(app.url + address, { waitUntil: 'commit' })
  return { ...window, asked, arrive, [Symbol.asyncDispose]: window[Symbol.asyncDispose] }
}

test('a customer’s list is asked for before the app has come', async () => {
  const customer = await market.person('Ana')
  await market.posted(customer, { title: 'Oak wardrobe' })
  await using window = await openEarly(customer, '/app')
  await until('the list is asked for', () => window.asked.includes('/app/v1/jobs'))
  window.arrive()
  await window.page.getByText('Oak wardrobe').waitFor()
})

test('a carrier’s feed is asked for without waiting for the profile', async () => {
  const [customer, carrier] = [await market.person('Eva'), await market.carrier()]
  await market.posted(customer, { title: 'Green armchair' })
  await using window = await openEarly(carrier, '/carrier')
  await until('both are asked for', () => window.asked.length === 2)
  assert.deepEqual(window.asked.sort(), ['/app/v1/carrier', '/app/v1/carrier/feed'])
  window.arrive()
  await window.page.getByText('Green armchair').waitFor()
})

for (const [name, happens] of [
  ['that the app takes too late', 'drayEarlyReads.sentAtMs -= 60_000'],
  ['to another account than that of the device now', `localStorage.setItem('dray.account', 'another')`],
] as const)
  test(`an early response ${name} is not used`, async () => {
    const customer = await market.person('Pau')
    await market.posted(customer, { title: 'Blue lamp' })
    await using window = await openEarly(customer, '/app')
    await until('the list is asked for', () => window.asked.includes('/app/v1/jobs'))
    await window.page.evaluate(happens)
    window.arrive()
    await window.page.getByRole('button', { name: 'Try again' }).waitFor()
    assert.equal(await window.page.getByText('Blue lamp').count(), 0)
  })

test('the feed is not asked for early with a filter', async () => {
  const carrier = await market.carrier()
  const choices = JSON.stringify({ around: 'base', isWayHome: false, filters: { minEarnsCents: 100 } })
  const localStorage = [{ name: 'dray.feed-choices', value: choices }]
  const storageState = { cookies: [], origins: [{ origin: app.url, localStorage }] }
  await using window = await openEarly(carrier, '/carrier', { context: { storageState } })
  await until('the profile is asked for', () => window.asked.length > 0)
  assert.deepEqual(window.asked, ['/app/v1/carrier'])
})

for (const [language, colours] of [
  ['en', 'light'],
  ['es', 'dark'],
] as const)
  test(`a list has its frame before the app has come, and nothing of it moves then: ${language}, ${colours}`, async () => {
    const [customer, carrier] = [await market.person('Leo'), await market.carrier()]
    await market.posted(customer, { title: 'Red chair' })
    for (const [as, address] of [
      [customer, '/app'],
      [carrier, '/carrier'],
    ] as const) {
      await using window = await openEarly(as, address, { language, colours })
      const { page } = window
      const places = (place: string) =>
        page.evaluate<unknown[]>(
          `[...document.querySelectorAll('${place} :is(h1, .dray-nav a, label)')].map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect()
            return [part.textContent, x, y, width, height]
          })`,
        )
      await page.locator('#first-screen h1').waitFor()
      assert.equal(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        colours === 'dark' ? 'rgb(15, 21, 19)' : 'rgb(246, 245, 241)',
      )
      await window.assertAccessible()
      const before = await places('#first-screen')
      assert.ok(before.length >= 4)
      window.arrive()
      await page.getByText('Red chair').first().waitFor()
      assert.equal(await page.locator('#first-screen').count(), 0)
      const after = await places('#root')
      for (const place of before)
        assert.ok(
          after.some((each) => isDeepStrictEqual(each, place)),
          String(place),
        )
    }
  })

test('a person with another language or a wide window does not see the frame', async () => {
  const customer = await market.person('Sol')
  const localStorage = [{ name: 'dray.language', value: 'ca' }]
  const catalan = { cookies: [], origins: [{ origin: app.url, localStorage }] }
  for (const options of [
    { as: customer, desk: true },
    { as: customer, context: { viewport: { width: 844, height: 390 } } },
    { as: customer, context: { storageState: catalan } },
  ] as AppPageOptions[]) {
    await using window = await openEarly(options.as, '/app', options)
    await until('the page is there', () => window.page.evaluate<boolean>(`document.readyState !== 'loading'`))
    assert.equal(await window.page.locator('#first-screen').isVisible(), false)
    window.arrive()
    await window.page.locator('#root h1').waitFor()
  }
})

for (const [name, file] of [
  ['the app', /\/app\/assets\/index\.[\w-]+\.js$/],
  ['its screens', /\/app\/assets\/router\.[\w-]+\.js$/],
] as const)
  test(`a page that could not load ${name} does not stay grey`, async () => {
    const customer = await market.person('Mar')
    await market.posted(customer, { title: 'White table' })
    for (const as of [customer, undefined]) {
      await using window = await openApp(browser, app, as ? { as } : {})
      const { page } = window
      let lost = 0
      await page.route(file, (route) => (lost++ === 0 ? route.abort() : route.continue()))
      await page.goto(`${app.url}/app`, { waitUntil: 'commit' })
      // The app itself loads again without a word, because no script could say one.
      if (name === 'its screens') await page.getByRole('button', { name: 'Reload' }).click()
      await page
        .locator('#root')
        .getByText(as ? 'White table' : /phone number/i)
        .first()
        .waitFor()
      assert.ok(lost > 1)
    }
  })

test('a sign-in that a list leads to leads back to the list', async () => {
  await using window = await openApp(browser, app)
  await window.goto('/app')
  await window.page.locator('#root input[type=tel]').waitFor()
  assert.equal(new URL(window.page.url()).searchParams.get('back'), '/app')
})

test('a page of a Wi-Fi in place of a response is a lost connection, not a fault of ours', async () => {
  const customer = await market.person('Gil')
  await using window = await openApp(browser, app, { as: customer })
  await window.page.route(/\/app\/v1\/jobs/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Wi-Fi</html>' }),
  )
  await window.goto('/app')
  await window.page.getByRole('button', { name: 'Try again' }).waitFor()
})
