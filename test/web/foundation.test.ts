import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { servePages } from '../support/pages.ts'
import { until } from '../support/until.ts'

const app = await startDray()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const html = { accept: 'text/html', 'accept-encoding': 'identity' }
const get = (target: string, headers: Record<string, string> = html) => fetch(app.url + target, { headers })

const addresses = ['/app', '/app/jobs/1', '/carrier', '/carrier/jobs/1', '/draft/abc']

test('every URL of the app serves one page: not cached, not framed, no referrer', async () => {
  for (const address of addresses) {
    const { status, headers } = await get(address)
    assert.equal(status, 200, address)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  }
})

test('the page may request the operator’s street map and no other host', async () => {
  await using site = await servePages({ mapStyleUrl: 'https://tiles.example.test/style.json?a="1"' })
  const answer = await fetch(`${site.origin}/app`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /connect-src 'self' https:\/\/tiles\.example\.test;/)
  assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example\.test;/)
  assert.match(policy, /script-src 'self';/)
  const text = await answer.text()
  assert.match(
    text,
    /name="dray-map-style" content="https:\/\/tiles\.example\.test\/style\.json\?a=&#34;1&#34;"/,
  )
})

test('the pages of customers may load the card fields of the processor where it has them; other pages never', async () => {
  await using site = await servePages({
    cardSources: {
      scripts: ['https://js.a.test'],
      frames: ['https://f.a.test'],
      connections: ['https://c.a.test'],
    },
  })
  const policyOf = async (address: string) =>
    (await fetch(site.origin + address)).headers.get('content-security-policy') ?? ''
  for (const address of ['/app', '/app/jobs/1', '/draft/abc'])
    assert.equal(
      await policyOf(address),
      "default-src 'none'; script-src 'self' https://js.a.test; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self' https://c.a.test; frame-src https://f.a.test; worker-src 'self'; manifest-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      address,
    )
  for (const address of ['/', '/carrier', '/carrier/jobs', '/admin', '/partner', '/docs'])
    assert.doesNotMatch(await policyOf(address), /a\.test/, address)
})

test('the page is in the language of the browser and names the manifest of its area', async () => {
  const page = async (address: string, language: string) =>
    (await get(address, { ...html, 'accept-language': language })).text()
  assert.match(await page('/app', 'es'), /<html lang="es"[^>]*>[^]*href="\/app\/customer\.webmanifest"/)
  assert.match(await page('/carrier', 'en'), /<html lang="en"[^>]*>[^]*href="\/app\/carrier\.webmanifest"/)
})

test('its files are compressed before they are asked for, kept for ever, and never another than was named', async () => {
  const [script = ''] = /\/app\/assets\/[^"]+\.js/.exec(await (await get('/app')).text()) ?? []
  const plain = await get(script, { 'accept-encoding': 'identity' })
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(plain.headers.get('x-content-type-options'), 'nosniff')
  assert.match(plain.headers.get('content-type') ?? '', /javascript/)
  const text = await plain.text()
  for (const encoding of ['br', 'gzip']) {
    const compressed = await get(script, { 'accept-encoding': encoding })
    assert.equal(compressed.headers.get('content-encoding'), encoding)
    assert.equal(await compressed.text(), text)
  }
  for (const missing of ['/app/assets/none.js', '/app/assets/..%2Findex.html', '/app/assets/'])
    assert.equal((await get(missing, { accept: '*/*' })).status, 404, missing)
})

test('it can be put on a home screen: manifests, and icons of the sizes they name', async () => {
  for (const [area, start] of [
    ['customer', '/app'],
    ['carrier', '/carrier'],
  ] as const) {
    const answer = await get(`/app/${area}.webmanifest`, {})
    assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/)
    const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] }
    assert.equal(manifest.start_url, start)
    assert.equal(manifest.display, 'standalone')
    for (const { src } of manifest.icons) {
      const icon = await get(src, {})
      assert.equal(icon.headers.get('content-type'), 'image/png')
      const bytes = Buffer.from(await icon.arrayBuffer())
      assert.ok(src.includes(String(bytes.readUInt32BE(16))), src)
    }
  }
  const worker = await get('/app/sw.js', {})
  assert.equal(worker.headers.get('service-worker-allowed'), '/')
  assert.equal(worker.headers.get('cache-control'), 'no-cache')
  assert.doesNotMatch(await worker.text(), /__SHELL/)
})

test('an unknown path of the API is a JSON error, not the page of the app', async () => {
  const answer = await get('/app/v1/nothing', { accept: '*/*' })
  assert.equal(answer.status, 404)
  assert.equal(((await answer.json()) as { error: string }).error, 'not_found')
})

test('a server whose app was not built says how to build it, and all else works', async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'dray-no-dist-'))
  await using site = await servePages({ webDist: empty })
  for (const address of addresses) {
    const answer = await fetch(site.origin + address)
    assert.equal(answer.status, 503, address)
    assert.match(await answer.text(), /npm run build/)
  }
  assert.equal((await fetch(site.origin)).status, 200)
  await rm(empty, { recursive: true })
})

for (const look of [
  { language: 'en', colours: 'light', desk: true, title: 'There is nothing here' },
  { language: 'es', colours: 'dark', desk: false, title: 'Aquí no hay nada' },
] as const) {
  test(`a page that does not exist has a screen that everybody can use: ${look.language}, ${look.colours}`, async () => {
    await using window = await openApp(browser, app, look)
    await window.goto('/app/nope')
    await window.page.getByRole('heading', { name: look.title, level: 1 }).waitFor()
    assert.equal(await window.page.getAttribute('html', 'lang'), look.language)
    await window.assertAccessible()
    window.assertQuiet()
  })
}

test('the language chosen here comes before that of the browser, and ?lang= before both', async () => {
  await using window = await openApp(browser, app, { language: 'en' })
  await window.goto('/app/nope')
  await window.page.evaluate(`localStorage.setItem('dray.language', 'es')`)
  await window.page.reload()
  await window.page.getByRole('heading', { name: 'Aquí no hay nada', level: 1 }).waitFor()
  assert.equal(await window.page.getAttribute('html', 'lang'), 'es')
  await window.goto('/app/nope?lang=en')
  await window.page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
  assert.equal(await window.page.getAttribute('html', 'lang'), 'en')
})

const colourOfPage = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')

test('the colour scheme follows the device', async () => {
  await using window = await openApp(browser, app, { colours: 'dark' })
  await window.goto('/app/nope')
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await colourOfPage(window.page), 'rgb(15, 21, 19)')
  await window.page.emulateMedia({ colorScheme: 'light' })
  await until('it is day', async () => (await colourOfPage(window.page)) === 'rgb(246, 245, 241)')
})

test('the phone number of the link leaves the address bar before anything is asked for, and is not sent again', async () => {
  await using window = await openApp(browser, app)
  const asked: string[] = []
  window.page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await window.goto('/draft/abc?phone=%2B34612345678&utm_source=sms')
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(window.page.url(), `${app.url}/draft/abc`)
  assert.equal(await window.page.evaluate(`sessionStorage.getItem('dray.draft-phone')`), '+34612345678')
  await window.page.reload()
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(
    asked.slice(1).filter((request) => /612345678/.test(request)),
    [],
  )
  window.assertQuiet()
})

test('a text that is not a phone number is not kept', async () => {
  await using window = await openApp(browser, app)
  for (const phone of ['34612345678', 'javascript:alert(1)', '%2B0123456789', '']) {
    await window.goto(`/draft/abc?phone=${phone}`)
    await window.page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await window.page.evaluate(`sessionStorage.getItem('dray.draft-phone')`), null)
    assert.equal(window.page.url(), `${app.url}/draft/abc`)
  }
})

/** The worker has put everything away and answers for this page. */
const savedOnPhone = (page: Page) =>
  until('the service worker is in charge', () =>
    page.evaluate<boolean>(`navigator.serviceWorker.controller?.state === 'activated'`),
  )

test('without a connection the app still opens, at any address, and says so', async () => {
  await using window = await openApp(browser, app, { worker: true })
  const { page } = window
  await window.goto('/app/nope')
  await savedOnPhone(page)
  await page.context().setOffline(true)
  for (const address of ['/app/nope', '/carrier/nope', '/app/nope?phone=%2B34612345678']) {
    await page.goto(app.url + address)
    await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
    await page.getByText('You are offline. What you see may be out of date.').waitFor()
  }
  await page.context().setOffline(false)
  await page.getByText('You are offline. What you see may be out of date.').waitFor({ state: 'detached' })
})

test('the service worker stores only files of the app and two empty pages, no response and no link', async () => {
  await using window = await openApp(browser, app, { worker: true })
  const { page } = window
  await window.goto('/app/nope')
  await savedOnPhone(page)
  await page.goto(`${app.url}/draft/abc?phone=%2B34612345678`)
  await page.evaluate(`fetch('/app/v1/me').then((answer) => answer.text())`)
  const kept = await page.evaluate<string[]>(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname + new URL(url).search))`,
  )
  assert.ok(kept.length > 10)
  assert.deepEqual(kept.filter((file) => !/^\/app\/assets\/[\w.-]+\.(js|css)$/.test(file)).sort(), [
    '/app',
    '/carrier',
  ])
  assert.deepEqual(
    kept.filter((file) => file.includes('maplibre')),
    [],
  )
})

test('the first screen of a draft needs less than 125 kB of script, all of it named in the page', async () => {
  const page = await (await get('/draft/abc', { ...html, 'accept-language': 'es' })).text()
  const named = [...page.matchAll(/(?:rel="modulepreload"[^>]*href|script[^>]*src)="([^"]+)"/g)]
  const scripts = new Set(named.map(([, file = '']) => file))
  const asked: string[] = []
  await using window = await openApp(browser, app, { language: 'es' })
  window.page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
  })
  await window.goto('/draft/abc')
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(
    [...scripts].filter((file) => !asked.includes(file)),
    [],
  )
  const sizes = await Promise.all(
    [...scripts].map(async (file) => {
      // HEAD, because fetch decompresses the body and the compressed length is needed.
      const answer = await fetch(app.url + file, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
      return Number(answer.headers.get('content-length'))
    }),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(sizes.length >= 3 && sizes.every((size) => size > 0), String(sizes))
  assert.ok(bytes < 125_000, `${bytes} bytes`)
})
