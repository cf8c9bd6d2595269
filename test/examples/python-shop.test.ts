import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { closedPort } from '../support/local-server.ts'
import { pythonMissing } from '../support/python.ts'
import { type PythonShop, startPythonShop } from '../support/python-shop.ts'
import { inSandbox } from '../support/sandbox.ts'

const options = { skip: pythonMissing }
const app = await startDray()
const partner = await app.partner({ mode: 'test' })
let shop: PythonShop
let browser: Browser
before(async () => {
  if (pythonMissing) return
  shop = await startPythonShop({ url: app.url, apiKey: partner.apiKey })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const delivery = { address: 'Calle de Alfonso I 5,\n50003 Zaragoza', floor: '2' }
const phone = '+34 612 345 678'
const nowhere = 'Xyzzyqwv 12, Plugghtown Qqqq'

type Shown = { status: number; html: string; location: string | null }

async function post(path: string, fields: Record<string, string>, at = shop): Promise<Shown> {
  const response = await fetch(at.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const { status, headers } = response
  return { status, html: await response.text(), location: headers.get('location') }
}

const get = async (path: string): Promise<string> => (await fetch(shop.url + path)).text()

/** The number that the form of a page holds for the order. */
const numberIn = ({ html }: Shown): string => /name="order" value="([\w-]+)"/.exec(html)?.[1] ?? ''

const countJobs = async (number: string): Promise<number> => {
  const { rowCount } = await app.db.pool.query('select from job where external_reference = $1', [number])
  return rowCount ?? 0
}

/** Orders as a customer does: first the price, then the button. */
async function order(): Promise<{ fields: Record<string, string>; path: string }> {
  const priced = await post('/price', delivery)
  const fields = { ...delivery, phone, order: numberIn(priced) }
  const { status, location } = await post('/order', fields)
  assert.equal(status, 303)
  return { fields, path: location ?? '' }
}

test('the delivery price is shown before the order, with the disclaimer', options, async () => {
  const trip = { pickup: { address: 'Calle Mayor 10, 28013 Madrid' }, size: 'M' as const }
  const dropoff = { address: 'Calle de Alfonso I 5, 50003 Zaragoza', floor: 2 }
  const { body } = await partner.estimate({ ...trip, dropoff })
  const { status, html } = await post('/price', delivery)
  assert.equal(status, 200)
  assert.ok(html.includes(`Delivery: ${body.total_customer_pays_eur} €`))
  assert.ok(html.includes(body.disclaimer))
})

test(
  'an order becomes a job with the order number as its reference, and shows state and link',
  options,
  async () => {
    const { fields, path } = await order()
    const { order: number = '' } = fields
    assert.equal(path, `/orders/${number}`)
    const page = await get(path)
    assert.match(page, /Waiting for you/)
    assert.match(page, /href="https?:\/\/[^"]+\/draft\/\w{14}\?phone=%2B34612345678"/)
    assert.equal(await countJobs(number), 1)
  },
)

test('an order that is sent twice is one job', options, async () => {
  const { fields, path } = await order()
  const again = await Promise.all([post('/order', fields), post('/order', fields)])
  assert.deepEqual(
    again.map(({ location }) => location),
    [path, path],
  )
  assert.equal(await countJobs(fields['order'] ?? ''), 1)
  const priced = await post('/price', delivery)
  const twice = { ...delivery, phone, order: numberIn(priced) }
  const both = await Promise.all([post('/order', twice), post('/order', twice)])
  assert.deepEqual(new Set(both.map(({ location }) => location)).size, 1)
  assert.equal(await countJobs(twice.order), 1)
})

test('an address that is not found is named at its field, and nothing is ordered', options, async () => {
  const refused = await post('/price', { ...delivery, address: nowhere })
  assert.equal(refused.status, 422)
  assert.match(
    refused.html,
    /id="address" name="address" aria-describedby="address-hint address-error" aria-invalid="true"/,
  )
  assert.match(refused.html, /aria-describedby="floor-hint floor-error" aria-invalid="false"/)
  assert.match(refused.html, /id="address-error">We do not know “Plugghtown Qqqq”/)
  assert.ok(refused.html.includes(`>${nowhere}</textarea>`), 'what was written stays')
  const number = numberIn(refused)
  const ordered = await post('/order', { address: nowhere, phone, order: number })
  assert.equal(ordered.status, 422)
  assert.match(ordered.html, /id="address-error"/)
  const short = await post('/price', { address: 'x', floor: 'second' })
  assert.match(short.html, /id="floor-error">Give the floor as a whole number/)
  assert.equal(await countJobs(number), 0)
})

test(
  'a phone that is not valid is named at its field, and the corrected order is placed',
  options,
  async () => {
    const priced = await post('/price', delivery)
    const fields = { ...delivery, order: numberIn(priced) }
    const refused = await post('/order', { ...fields, phone: '612 345' })
    assert.equal(refused.status, 422)
    assert.match(refused.html, /id="phone-error">Give a mobile phone/)
    assert.match(refused.html, /Delivery: [\d.,]+ €/)
    assert.equal(numberIn(refused), fields.order)
    assert.equal((await post('/order', { ...fields, phone })).status, 303)
    assert.equal(await countJobs(fields.order), 1)
  },
)

test(
  'the state is read again after five minutes, and an expired draft can be ordered again',
  options,
  async () => {
    const { fields, path } = await order()
    const { order: number = '' } = fields
    const change = (sql: string) =>
      app.db.pool.query(`update job set ${sql} where external_reference = $1`, [number])
    await change(`status = 'posted', updated_at = now()`)
    assert.match(await get(path), /Waiting for you/)
    await forgetReads()
    assert.match(await get(path), /looking for a carrier/)
    await change('status = $$draft$$')
    await inSandbox(partner).pass(49 * 3_600)
    await forgetReads()
    assert.match(await get(path), /order it again/)
  },
)

test(
  'when the service does not answer, the order keeps its number and can be sent again',
  options,
  async () => {
    const url = `http://127.0.0.1:${await closedPort()}`
    await using lonely = await startPythonShop({ url, apiKey: partner.apiKey })
    const number = numberIn(await post('/price', delivery))
    const refused = await post('/order', { ...delivery, phone, order: number }, lonely)
    assert.equal(refused.status, 503)
    assert.match(refused.html, /nothing is ordered twice/)
    assert.doesNotMatch(refused.html, /href="?#"?>/)
    assert.equal(numberIn(refused), number)
    assert.ok(!lonely.output().includes(partner.apiKey))
  },
)

test('values are escaped, and other pages do not exist', options, async () => {
  const { html } = await post('/price', { address: '</textarea><b>', order: '"><b>' })
  assert.doesNotMatch(html, /<b>/)
  for (const path of ['/orders/1', '/shop.py', '/../shop.py'])
    assert.equal((await fetch(shop.url + path)).status, 404)
})

test('a browser orders without JavaScript', options, async () => {
  await using window = await openShop({ context: { javaScriptEnabled: false } })
  const { page } = window
  await page.getByLabel('Address').fill(nowhere)
  await page.getByRole('button', { name: 'Show the delivery price' }).click()
  await page.getByRole('alert').getByRole('link').click()
  await page.getByLabel('Address').fill(delivery.address)
  await page.getByRole('button', { name: 'Show the delivery price' }).click()
  await page.getByLabel('Mobile phone').fill(phone)
  await page.getByRole('button', { name: 'Order with delivery' }).click()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  assert.match(
    (await page.getByRole('link', { name: 'Open your delivery' }).getAttribute('href')) ?? '',
    /^https?:.+\/draft\//,
  )
  window.assertQuiet()
})

test('its pages are accessible in light and dark', options, async () => {
  for (const colours of ['light', 'dark'] as const) {
    await using window = await openShop({ colours })
    const { page } = window
    await window.assertAccessible()
    await priceIn(page, nowhere)
    await window.assertAccessible()
    await priceIn(page, delivery.address)
    await page.getByLabel('Mobile phone').fill('612')
    await page.getByRole('button', { name: 'Order with delivery' }).click()
    await page.getByRole('alert').waitFor()
    await window.assertAccessible()
    await page.getByLabel('Mobile phone').fill(phone)
    await page.getByRole('button', { name: 'Order with delivery' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await window.assertAccessible()
  }
})

test('the key is in no page and in no output', options, async () => {
  const { path } = await order()
  for (const text of [await get('/'), await get(path), shop.output()])
    assert.ok(!text.includes(partner.apiKey))
})

async function openShop(more: AppPageOptions) {
  const window = await openApp(browser, shop, more)
  await window.goto('/')
  return window
}

async function priceIn(page: Page, address: string): Promise<void> {
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Show the delivery price' }).click()
  await page.waitForURL(/\/price/)
}

/** Makes the shop believe that it read all states long ago. */
const forgetReads = () =>
  promisify(execFile)('python3', [
    '-c',
    'import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as db: db.execute("update orders set read_at = 0")',
    shop.database,
  ])
