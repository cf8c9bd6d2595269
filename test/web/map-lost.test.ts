import test, { after } from 'node:test'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

test('DESIGN 1: a map whose code fails to load leaves the rest of the page working', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  await using window = await openApp(browser, market.app, {
    as: customer,
    map: true,
    // Without the service worker, the code comes only over the connection.
    context: { serviceWorkers: 'block' },
  })
  const { page } = window
  await page.route(/\/assets\/maplibre[^/]*\.js$/, (route) => route.abort())
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByText('Distance', { exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 600)
  await page.getByText('This device cannot show the map.').waitFor()
  await page.getByText('Calle Mayor 10, 28013 Madrid').waitFor()
  await page.getByRole('button', { name: /^Pay €\d+\.\d\d and publish$/ }).waitFor()
})
