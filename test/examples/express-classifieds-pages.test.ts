import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { home, orderDelivery, startScene } from '../support/classifieds-scene.ts'
import { startDray } from '../support/dray.ts'
import { installClassifieds } from '../support/express-classifieds.ts'
import { visitSite } from '../support/site-visitor.ts'

const example = await installClassifieds()
const app = await startDray()
after(async () => {
  await app[Symbol.asyncDispose]()
  await example[Symbol.asyncDispose]()
})
const options = { skip: example.missing ?? false }

test('it compiles with its own settings', options, async () => {
  const tsc = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', example.folder])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})

test('a form of another site is refused, and its cookie is not sent by one', options, async () => {
  await using scene = await startScene(app, example)
  for (const step of ['price', 'order'])
    for (const headers of [{ origin: 'https://shop.example' }, { origin: 'null' }, {}]) {
      const { status } = await scene.buyer.post(`/items/bookcase/${step}`, home, headers)
      assert.equal(status, 403)
    }
  const { headers } = await fetch(scene.site.url)
  assert.match(headers.get('set-cookie') ?? '', /^buyer=[\w-]{36}; .*HttpOnly; SameSite=Lax$/)
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'/)
  assert.equal((await orderDelivery(scene.buyer, 'bookcase')).status, 303)
})

test('behind https the cookie is only sent over it', options, async () => {
  await using scene = await startScene(app, example)
  const { headers } = await fetch(scene.site.url, { headers: { 'x-forwarded-proto': 'https' } })
  assert.match(headers.get('set-cookie') ?? '', /; Secure/)
})

test('an order is shown to its buyer only', options, async () => {
  await using scene = await startScene(app, example)
  const { location } = await orderDelivery(scene.buyer, 'bookcase')
  assert.equal((await scene.buyer.get(location)).status, 200)
  assert.equal((await visitSite(scene.site).get(location)).status, 404)
})

test('values are escaped, and files of the program are not served', options, async () => {
  await using scene = await startScene(app, example)
  const bold = '"><b>'
  const shown = [
    await scene.buyer.post('/items/bookcase/price', { address: bold, floor: bold, phone: bold }),
    await scene.buyer.post('/items/bookcase/price', { ...home, phone: bold }),
  ]
  for (const { html } of shown) assert.doesNotMatch(html, /<b>/)
  for (const file of ['/server.ts', '/package.json', '/orders.db', '/views/item.ejs', '/%2e%2e/server.ts'])
    assert.equal((await scene.buyer.get(file)).status, 404, file)
  const large = await scene.buyer.post('/items/bookcase/price', { ...home, address: 'x'.repeat(20_000) })
  assert.equal(large.status, 413)
  assert.doesNotMatch(large.html, /\.js:/, 'no stack')
})

test('the key is in no page and in no output', options, async () => {
  await using scene = await startScene(app, example)
  const { location } = await orderDelivery(scene.buyer, 'bookcase')
  const pages = ['/', '/items/bookcase', '/items/bicycle', location, '/none']
  const texts = await Promise.all(pages.map(async (page) => (await scene.buyer.get(page)).html))
  for (const text of [...texts, scene.site.output()]) assert.ok(!text.includes(scene.user.apiKey))
})

for (const [colours, desk] of [
  ['light', false],
  ['dark', true],
] as const)
  test(`a browser orders, and the pages are accessible (${colours})`, options, async () => {
    await using scene = await startScene(app, example)
    await using browser = await launchBrowser()
    await using window = await openApp(browser, scene.site, { colours, desk })
    const { page } = window
    await window.goto('/')
    await window.assertAccessible()
    await page.getByRole('link', { name: 'City bicycle' }).click()
    await page.getByLabel('Address').fill('Xyzzyqwv 12, Plugghtown Qqqq')
    await page.getByLabel('Mobile phone').fill(home.phone)
    await page.getByRole('button', { name: 'Show the delivery price' }).click()
    await page.getByRole('alert').getByRole('link').click()
    await window.assertAccessible()
    await page.getByLabel('Address').fill(home.address)
    await page.getByRole('button', { name: 'Show the delivery price' }).click()
    await page.getByRole('heading', { name: 'Delivery: €' }).waitFor()
    await window.assertAccessible()
    await page.getByRole('button', { name: 'Order the delivery' }).click()
    await page.getByRole('heading', { name: 'Your delivery' }).waitFor()
    await window.assertAccessible()
    window.assertQuiet()
  })
