import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

/* Decision 45: nothing of a list moves when its data comes. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** What has moved in the page, as the browser counts it: each with the place before and after. */
const shiftsOf = (page: Page) =>
  page.evaluate<string[]>(`new Promise((told) => {
    const place = ({ x, y, width, height }) => [x, y, width, height].join(' ')
    const shifts = []
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node, previousRect, currentRect } of sources)
          shifts.push((node?.className ?? node?.textContent) + ': ' + place(previousRect) + ' -> ' + place(currentRect))
    }).observe({ type: 'layout-shift', buffered: true })
    // The observer is called after a frame, with all earlier shifts.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => told(shifts))))
  })`)

/** `reads` come one after another. `next`: what the app asks for when it has the former response. */
for (const { name, address, reads } of [
  {
    name: 'a carrier’s feed',
    address: '/carrier',
    reads: [
      { url: '/app/v1/carrier', next: '/app/v1/carrier/areas' },
      { url: '/app/v1/carrier/feed', next: null },
    ],
  },
  { name: 'a customer’s jobs', address: '/app', reads: [{ url: '/app/v1/jobs', next: null }] },
])
  test(`nothing moves when the data comes: ${name}`, async () => {
    const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
    for (const title of ['Piano', 'Wardrobe', 'Bed', 'Desk', 'Lamp']) await market.posted(customer, { title })
    const as = address === '/app' ? customer : carrier
    const viewport = { width: 412, height: 823 }
    await using window = await openApp(browser, app, { as, context: { viewport } })
    const { page } = window
    const held = new Map<string, Route>()
    const asked = new Set<string>()
    await page.route(/\/app\/v1\//, async (route) => {
      const { pathname } = new URL(route.request().url())
      asked.add(pathname)
      if (reads.some(({ url }) => url === pathname) && !held.has(pathname)) held.set(pathname, route)
      else await route.continue()
    })
    await page.goto(app.url + address, { waitUntil: 'commit' })
    await page.locator('#root [aria-busy=true]').first().waitFor()
    for (const { url, next } of reads) {
      await until(`${url} is asked for`, () => held.has(url))
      await held.get(url)?.continue()
      if (next) await until(`${url} is shown`, () => asked.has(next))
    }
    await page.getByText('Lamp').first().waitFor()
    assert.deepEqual(await shiftsOf(page), [])
  })
