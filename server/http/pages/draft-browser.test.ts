import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchBrowser, watch } from '../../../test/support/browser.ts'
import { servePages } from '../../../test/support/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const stores = {
  appStoreUrl: 'https://apps.example.test/dray',
  playStoreUrl: 'https://play.example.test/dray',
}
const link = '/draft/abc?phone=%2B34612345678'
const openHref = `document.getElementById('open').href`

async function open(origin: string, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  const faults = watch(page, origin)
  await page.goto(origin + address)
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

test('the phone leaves the address bar at once and goes into the deep link, exactly as the spec writes it', async () => {
  await using site = await servePages({ stores })
  await using tab = await open(site.origin, link)
  assert.equal(tab.page.url(), `${site.origin}/draft/abc`)
  assert.equal(await tab.page.evaluate(openHref), 'dray://draft/abc?phone=%2B34612345678')
  assert.doesNotMatch(await tab.page.innerText('body'), /612345678/)
  assert.deepEqual(tab.faults, [])
})

test('a reload and a change of language keep the phone, and the server never sees it again', async () => {
  await using site = await servePages({ stores })
  await using tab = await open(site.origin, link)
  const asked: string[] = []
  tab.page.on('request', (request) => asked.push(request.url()))
  await tab.page.reload()
  assert.equal(await tab.page.evaluate(openHref), 'dray://draft/abc?phone=%2B34612345678')
  await tab.page.click('summary')
  await tab.page.click('text=Español')
  await tab.page.waitForURL(/lang=es$/)
  assert.equal(tab.page.url(), `${site.origin}/draft/abc?lang=es`)
  assert.equal(await tab.page.getAttribute('html', 'lang'), 'es')
  assert.equal(await tab.page.evaluate(openHref), 'dray://draft/abc?phone=%2B34612345678')
  // The part after # is never sent, but the driver reports it.
  assert.doesNotMatch(asked.map((url) => url.split('#')[0]).join(), /612345678/)
  assert.deepEqual(tab.faults, [])
})

test('a text that is not a phone number does not reach the deep link', async () => {
  await using site = await servePages({ stores })
  for (const phone of ['javascript:alert(1)', '34612345678', '%2B0123456789', '%2B34612345678%26x=1', '']) {
    await using tab = await open(site.origin, `/draft/abc?phone=${phone}&utm=1`)
    assert.equal(await tab.page.evaluate(openHref), 'dray://draft/abc')
    assert.equal(tab.page.url(), `${site.origin}/draft/abc`)
  }
  await using unencoded = await open(site.origin, '/draft/abc?phone=+34612345678')
  assert.equal(await unencoded.page.evaluate(openHref), 'dray://draft/abc?phone=%2B34612345678')
})

test('the deep link uses the configured scheme, and nothing opens by itself', async () => {
  await using site = await servePages({ stores, appScheme: 'acme+app' })
  await using tab = await open(site.origin, link)
  assert.equal(await tab.page.evaluate(openHref), 'acme+app://draft/abc?phone=%2B34612345678')
  await tab.page.waitForTimeout(300)
  assert.equal(tab.page.url(), `${site.origin}/draft/abc`)
  assert.equal(await tab.page.isVisible('#not-opened'), false)
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

test('a phone is shown its own store; a tap that opens no app leads there, without the phone number', async () => {
  await using site = await servePages({ stores })
  for (const [userAgent, own, other, storeUrl] of [
    [iPhone, 'apple', 'android', stores.appStoreUrl],
    [android, 'android', 'apple', stores.playStoreUrl],
  ] as const) {
    await using tab = await open(site.origin, link, { userAgent, hasTouch: true, isMobile: true })
    assert.equal(await tab.page.isVisible(`[data-store=${own}]`), true)
    assert.equal(await tab.page.isVisible(`[data-store=${other}]`), false)
    // Answered here, so no request leaves the machine.
    const visit = Promise.withResolvers<{ url: string; referer: string | undefined }>()
    await tab.page.route('https://*.example.test/**', async (route) => {
      visit.resolve({ url: route.request().url(), referer: route.request().headers().referer })
      await route.fulfill({ body: 'The store' })
    })
    await tab.page.tap('#open')
    assert.deepEqual(await visit.promise, { url: storeUrl, referer: undefined })
  }
})

test('without an app store page, a tap on a phone without the app shows the next step', async () => {
  await using site = await servePages({ stores: { ...stores, playStoreUrl: null } })
  await using tab = await open(site.origin, link, { userAgent: android, hasTouch: true, isMobile: true })
  await tab.page.tap('#open')
  await tab.page.waitForSelector('#not-opened:visible')
  assert.match(await tab.page.innerText('#not-opened'), /Install it, then tap the link in the text again/)
  assert.equal(tab.page.url(), `${site.origin}/draft/abc`)
})

test('without scripts the page is complete, and the button leads to the next step', async () => {
  await using site = await servePages({ stores })
  await using tab = await open(site.origin, `${link}&lang=es`, { javaScriptEnabled: false })
  assert.equal(await tab.page.getAttribute('#open', 'href'), '#no-app')
  assert.match(await tab.page.innerText('noscript p'), /tiene los scripts desactivados/)
  assert.equal(await tab.page.isVisible('text=El importe solo se retiene'), true)
  assert.equal(await tab.page.isVisible('[data-store=apple]'), true)
  assert.equal(await tab.page.isVisible('[data-store=android]'), true)
})

test('everything to tap is at least 44 pixels high', async () => {
  await using site = await servePages({ stores })
  await using tab = await open(site.origin, link, { hasTouch: true, isMobile: true })
  const heights = await tab.page.$$eval('a:not(.skip)', (links) =>
    links.map((a) => a.getBoundingClientRect().height),
  )
  assert.ok(heights.length >= 5)
  for (const height of heights) assert.ok(height >= 44, `${height} px`)
})

test('a person who continues in the browser sends the phone number to the server only once', async () => {
  await using site = await servePages({ stores })
  await using tab = await open(site.origin, link)
  const asked: string[] = []
  tab.page.on('request', (request) => asked.push(request.url().split('#')[0] ?? ''))
  await tab.page.getByRole('link', { name: 'Or continue in the browser' }).click()
  await tab.page.waitForURL('**/app/draft/abc')
  assert.equal(await tab.page.evaluate(`sessionStorage.getItem('dray.draft-phone')`), '+34612345678')
  assert.doesNotMatch(asked.join(), /612345678/)
})
