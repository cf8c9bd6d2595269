import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { AppPage } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { enrolPartner, enrolStaff, isClosed, openPanel, openPanelMarket } from '../support/panel.ts'
import { until } from '../support/until.ts'
import { plantWideRows, type WideThings } from '../support/wide-scenes.ts'

/* Both panels at the widths of a screen, of two laptops and of a phone: no page is wider than the window. */
const market = await openPanelMarket()
const { app } = market
let browser: Browser
let things: WideThings
before(async () => {
  things = await plantWideRows(market)
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

/** Spanish words are longer, so English is looked at where there is least room: on a phone, and beside the menu. */
const widthsOf: Record<string, number[]> = { en: [1024, 390], es: [1500, 1280, 1024, 390] }

const month = new Date().toISOString().slice(0, 7)

const adminPages = ({ jobId, customerId, carrierId, partnerId }: WideThings) => [
  '/admin',
  '/admin/jobs',
  `/admin/jobs/${jobId}`,
  '/admin/carriers',
  '/admin/carriers?documents=waiting',
  `/admin/carriers/${carrierId}`,
  '/admin/customers',
  `/admin/customers/${customerId}`,
  '/admin/partners',
  ...['keys', 'usage', 'requests', 'errors', 'funnel', 'statement', 'people'].map(
    (tab) => `/admin/partners/${partnerId}?tab=${tab}`,
  ),
  '/admin/tariffs',
  '/admin/staff',
  '/admin/audit',
  '/admin/money',
  '/admin/money/holds',
  ...['captures', 'refunds', 'fees', 'disputes', 'calls'].map((of) => `/admin/money/charges?of=${of}`),
  '/admin/money/payouts',
  '/admin/money/wallets',
  '/admin/money/wallets?holder=carrier',
  `/admin/money/wallets/${customerId}`,
  '/admin/money/ledger',
  '/admin/money/reconciliation',
  '/admin/money/closing',
  `/admin/money/statements?month=${month}&of=carrier&id=${carrierId}`,
  `/admin/money/statements?month=${month}&of=partner&id=${partnerId}`,
  ...['overview', 'providers', 'doctor', 'settings', 'texts'].map((tab) => `/admin/health?tab=${tab}`),
]

const partnerPages = ({ jobId }: WideThings) => [
  '/partner',
  '/partner/jobs',
  `/partner/jobs/${jobId}`,
  '/partner/keys',
  '/partner/requests',
  '/partner/errors',
  '/partner/sms',
  '/partner/statements',
  '/partner/people',
]

/** Pages without a table. */
const tableless = /^\/(admin\/money|partner|partner\/sms|partner\/jobs\/[\w-]+)$/

/** Whether everything has been read and, on the page of a list, there are rows. */
const isLoaded = `(isList) => document.querySelector('h1') !== null &&
  !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') &&
  (!isList || document.querySelector('main tbody tr') !== null)`

const loaded = (page: Page, path: string) =>
  until(`${path} is loaded`, () => page.evaluate<boolean>(`(${isLoaded})(${!tableless.test(path)})`))

/**
 * Elements that are too wide, with their width, buttons with hidden text, and open tabs outside their row, in a frame
 * of the window's size.
 */
const tooWide = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  const found = []
  const whole = document.documentElement.scrollWidth
  if (whole > innerWidth) found.push('the page: ' + whole)
  for (const table of document.querySelectorAll('main table')) {
    const scroll = table.closest('.panel-table-scroll')
    const box = scroll ?? table.parentElement
    const name = table.getAttribute('aria-label') ?? table.className
    const scrolls = scroll && ['auto', 'scroll'].includes(getComputedStyle(scroll).overflowX)
    if (!scrolls && table.scrollWidth > box.clientWidth) found.push(name + ': ' + table.scrollWidth)
    const right = Math.floor(box.getBoundingClientRect().right)
    if (right > innerWidth) found.push('the box of ' + name + ' ends at ' + right)
  }
  for (const button of document.querySelectorAll('main button')) {
    const text = button.textContent.trim()
    if (button.checkVisibility() && text && !button.innerText.trim()) found.push('a button without its text: ' + text)
  }
  for (const row of document.querySelectorAll('.panel-tabs')) {
    const [whole, open] = [row, row.querySelector('[aria-current]')].map((each) => each?.getBoundingClientRect())
    if (!open) continue
    if (open.left < whole.left - 1 || open.right > whole.right + 1) found.push('the open tab is outside its row')
  }
  done(found)
})))`

/** Opens the page, in the language of the page before, and looks at it in both. */
async function faultsOf(window: AppPage, path: string): Promise<string[]> {
  const { page } = window
  await window.goto(path)
  await loaded(page, path)
  const faults = await faultsByWidth(page, path)
  await switchLanguage(page)
  await loaded(page, path)
  return [...faults, ...(await faultsByWidth(page, path))]
}

async function faultsByWidth(page: Page, path: string): Promise<string[]> {
  const language = await page.evaluate<string>('document.documentElement.lang')
  const faults: string[] = []
  for (const width of widthsOf[language] ?? []) {
    await page.setViewportSize({ width, height: 800 })
    const found = await settledFaults(page)
    faults.push(...found.map((fault) => `${path} in ${language} at ${width}: ${fault}`))
  }
  return faults
}

/** A table that becomes too wide is marked, and then scrolls, some frames after the window has its size. */
async function settledFaults(page: Page): Promise<string[]> {
  const look = () => page.evaluate<string[]>(tooWide)
  let found = await look()
  for (let tries = 1; found.length > 0 && tries < 40; tries++) {
    await sleep(50)
    found = await look()
  }
  return found
}

/** Chooses the other language in the command bar. */
async function switchLanguage(page: Page): Promise<void> {
  const language = await page.evaluate<string>('document.documentElement.lang')
  const [bar, name, other] =
    language === 'en' ? ['Search pages', 'Español', 'es'] : ['Buscar páginas', 'English', 'en']
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: bar }).fill(name)
  await page.keyboard.press('Enter')
  await page.locator(`html[lang="${other}"]`).waitFor()
  await isClosed(page.getByRole('dialog'))
}

async function assertWidths(window: AppPage, pages: readonly string[]): Promise<void> {
  const faults: string[] = []
  for (const path of pages) faults.push(...(await faultsOf(window, path)))
  assert.deepEqual(faults, [])
  window.assertQuiet()
}

test('no list of the operator is wider than the window, in both languages', async () => {
  await using window = await openPanel(browser, app)
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  await assertWidths(window, adminPages(things))
})

test('no list of a partner is wider than the window, in both languages', async () => {
  await using window = await openPanel(browser, app)
  await enrolPartner(window, app, {
    partnerId: things.partnerId,
    name: 'Carla Rivera',
    role: 'admin',
  })
  await assertWidths(window, partnerPages(things))
})
