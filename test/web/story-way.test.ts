import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sharePosition } from '#contract/app/positions.ts'
import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { estimateArrivals } from '../../server/jobs/way/estimate-arrivals.ts'
import { embedded } from '../../server/routing/providers/embedded.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { collectedDeal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { letPositionAge, places, positionBody, positionsOf } from '../support/positions.ts'
import { until } from '../support/until.ts'

/* The carrier on the way, in two browsers (decision 74). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const router = embedded.connect({
  ROUTE_DETOUR_BASE: 1.2,
  ROUTE_DETOUR_EXTRA: 0.2,
  ROUTE_DETOUR_SCALE_KM: 80,
})
const estimate = () =>
  estimateArrivals({ kysely: app.db.kysely, router }, new AbortController().signal, jobsInRealTime)

const at = ({ lat, lon }: { lat: number; lon: number }) => ({ latitude: lat, longitude: lon, accuracy: 15 })
const withPosition = { geolocation: at(places.madrid), permissions: ['geolocation'] }
const way = ({ page }: AppPage) => page.getByRole('region', { name: 'On the way' })

test('decision 74: the carrier is asked once, the customer sees the van move and when it arrives, and nothing is left', async () => {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(ana, lucia)
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: lucia, context: withPosition })
  await customer.goto(`/app/jobs/${job_id}`)
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'I have collected it' }).click()
  await carrier.page.getByRole('dialog').getByRole('button', { name: 'Yes, I have it' }).click()

  await way(customer).getByText('Lucía does not share a position right now.').waitFor()
  await way(customer)
    .getByText(/Collected at \d\d:\d\d\. We expect the arrival between/)
    .waitFor()
  await customer.assertAccessible()

  const question = carrier.page.getByRole('region', { name: 'Show the customer where you are?' })
  await question.getByText('Only this customer sees your position', { exact: false }).waitFor()
  await carrier.assertAccessible()
  assert.deepEqual(await positionsOf(app, job_id), [], 'nothing before the answer')
  await question.getByRole('button', { name: 'Share my position' }).click()
  const chip = carrier.page.getByText('You share your position with the customer.')
  await chip.waitFor()
  await carrier.assertAccessible()

  await way(customer).getByText('Position from just now.').waitFor()
  assert.equal(await way(customer).locator('.dray-van[data-old]').count(), 0)
  await estimate()
  await way(customer)
    .getByText(/Arrives around \d\d:\d\d, in about 4 h/)
    .waitFor()
  await customer.assertAccessible()

  // On another screen of the app it goes on.
  await carrier.page.getByRole('link', { name: 'My jobs' }).click()
  await chip.waitFor()
  await letPositionAge(app, job_id, 200)
  await carrier.page.context().setGeolocation(at(places.zaragoza))
  await until(
    'the new position is stored',
    async () => (await positionsOf(app, job_id))[0]?.lat === places.zaragoza.lat,
  )
  await estimate()
  assert.ok((await noticesTo(app, ana.accountId, job_id)).includes('carrier_arriving'))
  await way(customer)
    .getByText(/in about \d+ min|about to arrive/)
    .waitFor()

  await carrier.page.getByRole('button', { name: 'Stop', exact: true }).click()
  await chip.waitFor({ state: 'hidden' })
  await way(customer).getByText('Lucía does not share a position right now.').waitFor()
  await until('it is deleted', async () => (await positionsOf(app, job_id)).length === 0)
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'Share my position with the customer' }).waitFor()
  assert.equal(await question.count(), 0, 'asked once')
  customer.assertQuiet()
  carrier.assertQuiet()
})

test('decision 74: a browser that gives no position says so, and what to do', async () => {
  const deal = await collectedDeal(market)
  await using carrier = await openApp(browser, app, { as: deal.carrier, language: 'es' })
  await carrier.goto(`/carrier/jobs/${deal.job_id}`)
  await carrier.page.getByRole('button', { name: 'Compartir mi posición' }).click()
  await carrier.page.getByText('El navegador no nos da tu posición.', { exact: false }).waitFor()
  await carrier.page.getByRole('button', { name: 'Volver a intentarlo' }).waitFor()
  await carrier.assertAccessible()
  assert.deepEqual(await positionsOf(app, deal.job_id), [])
})

test('decision 74: an old position says so plainly, without an arrival', async () => {
  const deal = await collectedDeal(market)
  await deal.carrier.ok(sharePosition, { params: deal.params, body: positionBody() })
  await estimate()
  await letPositionAge(app, deal.job_id, 900)
  await using customer = await openApp(browser, app, { as: deal.customer, language: 'es', colours: 'dark' })
  await customer.goto(`/app/jobs/${deal.job_id}`)
  const region = customer.page.getByRole('region', { name: 'En camino' })
  await region.getByText('La última posición es de hace 15 minutos', { exact: false }).waitFor()
  await region.locator('.dray-van[data-old]').first().waitFor()
  assert.equal(await region.getByText(/Llega/).count(), 0)
  await customer.assertAccessible()
})

/** A device whose place the test says, and the requests about positions of its page in order. */
const saidPlace = `
  const watched = (globalThis.watched = {})
  Object.assign(navigator.geolocation, {
    watchPosition: (found) => { watched.found = found; return 1 },
    clearWatch: () => { watched.isOver = true },
    getCurrentPosition: (found) => { watched.found = found },
  })
  const positions = (globalThis.positions = [])
  const send = globalThis.fetch
  globalThis.fetch = (url, how = {}) => {
    if (String(url).endsWith('/position')) {
      positions.push(how.method)
      how.signal?.addEventListener('abort', () => positions.push(how.method + ' aborted'))
    }
    return send(url, how)
  }
  globalThis.say = (latitude) => watched.found({
    coords: { latitude, longitude: -3.7, accuracy: 15 },
    timestamp: Date.now(),
  })`

async function sharingCarrier() {
  const deal = await collectedDeal(market)
  const window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  await page.addInitScript({ content: saidPlace })
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  await page.getByRole('button', { name: 'Share my position', exact: true }).click()
  await page.getByText('You share your position with the customer.').waitFor()
  return { window, page }
}

test('decision 74: a place that the device finds after the screen was left is not sent', async () => {
  const { window, page } = await sharingCarrier()
  await using _ = window
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('link', { name: 'My data and my account' }).click()
  await until('the device is not watched', () => page.evaluate<boolean>('watched.isOver === true'))
  await page.evaluate('say(40.4)')
  assert.deepEqual(await page.evaluate('positions'), [])
})

test('decision 74: a stop ends the report on its way before the positions are deleted', async () => {
  const { window, page } = await sharingCarrier()
  await using _ = window
  await page.route(/\/position$/, (route) =>
    route.request().method() === 'DELETE' ? route.continue() : new Promise(() => {}),
  )
  await page.evaluate('say(40.4)')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await until('it is deleted', () => page.evaluate<boolean>(`positions.includes('DELETE')`))
  assert.deepEqual(await page.evaluate('positions'), ['PUT', 'PUT aborted', 'DELETE'])
})
