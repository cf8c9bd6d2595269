import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { servePages } from '../support/pages.ts'
import {
  enrolStaff,
  hasFocus,
  headed,
  isClosed,
  isReady,
  joinByPasskey,
  openPanel,
  press,
  startPanel,
} from '../support/panel.ts'
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
  for (const address of ['/admin', '/admin/staff', '/admin/invitation']) {
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
  const own = [...page.matchAll(/\/panel\/assets\/([^"]+)/g)].map(([, file = '']) => file)
  assert.ok(own.length > 2)
  const worker = await (await fetch(`${app.url}/app/sw.js`)).text()
  assert.ok(!worker.includes('/panel/'))
  const [script = ''] = own
  const answer = await fetch(`${app.url}/panel/assets/${script}`)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const empty = await mkdtemp(path.join(tmpdir(), 'dray-no-panel-'))
  await using site = await servePages({ webDist: empty })
  assert.equal((await fetch(`${site.origin}/admin/staff`)).status, 503)
  await rm(empty, { recursive: true })
})

test('the panel can be used with keys alone', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'owner' })
  const { keyboard } = page
  const rows = page.locator('main [data-row]')
  const search = page.getByRole('combobox', { name: 'Search pages and acts' })
  const found = (name: string) => page.getByRole('option', { name, selected: true }).waitFor()
  await press(page, 'g', 'l')
  await headed(page, 'Audit log')
  await page.getByRole('table').getByText('Person invited').first().waitFor()
  await keyboard.press('j')
  await hasFocus(rows.nth(0))
  await keyboard.press('j')
  await hasFocus(rows.nth(1))
  await keyboard.press('k')
  await hasFocus(rows.nth(0))
  await keyboard.press('Enter')
  await isReady(page.getByRole('dialog', { name: await rows.nth(0).innerText() }))
  await page.waitForURL(/event=\d+/)
  await keyboard.press('Escape')
  await isClosed(page.getByRole('dialog'))
  await keyboard.press('f')
  await hasFocus(page.getByRole('combobox', { name: 'Who' }))
  // In a field, keys are letters.
  await keyboard.type('g p?')
  assert.equal(await page.locator(':focus').inputValue(), 'g p?')
  await keyboard.press('Control+k')
  await hasFocus(search)
  await keyboard.type('staf')
  await found('Staff')
  await keyboard.press('Enter')
  await headed(page, 'Staff')
  await isClosed(page.getByRole('dialog'))
  await keyboard.press('?')
  await isReady(page.getByRole('dialog', { name: 'Keys' }))
  await window.assertAccessible()
  await keyboard.press('Escape')
  await isClosed(page.getByRole('dialog'))
  await keyboard.press('/')
  await hasFocus(search)
  await keyboard.type('marta')
  await found('Marta Gil')
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
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('Key revoked')
  await page.waitForURL((url) => url.search === '?act=key.revoke')
  const rows = page.getByRole('table').locator('tbody tr')
  await rows.getByText('key-120').waitFor()
  await rows.nth(49).waitFor()
  assert.equal(await rows.count(), 50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await rows.getByText('key-70').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await rows.getByText('key-1', { exact: true }).waitFor()
  assert.equal(await rows.count(), 20)
  await page.getByRole('button', { name: 'Next page', disabled: true }).waitFor()
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
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('Secret key replaced')
  await page.getByText('Nothing matches these filters').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

const looks = [
  { language: 'en', colours: 'light', desk: true },
  { language: 'es', colours: 'dark', desk: false },
] as const

for (const look of looks) {
  const name = Object.values(look).join(' ')
  test(`everybody can use the pages: ${look.language}, ${look.colours}, ${look.desk ? 'desk' : 'phone'}`, async () => {
    await using window = await openPanel(browser, app, look)
    const { page } = window
    await enrolStaff(window, app, { name, role: 'owner' })
    const addresses = ['staff', 'staff?invite=yes', 'carriers', 'customers', 'audit', 'account']
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
