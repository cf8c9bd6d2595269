import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Market, openMarket } from '../support/market.ts'

const styleUrl = 'https://tiles.example.test/style.json'
const market = await openMarket()
const styled = await openMarket({ MAP_STYLE_URL: styleUrl })
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await styled[Symbol.asyncDispose]()
})

/** A customer's draft on the screen, scrolled to where its map is. */
async function openTrip(
  market: Market,
  options: AppPageOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const customer = await market.person()
  const { job_id } = await market.draft(customer)
  const window = await openApp(browser, market.app, { ...options, as: customer, map: true })
  await prepare(window.page)
  await window.goto(`/app/jobs/${job_id}`)
  const map = window.page.getByRole('figure', { name: /^Map\. Pickup: Madrid\. Drop-off: Zaragoza\.$/ })
  // Downloaded for who scrolls to it.
  await window.page.getByText('Madrid').first().waitFor()
  await window.page.keyboard.press('End')
  await map.waitFor()
  await map.scrollIntoViewIfNeeded()
  return { ...window, map }
}

for (const colours of ['light', 'dark'] as const) {
  test(`the map loads only files of this server, and has a text alternative: ${colours}`, async () => {
    const files: string[] = []
    await using window = await openTrip(market, { colours }, async (page) => {
      page.on('response', (answer) => files.push(new URL(answer.url()).pathname))
    })
    await window.map.getByRole('img', { name: 'Pickup: Madrid', exact: true }).waitFor()
    await window.map.getByRole('img', { name: 'Drop-off: Zaragoza', exact: true }).waitFor()
    await window.map.getByText('Natural Earth, GeoNames').waitFor()
    for (const part of [/maplibre\..*\.js$/, /maplibre-gl-worker/, /map-countries/, /map-towns/])
      assert.ok(
        files.some((file) => part.test(file)),
        String(part),
      )
    await window.assertAccessible()
    window.assertQuiet()
  })
}

test('a device without WebGL gets a text instead of the map', async () => {
  await using window = await openTrip(market, {}, (page) =>
    page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null'),
  )
  await window.map.getByText('This device cannot show the map').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

const street = {
  version: 8,
  sources: {
    streets: {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      attribution: 'Streets by Example',
    },
  },
  layers: [
    { id: 'paper', type: 'background', paint: { 'background-color': '#ffffff' } },
    { id: 'streets', type: 'line', source: 'streets' },
  ],
}

test("with MAP_STYLE_URL the operator's map is drawn, with its credits", async () => {
  await using window = await openTrip(styled, {}, (page) =>
    page.route(styleUrl, (route) =>
      route.fulfill({ json: street, headers: { 'access-control-allow-origin': '*' } }),
    ),
  )
  await window.map.getByText('Streets by Example').waitFor()
  await window.map.getByRole('img', { name: 'Pickup: Madrid', exact: true }).waitFor()
  assert.equal(await window.map.getByText('GeoNames').count(), 0)
})

test('without the operator’s map the built-in map is drawn', async () => {
  await using window = await openTrip(styled, {}, (page) => page.route(styleUrl, (route) => route.abort()))
  await window.map.getByRole('img', { name: 'Pickup: Madrid', exact: true }).waitFor()
  await window.map.getByText('Natural Earth, GeoNames').waitFor()
})
