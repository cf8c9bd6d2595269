import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { signInByPhone } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { newPhone } from '../support/no-secrets.ts'
import { until } from '../support/until.ts'

/* Decision 45: a page that was loaded without a session asks for nothing that only a session can have. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** Collects the paths of all requests to the API, also those of the stream. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/app/v1/')) asked.push(pathname)
  })
  return asked
}

for (const [address, heading, reads, back] of [
  ['/app', 'Sign in', [], '/app'],
  ['/app/jobs/1', 'Sign in', [], '/app/jobs/1'],
  ['/app/sign-in', 'Sign in', [], null],
  ['/carrier/jobs', 'Sign in', [], '/carrier/jobs'],
  ['/carrier', 'Earn with your vehicle', ['/app/v1/carrier-terms'], null],
] as const)
  test(`without a session ${address} asks for nothing that is refused`, async () => {
    for (const desk of [false, true]) {
      await using window = await openApp(browser, app, { desk })
      const { page } = window
      const asked = requestsOf(page)
      const faults: string[] = []
      page.on('console', (message) => faults.push(message.text()))
      await window.goto(address)
      await page.locator('#root').getByRole('heading', { name: heading, level: 1 }).waitFor()
      if (address === '/carrier') await page.getByRole('heading', { name: 'What we keep' }).waitFor()
      assert.deepEqual(asked, reads)
      assert.deepEqual(faults, [])
      assert.equal(new URL(page.url()).searchParams.get('back'), back)
    }
  })

test('a sign-in in that page leads to the list, with its data', async () => {
  await using window = await openApp(browser, app)
  await window.goto('/app')
  await signInByPhone(window, app, newPhone())
  await window.page.getByRole('heading', { name: 'Your jobs', level: 1 }).waitFor()
  await window.page.getByText('No jobs yet').waitFor()
  assert.equal(new URL(window.page.url()).pathname, '/app')
})

test('a session that another tab has begun leads on from the sign-in', async () => {
  const customer = await market.person('Ana')
  await market.posted(customer, { title: 'Oak wardrobe' })
  await using window = await openApp(browser, app)
  await window.goto('/app')
  await window.page.locator('#root input[type=tel]').waitFor()
  await window.page.context().addCookies([customer.cookie])
  const other = await window.page.context().newPage()
  await other.goto(`${app.url}/app`)
  await other.getByText('Oak wardrobe').waitFor()
  await window.page.getByText('Oak wardrobe').waitFor()
})

test('the page that a phone keeps names no session: without a connection, a person with a session stays signed in', async () => {
  const customer = await market.person('Eva')
  await market.posted(customer, { title: 'Green armchair' })
  await using window = await openApp(browser, app, { as: customer, worker: true })
  const { page } = window
  await window.goto('/app')
  await page.getByText('Green armchair').waitFor()
  await until('the service worker is in charge', () =>
    page.evaluate<boolean>(`navigator.serviceWorker.controller?.state === 'activated'`),
  )
  const kept = await page.evaluate<string>(`caches.match('/app').then((page) => page.text())`)
  assert.match(kept, /<html lang="en">/)
  assert.doesNotMatch(kept, /first-screen"/)
  await until('the list is stored', () =>
    page.evaluate<boolean>(
      `indexedDB.databases().then((all) => all.some(({ name }) => name === 'dray-kept'))`,
    ),
  )
  await page.context().setOffline(true)
  await page.goto(`${app.url}/app`)
  await page.getByText('Green armchair').waitFor()
})
