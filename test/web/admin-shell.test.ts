import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { servePages } from '../support/pages.ts'
import { joinByPasskey, openPanel, startPanel } from '../support/panel.ts'
import { until } from '../support/until.ts'

const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

test('every URL of the panel serves one page: this origin only, not cached, not framed, not indexed', async () => {
  for (const address of ['/admin', '/admin/people', '/admin/invitation']) {
    const { status, headers } = await fetch(app.url + address, { headers: { accept: 'text/html' } })
    assert.equal(status, 200, address)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
    assert.match(headers.get('permissions-policy') ?? '', /publickey-credentials-get=\(self\)/)
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  }
  const unknown = await fetch(`${app.url}/admin/v1/nothing`)
  assert.equal(unknown.status, 404)
  assert.equal(((await unknown.json()) as { error: string }).error, 'not_found')
})

test('the panel is a build apart: the app and its service worker name none of its files', async () => {
  const page = await (await fetch(`${app.url}/admin`)).text()
  const own = [...page.matchAll(/\/admin\/assets\/([^"]+)/g)].map(([, file = '']) => file)
  assert.ok(own.length > 2)
  const worker = await (await fetch(`${app.url}/app/sw.js`)).text()
  assert.ok(!worker.includes('/admin/'))
  const [script = ''] = own
  const answer = await fetch(`${app.url}/admin/assets/${script}`)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const empty = await mkdtemp(path.join(tmpdir(), 'dray-no-panel-'))
  await using site = await servePages({ webDist: empty })
  assert.equal((await fetch(`${site.origin}/admin/people`)).status, 503)
  await rm(empty, { recursive: true })
})

test('the panel can be used with keys alone', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'owner' })
  const { keyboard } = page
  const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
  for (const key of ['g', 'l']) await keyboard.press(key)
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await page.getByRole('table').getByText('member.invite').waitFor()
  await keyboard.press('j')
  const first = await focused()
  await keyboard.press('j')
  assert.notEqual(await focused(), first)
  await keyboard.press('k')
  assert.equal(await focused(), first)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: first }).waitFor()
  assert.match(page.url(), /event=\d+/)
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('f')
  await page.getByRole('combobox', { name: 'Who' }).and(page.locator(':focus')).waitFor()
  // In a field, keys are letters.
  await keyboard.type('g p?')
  assert.equal(await page.locator(':focus').inputValue(), 'g p?')
  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages and acts' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('staf')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor()
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await window.assertAccessible()
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search pages and acts' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('marta')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Marta Gil' }).waitFor()
  window.assertQuiet()
})

test('filters of the log are in the address, pages follow each other, and the export obeys the filters', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Iker Sanz', role: 'viewer' })
  await app.db.pool.query(
    `insert into audit_event (actor_type, actor_name, act, targets)
     select 'cli', 'root', 'key.revoke', ('[{"type": "partner_key", "id": "key-' || n || '"}]')::jsonb
     from generate_series(1, 120) as n`,
  )
  await window.goto('/admin/audit')
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('key.revoke')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.search === '?act=key.revoke')
  const rows = page.getByRole('table').locator('tbody tr')
  await rows.getByText('key-120').waitFor()
  assert.equal(await rows.count(), 50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await rows.getByText('key-70').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await rows.getByText('key-1', { exact: true }).waitFor()
  assert.equal(await rows.count(), 20)
  assert.ok(await page.getByRole('button', { name: 'Next page' }).isDisabled())
  await page.goBack()
  await rows.getByText('key-70').waitFor()
  await page.getByRole('button', { name: 'First page' }).click()
  await rows.getByText('key-120').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click(),
  ])
  const lines = (await contentOf(download)).trim().split('\n')
  assert.equal(lines.length, 121)
  await page.getByRole('textbox', { name: 'What', exact: true }).fill('nothing.such')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByText('Nothing matches these filters').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

const looks = [
  { language: 'en', colours: 'light', desk: true },
  { language: 'en', colours: 'dark', desk: false },
  { language: 'es', colours: 'light', desk: false },
  { language: 'es', colours: 'dark', desk: true },
] as const

for (const look of looks) {
  const name = Object.values(look).join(' ')
  test(`everybody can use the pages: ${look.language}, ${look.colours}, ${look.desk ? 'desk' : 'phone'}`, async () => {
    await using window = await openPanel(browser, app, look)
    const { page } = window
    await joinByPasskey(window, app, { name, role: 'owner' })
    const addresses = ['people', 'people?invite=yes', 'carriers', 'customers', 'audit', 'account']
    for (const address of addresses.map((path) => `/admin/${path}`)) {
      await window.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await until('all is read', async () => (await page.locator('[aria-busy="true"]').count()) === 0)
      await window.assertAccessible()
      const isTooWide = await page.evaluate<boolean>(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      assert.ok(!isTooWide, `${address} scrolls sideways`)
    }
    assert.equal(await page.getAttribute('html', 'lang'), look.language)
    window.assertQuiet()
  })
}
