import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { axeViolations } from '../../../test/support/axe.ts'
import { launchBrowser, watch } from '../../../test/support/browser.ts'
import { servePages } from '../../../test/support/pages.ts'

const stores = {
  appStoreUrl: 'https://apps.example.test/dray',
  playStoreUrl: 'https://play.example.test/dray',
}
const screens = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

const site = await servePages({ stores })
let browser: Browser
let pages: Page[]
before(async () => {
  browser = await launchBrowser()
  // Without animations a change of colours is immediate.
  const contexts = screens.map((screen) => browser.newContext({ ...screen, reducedMotion: 'reduce' }))
  pages = await Promise.all(contexts.map(async (context) => (await context).newPage()))
})
after(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

/** Opens a page with a phone's screen by day and a desktop's by night; any browser error fails the test. */
async function onEveryScreen(address: string, look: (page: Page) => Promise<void>) {
  for (const page of pages) {
    const faults = watch(page, site.origin)
    await page.goto(site.origin + address)
    await look(page)
    page.removeAllListeners()
    // Chromium reports every failed load, also that of the page that should not exist.
    assert.deepEqual(
      faults.filter((fault) => !/status of 404/.test(fault)),
      [],
    )
  }
}

const assertUsable = async (page: Page) => assert.deepEqual(await axeViolations(page, { practice: true }), [])

const addresses = [
  '/draft/abc?phone=%2B34612345678',
  '/draft/abc?lang=es',
  '/',
  '/?lang=es',
  '/?lang=de',
  '/docs',
  '/docs/es/create',
  '/docs/prices',
  '/docs/errors',
  '/docs/es/sandbox',
  '/docs/going-live',
]

for (const address of addresses) {
  test(`${address}: accessible, no request to other hosts, no violation of the policy`, async () => {
    await onEveryScreen(address, async (page) => {
      await assertUsable(page)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    })
  })
}

test('the 404 page is accessible', async () => {
  await onEveryScreen('/nothing', assertUsable)
})

test('the first page is for customers and carriers, with one line for developers', async () => {
  await using site = await servePages()
  for (const [language, guide] of [
    ['en', '/docs'],
    ['es', '/docs/es'],
  ]) {
    const home = await (await fetch(`${site.origin}/?lang=${language}`)).text()
    const ways = [...home.matchAll(/<a class="card way" href="([^"]+)"/g)].map(([, href]) => href)
    assert.deepEqual(ways, ['/app', '/carrier', '/help'])
    const [, developers = ''] = /<p class="developers">(.*)<\/p>/.exec(home) ?? []
    const links = [...developers.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    assert.deepEqual(links, [guide, `${guide}/reference`, '/health/ready'])
  }
})

test('by night the pages are dark, and the checks above have seen them so', async () => {
  const backgrounds: unknown[] = []
  await onEveryScreen('/', async (page) => {
    backgrounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
  })
  assert.deepEqual(backgrounds, ['rgb(246, 245, 241)', 'rgb(15, 21, 19)'])
})

test('the samples have tabs, one choice counts everywhere, and a copy is the sample', async () => {
  await using site = await servePages()
  await using context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${site.origin}/docs/status`)
  await page.click('[role=tab]:text-is("Python (urllib)") >> nth=0')
  const shown = await page.$$eval('.samples:has([role=tab]) .sample:not([hidden])', (all) =>
    all.map((sample) => (sample as unknown as { dataset: { name: string } }).dataset.name),
  )
  assert.equal(shown.length, 2)
  assert.deepEqual([...new Set(shown)], ['Python (urllib)'])
  // The choice counts on the next page too.
  await page.goto(`${site.origin}/docs`)
  assert.equal(await page.textContent('[role=tab][aria-selected=true]'), 'Python (urllib)')
  await page.click('.copy >> nth=0')
  const copied = await page.evaluate('navigator.clipboard.readText()')
  assert.match(String(copied), /^import json\n[^]+https:\/\/api\.example\.test\/v1\/pricing\/estimate/)
})

test('an unknown path is a page for browsers and not_found for programs', async () => {
  await using site = await servePages()
  const page = await fetch(`${site.origin}/nothing`, {
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'es' },
  })
  assert.equal(page.status, 404)
  assert.match(await page.text(), /Aquí no hay nada/)
  const program = await fetch(`${site.origin}/nothing`, { headers: { accept: '*/*' } })
  assert.equal(program.status, 404)
  assert.equal(((await program.json()) as { error: string }).error, 'not_found')
})

test('an unknown path of the documentation is a page with its search, in the language of the path', async () => {
  await using site = await servePages()
  for (const [path, words, guide] of [
    ['/docs/nothing', 'There is no such page', '/docs'],
    ['/docs/es/nada', 'Esta página no existe', '/docs/es'],
  ] as const) {
    const page = await fetch(site.origin + path, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 404)
    const html = await page.text()
    assert.ok(html.includes(words))
    assert.ok(html.includes(`data-index="${guide}/search.json"`))
    assert.ok(html.includes(`<a class="button plain" href="${guide}">`))
  }
})
