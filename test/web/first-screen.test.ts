import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { shownPhone } from '../../web/src/kit/phone-number.ts'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { signInByPhone } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { until } from '../support/until.ts'

const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const link = '/draft/abc?phone=%2B34612345678'
const html = { accept: 'text/html', 'accept-encoding': 'identity' }
const pageOf = async (headers: Record<string, string> = {}) =>
  (await fetch(app.url + link, { headers: { ...html, ...headers } })).text()

/** Opens the draft page and holds the app back; `arrive` lets it come. */
async function openEarly(options: AppPageOptions & { address?: string } = {}) {
  const window = await openApp(browser, app, options)
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  await window.page.route(/\/app\/assets\/index\.[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await window.page.goto(app.url + (options.address ?? link), { waitUntil: 'commit' })
  return { ...window, arrive, [Symbol.asyncDispose]: window[Symbol.asyncDispose] }
}

const early = (page: Page) => page.locator('#first-screen input[type=tel]')
const field = (page: Page) => page.locator('#root input[type=tel]')

test('the page of a draft has its first screen before any script of the app, for everybody without a session', async () => {
  const page = await pageOf({ 'accept-language': 'es' })
  assert.match(page, /<h1[^>]*>Tu encargo está casi listo<\/h1>/)
  assert.match(page, /<input[^>]*type="tel"/)
  assert.doesNotMatch(page, / style=|<style|\son\w+=/)
  assert.doesNotMatch(page, /612345678/)
  const signedIn = await pageOf({ cookie: '__Host-dray_session=any' })
  assert.doesNotMatch(signedIn, /first-screen"|type="tel"/)
})

for (const [language, colours] of [
  ['en', 'light'],
  ['es', 'dark'],
] as const)
  test(`the first screen is prefilled, accessible and quiet before the app has come: ${language}, ${colours}`, async () => {
    await using window = await openEarly({ language, colours })
    const { page, arrive } = window
    await early(page).and(page.locator(':enabled')).waitFor()
    assert.equal((await early(page).inputValue()).replaceAll(/\s/g, ''), '+34612345678')
    assert.equal(page.url(), `${app.url}/draft/abc`)
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      colours === 'dark' ? 'rgb(15, 21, 19)' : 'rgb(246, 245, 241)',
    )
    await window.assertAccessible()
    arrive()
    await field(page).waitFor()
    assert.equal(await page.locator('#first-screen').count(), 0)
    window.assertQuiet()
  })

for (const { address, desk } of [
  { address: link, desk: false },
  { address: link, desk: true },
  { address: '/app', desk: false },
  { address: '/app', desk: true },
  { address: '/carrier', desk: false },
])
  test(`nothing moves when the app takes over: ${address}, ${desk ? 'on a desk' : 'on a phone'}`, async () => {
    await using window = await openEarly({ desk, address })
    const { page, arrive } = window
    // The welcome of carriers before its data.
    await page.route('**/app/v1/carrier-terms', () => {})
    // Text has its final width only in the app's font.
    const places = (root: string) =>
      page.evaluate<unknown[]>(
        `document.fonts.ready.then(() => [...document.querySelectorAll('${root} :is(h1, h2, p, label, select, input[type=tel], button, .dray-foot a)')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect()
          return [part.textContent, x, y, width, height]
        }))`,
      )
    await page.locator('#first-screen h1').waitFor()
    // The browser shows nothing before them, but tells where things would be.
    await until('the style sheets have come', () =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)`,
      ),
    )
    const before = await places('#first-screen')
    arrive()
    await page.locator('#root h1').waitFor()
    assert.ok(before.length >= 7, String(before.length))
    assert.deepEqual(await places('#root'), before)
  })

for (const address of ['/draft/abc', '/app']) {
  test(`a number typed before the app has come stays, with the cursor: ${address}`, async () => {
    await using window = await openEarly({ address })
    const { page, arrive } = window
    await early(page).click()
    await early(page).pressSequentially('612 345 67')
    await early(page).press('ArrowLeft')
    arrive()
    await field(page).waitFor()
    await page.keyboard.type('9')
    assert.equal(await field(page).inputValue(), '+34 612 345 697')
  })

  test(`a form sent before the app has come is sent when it has: ${address}`, async () => {
    const phone = newPhone()
    await using window = await openEarly({ address })
    const { page, arrive } = window
    await early(page).fill(phone.slice(3))
    await page.locator('#first-screen').getByRole('button', { name: 'Text me a code' }).click()
    arrive()
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await page.getByText(shownPhone(phone)).waitFor()
    window.assertQuiet()
  })
}

test('a language chosen before the app has come is the language of the app', async () => {
  await using window = await openEarly()
  const { page, arrive } = window
  await page.locator('#first-screen').getByLabel('Language').selectOption('Español')
  arrive()
  await page.getByRole('heading', { name: 'Tu encargo está casi listo', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'es')
})

test('the first screen needs no router: after the sign-in it is loaded, and a page that could not load it loads again', async () => {
  const partner = await app.partner()
  for (const isLost of [false, true]) {
    const { body } = await partner.create({ customer_phone: newPhone(), title: 'Oak wardrobe' })
    const { pathname, search } = new URL(body.deep_link_url.replace(/^\w+:\/\//, 'https://x/'))
    await using window = await openApp(browser, app)
    const { page } = window
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await page.route(/\/app\/assets\/router\.[\w-]+\.js$/, (route) =>
      isLost && loads === 1 ? route.abort() : route.continue(),
    )
    await window.goto(pathname + search)
    await signInByPhone(window, app)
    await page.getByText('Oak wardrobe').waitFor()
    assert.match(page.url(), /\/app\/jobs\/[\w-]+$/)
    assert.equal(loads, isLost ? 2 : 1)
  }
})

test('a first screen that throws says so, and offers to load the page again', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await page.route(/\/app\/assets\/signed-out-draft\.[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const SignedOutDraft = () => { throw new Error('broken') }`,
    }),
  )
  await page.goto(app.url + link)
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await window.assertAccessible()
})

test('a person with another language or a code in hand does not see the first screen of the page', async () => {
  for (const stored of [
    `localStorage.setItem('dray.language', 'es')`,
    `sessionStorage.setItem('dray.challenge', JSON.stringify({ id: 'x', phone: '+34612345678', expiresAt: Date.now() + 60_000, resendAt: 0 }))`,
  ]) {
    await using window = await openApp(browser, app)
    const { page } = window
    await page.addInitScript(stored)
    await page.addInitScript(`
      new MutationObserver(() => {
        if (document.querySelector('#first-screen input')?.checkVisibility() && document.readyState !== 'loading')
          window.seen = true
      }).observe(document, { childList: true, subtree: true })`)
    await window.goto('/draft/abc')
    await page.locator('#root h1').waitFor()
    assert.equal(await page.evaluate('window.seen ?? false'), false)
  }
})

test('without scripts a page says that it needs them, and shows no form and no cards that stay empty', async () => {
  await using window = await openApp(browser, app, { context: { javaScriptEnabled: false } })
  const { page } = window
  const lines = async () => (await page.locator('body').innerText()).split('\n').filter(Boolean)
  await page.context().addCookies([{ name: 'dray_session', value: 'x', url: app.url }])
  for (const [path, screen] of [
    ['/app', 'jobs'],
    ['/carrier', 'feed'],
    ['/draft/abc', 'draft'],
  ] as const) {
    if (screen === 'draft') await page.context().clearCookies()
    await window.goto(path)
    const said = page.locator('noscript p')
    await said.waitFor()
    assert.equal(await page.locator(`#first-screen[data-screen=${screen}]`).count(), 1)
    assert.deepEqual(await lines(), [await said.innerText()], path)
    const padding = await page.evaluate(`getComputedStyle(document.querySelector('noscript p')).paddingLeft`)
    assert.equal(padding, '16px', 'not at the edge')
  }
})
