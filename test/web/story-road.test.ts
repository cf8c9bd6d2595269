import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { sharePosition } from '#contract/app/positions.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { collectedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { places, positionBody } from '../support/positions.ts'
import { drawAll, drawMotorway, motorway } from '../support/roads.ts'
import { routeJson, startRouter } from '../support/routing-engines.ts'
import { savedIds, untilInCharge } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

/* The map on the way with its road (decision 74). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const way = ({ page }: AppPage) => page.getByRole('region', { name: 'On the way' })

/** Holds back the library of the map until `release` is called. */
async function holdMap({ page }: AppPage) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/assets\/maplibre.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const mapOf = (window: AppPage) =>
  way(window).getByRole('figure', { name: /^Map\. Pickup: Madrid\. Drop-off: Zaragoza\. Carrier\.$/ })

for (const colours of ['light', 'dark'] as const) {
  test(`decision 74: the map comes first, and a sketch with both ends, the road and the van is there before its library: ${colours}`, async () => {
    const deal = await collectedDeal(market)
    await drawMotorway(app)
    await deal.carrier.ok(sharePosition, { params: deal.params, body: positionBody(places.medinaceli) })
    await using customer = await openApp(browser, app, { as: deal.customer, map: true, colours })
    const { page } = customer
    const release = await holdMap(customer)
    await customer.goto(`/app/jobs/${deal.job_id}`)
    const map = mapOf(customer)
    await map.waitFor()
    const sketch = page.locator('.dray-sketch')
    assert.deepEqual(await sketch.locator('.dray-pin').allTextContents(), ['A', 'B'])
    assert.equal(await sketch.locator('.dray-van').count(), 1)
    const { pixels, at, ...look } = await drawnLine(page)
    assert.deepEqual(look, { isDashed: false, isBelow: true })
    assert.equal(pixels.length, motorway.length)
    assert.ok(pixels.every(([x = -1, y = -1]) => x >= 0 && x <= at.width && y >= 0 && y <= at.height))
    assert.equal(await map.getByText('The dashed line is not the route.').count(), 0)
    await map.getByText('© OpenStreetMap', { exact: false }).waitFor()
    const first = await page.locator('main section').first().getAttribute('aria-label')
    assert.equal(first, 'On the way')
    const before = await map.boundingBox()
    release()
    await sketch.waitFor({ state: 'detached' })
    await map.getByRole('img', { name: 'Carrier', exact: true }).waitFor()
    assert.deepEqual(await map.boundingBox(), before, 'the page does not jump')
    await customer.assertAccessible()
    customer.assertQuiet()
  })
}

/** The line of the sketch: its pixels, whether it is dashed, and whether the pins are above it. */
const drawnLine = (page: Page) =>
  page.evaluate<{
    pixels: number[][]
    at: { width: number; height: number }
    isDashed: boolean
    isBelow: boolean
  }>(`(() => {
    const [line] = document.querySelectorAll('.dray-sketch polyline')
    const pin = document.querySelector('.dray-sketch .dray-van, .dray-sketch .dray-pin')
    const { width, height } = document.querySelector('.dray-sketch').getBoundingClientRect()
    return {
      pixels: Array.from(line.points, ({ x, y }) => [x, y]),
      at: { width, height },
      isDashed: getComputedStyle(line).strokeDasharray !== 'none',
      isBelow: Boolean(line.compareDocumentPosition(pin) & Node.DOCUMENT_POSITION_FOLLOWING),
    }
  })()`)

test('decision 74: while the router fails the line is straight and dashed, and says so; then the road is drawn in its place', async () => {
  const deal = await collectedDeal(market)
  await using failing = await startRouter('osrm', [routeJson(404, '')])
  await drawAll(app, failing.router)
  await deal.carrier.ok(sharePosition, { params: deal.params, body: positionBody(places.medinaceli) })
  await using customer = await openApp(browser, app, { as: deal.customer })
  await customer.goto(`/app/jobs/${deal.job_id}`)
  const map = mapOf(customer)
  await map.getByText('The dashed line is not the route.', { exact: false }).waitFor()
  const { pixels, isDashed } = await drawnLine(customer.page)
  assert.deepEqual([pixels.length, isDashed], [2, true])
  assert.equal(await map.getByText('OpenStreetMap', { exact: false }).count(), 0)
  await app.db.pool.query('update job_road set due_at = now() where job_id = $1', [deal.job_id])
  await drawMotorway(app)
  await map.getByText('© OpenStreetMap', { exact: false }).waitFor()
  assert.equal((await drawnLine(customer.page)).isDashed, false)
  await customer.assertAccessible()
})

test('decision 74: the carrier sees the road on the map of its job too', async () => {
  const deal = await collectedDeal(market)
  await drawMotorway(app)
  await using carrier = await openApp(browser, app, { as: deal.carrier })
  await carrier.goto(`/carrier/jobs/${deal.job_id}`)
  const map = carrier.page.getByRole('figure', { name: /^Map\. Pickup: Madrid\. Drop-off: Zaragoza\.$/ })
  await map.getByText('© OpenStreetMap', { exact: false }).waitFor()
  const { pixels, isDashed } = await drawnLine(carrier.page)
  assert.deepEqual([pixels.length, isDashed], [motorway.length, false])
})

test('decision 74: without a connection the road is there at the first paint, and no position', async () => {
  const deal = await collectedDeal(market)
  await drawMotorway(app)
  await deal.carrier.ok(sharePosition, { params: deal.params, body: positionBody(places.medinaceli) })
  await using customer = await openApp(browser, app, { as: deal.customer, worker: true })
  const { page } = customer
  await customer.goto('/app')
  await until('it is saved', async () => (await savedIds(page)).includes(deal.job_id))
  await untilInCharge(page)
  await page.context().setOffline(true)
  await page.goto(`${app.url}/app/jobs/${deal.job_id}`)
  await page.locator('.dray-sketch polyline').waitFor()
  const { pixels, isDashed } = await drawnLine(page)
  assert.deepEqual([pixels.length, isDashed], [motorway.length, false])
  assert.equal(await page.locator('.dray-van').count(), 0)
  await way(customer).getByText('Without a connection we cannot tell where', { exact: false }).waitFor()
})
