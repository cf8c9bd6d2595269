import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { launchBrowser } from '../support/browser.ts'
import { servePages } from '../support/pages.ts'

// Decision 42: the search of the guide runs in the browser, over one file of this server.

const site = await servePages()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

async function openGuide(path: string) {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.origin + path)
  const field = page.getByRole('combobox')
  const titles = () => page.locator('#found [role=option] b').allTextContents()
  return { page, field, asked, titles, [Symbol.asyncDispose]: () => page.close() }
}

test('an error code, a header and a plain word are found, and Enter opens the paragraph', async () => {
  await using guide = await openGuide('/docs')
  const { page, field, titles } = guide
  for (const [query, title] of [
    ['geocoding_failed', 'geocoding_failed'],
    ['ratelimit-reset', 'Rate limit'],
    ['idempotncy', 'Idempotency and retries'],
    ['how do I recover a lost response', 'Recover a lost 201'],
    ['authentication', 'Authentication'],
    ['429', 'Rate limit'],
    ['polling', 'Polling'],
  ] as const) {
    await field.fill(query)
    await page.locator('#found li:first-child b').getByText(title, { exact: true }).waitFor()
    assert.ok((await titles()).length <= 8)
  }
  await field.press('Enter')
  await page.waitForURL('**/docs/status#polling')
})

test('the keyboard alone is enough: a slash opens the field, arrows choose, Escape ends', async () => {
  await using guide = await openGuide('/docs/errors')
  const { page, field } = guide
  await page.keyboard.press('/')
  await page.keyboard.type('photo')
  await page.waitForSelector('#found [aria-selected=true]')
  const first = await field.getAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await field.getAttribute('aria-activedescendant'), first)
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('#found').isVisible(), false)
  assert.equal(await field.inputValue(), '')
})

test('the Spanish guide finds words without their accents, in its own pages', async () => {
  await using guide = await openGuide('/docs/es')
  await guide.field.fill('direccion')
  await guide.page.waitForSelector('#found a[href^="/docs/es/"]')
  await guide.field.fill('zzzz')
  await guide.page.waitForSelector('.docs-search [role=status]:has-text("No hay resultados")')
})

test('searching asks no other server, and works when the connection is lost after the first use', async () => {
  await using guide = await openGuide('/docs')
  const { page, field, asked } = guide
  await field.fill('price')
  await page.waitForSelector('#found [role=option]')
  await page.context().setOffline(true)
  await field.fill('elevator')
  await page.waitForFunction(`document.querySelector('#found')?.textContent.includes('elevator')`)
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(site.origin)),
    [],
  )
})
