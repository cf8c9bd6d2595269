import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sharePosition } from '#contract/app/positions.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { collectedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { letPositionAge, places, positionBody } from '../support/positions.ts'
import { until } from '../support/until.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

test('decision 74: a map that the customer has moved stays where it is when the carrier drives on', async () => {
  const { app } = market
  const { customer, carrier, job_id, params } = await collectedDeal(market)
  const drive = async (to: { lat: number; lon: number }) => {
    await letPositionAge(app, job_id, 200)
    await carrier.ok(sharePosition, { params, body: positionBody(to) })
  }
  await drive(places.madrid)
  await using window = await openApp(browser, app, { as: customer, map: true })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  const map = page.getByRole('figure', { name: /^Map\. Pickup: Madrid/ })
  await map.scrollIntoViewIfNeeded()
  const end = (name: string) => map.getByRole('img', { name, exact: true })
  const placeOf = async (of: ReturnType<typeof end>) => (await of.boundingBox()) ?? { x: 0, y: 0 }
  const apart = async () => {
    const [from, to] = [await placeOf(end('Pickup: Madrid')), await placeOf(end('Drop-off: Zaragoza'))]
    return Math.round(Math.hypot(to.x - from.x, to.y - from.y))
  }
  await end('Drop-off: Zaragoza').waitFor()
  const before = await apart()
  const closer = map.getByRole('button', { name: 'Zoom in' })
  for (const times of [2, 4]) {
    await closer.click()
    await until('the map is closer', async () => (await apart()) > before * times * 0.9)
  }
  const van = map.locator('.dray-van')
  const [chosen, at] = [await apart(), await placeOf(van)]
  await drive({ lat: 40.6, lon: -3.2 })
  await until('the van has moved', async () => (await placeOf(van)).x !== at.x)
  assert.equal(await apart(), chosen)
})
