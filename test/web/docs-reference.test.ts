import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { partnerOperations } from '../../contract/partner.ts'
import { sandboxOperations } from '../../contract/sandbox/index.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'

/* Decision 42: the reference is a page of the guide, with a form for each operation. */
const app = await startDray()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const operations = [...partnerOperations, ...sandboxOperations]

/** Opens the form of an operation. */
async function openForm(page: Page, operationId: string) {
  const place = page.locator(`[data-tool=try]:has([id^="${operationId}-try"])`)
  await place.locator('summary').click()
  return {
    place,
    send: () => place.getByRole('button', { name: 'Send with the test key' }).click(),
    answered: (status: number) =>
      place.getByRole('status').getByText(String(status), { exact: true }).waitFor(),
    response: () => place.locator('pre').innerText(),
  }
}

test('the page with its styles and scripts is below 60 kB, compressed, in each language', async () => {
  for (const [language, path] of [
    ['en', '/docs/reference'],
    ['es', '/docs/es/reference'],
  ] as const) {
    await using window = await openApp(browser, app, { language })
    const urls = new Set<string>()
    window.page.on('request', (request) => urls.add(request.url()))
    await window.goto(path)
    await window.page.locator('[data-tool=try]:visible').first().waitFor()
    const sizes = await Promise.all(
      [...urls].map(async (url) => {
        const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
        await response.arrayBuffer()
        return Number(response.headers.get('content-length'))
      }),
    )
    assert.ok(sizes.length > 5 && sizes.every((size) => size > 0))
    const total = sizes.reduce((sum, size) => sum + size)
    assert.ok(total < 60_000, `${language}: ${total} bytes`)
  }
})

test('a created job is shown as the service answers it, and the next form reads it', async () => {
  const { apiKey } = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const { page } = window
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await window.goto('/docs/reference')
  const create = await openForm(page, 'createJob')
  await create.place.getByLabel('Your test key').fill(apiKey)
  await create.send()
  await create.answered(201)
  assert.match(await create.response(), /^x-sms-status: sent$/m)
  const [, jobId] = /"job_id": "([^"]+)"/.exec(await create.response()) ?? []
  const read = await openForm(page, 'readJob')
  assert.equal(await read.place.getByLabel('job_id').inputValue(), jobId)
  await read.send()
  await read.answered(200)
  const [, etag = ''] = /^etag: (.+)$/m.exec(await read.response()) ?? []
  await read.place.getByLabel('If-None-Match').fill(etag)
  await read.send()
  await read.answered(304)
  // The samples of the page show the key that was entered, and no address has it.
  assert.ok((await page.locator('.sample code').first().innerText()).includes(apiKey))
  assert.ok(!addresses.some((address) => address.includes(apiKey)))
  window.assertQuiet()
})

test('a body goes as it was typed, and its refusal is shown', async () => {
  const { apiKey } = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  await window.page.addInitScript({ content: `sessionStorage.setItem('dray-test-key', '${apiKey}')` })
  await window.goto('/docs/reference')
  const form = await openForm(window.page, 'estimatePrice')
  await form.place.getByLabel('Body').fill('{ "size": "XXL" }')
  await form.send()
  await form.answered(400)
  assert.match(await form.response(), /"pickup": "is required"/)
  await form.place.getByLabel('Body').fill('{ no JSON')
  await form.send()
  await form.place.getByText('"body"').or(form.place.getByText('malformed')).first().waitFor()
})

test('a live key is refused and not sent, and a key that does not work brings its field back', async () => {
  const live = await app.partner()
  await using window = await openApp(browser, app)
  const { page } = window
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.headers()['x-api-key'] ?? ''))
  await window.goto('/docs/reference')
  const form = await openForm(page, 'estimatePrice')
  await form.place.getByLabel('Your test key').fill(live.apiKey)
  await form.send()
  await form.place.getByText('This is a live key.').waitFor()
  assert.deepEqual(sent.filter(Boolean), [])
  await form.place.getByLabel('Your test key').fill(`dray_test_${'a'.repeat(32)}`)
  await form.send()
  await form.answered(401)
  assert.equal(await form.place.getByLabel('Your test key').isVisible(), true)
})

test('without scripts the reference is whole, and has no form that does nothing', async () => {
  await using window = await openApp(browser, app, { context: { javaScriptEnabled: false } })
  await window.goto('/docs/reference')
  for (const { operationId } of operations)
    assert.equal(await window.page.locator(`h2#${operationId}`).count(), 1, operationId)
  assert.equal(await window.page.locator('[data-tool=try]:visible').count(), 0)
})

test('the reference is accessible and fits every screen, in both languages, by day and by night', async () => {
  const { apiKey } = await app.partner({ mode: 'test' })
  for (const [language, colours, desk] of [
    ['en', 'light', false],
    ['es', 'dark', false],
    ['es', 'light', true],
    ['en', 'dark', true],
  ] as const) {
    await using window = await openApp(browser, app, { language, colours, desk })
    const { page } = window
    await page.addInitScript({ content: `sessionStorage.setItem('dray-test-key', '${apiKey}')` })
    await window.goto(language === 'en' ? '/docs/reference' : '/docs/es/reference')
    const form = page.locator('[data-tool=try]').first()
    await form.locator('summary').click()
    await form.locator('button[type=submit]').click()
    await form.locator('pre').waitFor()
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await page.evaluate(withTwoOperations)
    await window.assertAccessible()
    window.assertQuiet()
  }
})

/** All operations have the same parts, and axe takes most of a minute for all of them. */
const withTwoOperations = `
  for (let each = document.querySelector('#readJob'); each.id !== 'every-response'; ) {
    const next = each.nextElementSibling
    each.remove()
    each = next
  }`
