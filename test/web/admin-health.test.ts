import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { beat } from '../../server/db/nodes.ts'
import { newId } from '../../server/lib/ids.ts'
import { providerCalls } from '../support/activity-scenes.ts'
import { launchBrowser } from '../support/browser.ts'
import { enrolStaff, joinByPasskey, openPanel, openPanelMarket, press } from '../support/panel.ts'

const market = await openPanelMarket()
const { app } = market
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

test('staff see what runs, test every provider with one key, and let the doctor look', async () => {
  await beat(app.db.kysely, {
    id: newId(),
    role: 'start',
    host: 'alpha',
    version: '0.9.0',
    contradictions: { BASE_URL: 'http://old.test' },
    connections: 30,
  })
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await press(page, 'g', 'h')
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
  const nodes = page.getByRole('table', { name: 'Nodes' })
  await nodes.getByText('Dray 0.9.0').waitFor()
  await nodes.getByText('Its settings differ from those of the installation: BASE_URL').waitFor()
  await page.getByRole('table', { name: 'Queues' }).getByText('Calls to the payment processor').waitFor()
  await page.getByText('No task has run yet').waitFor()
  await window.assertAccessible()

  await page.getByRole('link', { name: 'Providers', exact: true }).click()
  const router = page.getByRole('row', { name: /Router/ })
  await router.waitFor()
  await page.getByRole('button', { name: 'Test all' }).click()
  await page
    .getByRole('row', { name: /Pushes/ })
    .getByText(/ms$/)
    .waitFor()
  await router.getByText(/Madrid to Zaragoza/).waitFor()
  await page.getByRole('button', { name: 'Test all', disabled: false }).waitFor()
  await window.assertAccessible()

  await page.getByRole('link', { name: 'Doctor', exact: true }).click()
  await page.getByText('Not examined yet').waitFor()
  // A letter pressed in no field starts nothing that takes long.
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Examine now', disabled: false }).click()
  await page.getByText(/by Lucía Prieto/).waitFor()
  await page.getByRole('table', { name: 'What the doctor found' }).getByText('geocoder embedded').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('settings are found by a word; texts that stayed here have links that open', async () => {
  await market.draft(await market.person())
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  await window.goto('/admin/health?tab=settings')
  const settings = page.getByRole('table', { name: 'Settings' })
  await settings.getByText('RATE_LIMIT_PER_MINUTE').waitFor()
  await page.keyboard.press('f')
  await page.locator('[data-filters] input:focus').waitFor()
  await page.keyboard.type('sms_countries')
  await settings.getByText('RATE_LIMIT_PER_MINUTE').waitFor({ state: 'detached' })
  await settings.getByText('SMS_COUNTRIES').first().waitFor()
  await page.waitForURL(/q=sms_countries/)
  await window.assertAccessible()

  await page.getByRole('link', { name: 'Texts', exact: true }).click()
  const texts = page.getByRole('table', { name: 'Texts that stayed here' })
  const link = texts.getByRole('link', { name: /\/draft\// }).first()
  await link.waitFor()
  assert.match((await link.getAttribute('href')) ?? '', /\/draft\/\w+\?phone=%2B34/)
  await window.assertAccessible()
  window.assertQuiet()
})

test('in Spanish, also chosen on the page, the doctor and the settings speak Spanish', async () => {
  const checks = [
    { name: ['schema'], status: 'ok', detail: ['schemaFine'], remedy: null },
    {
      name: ['links'],
      status: 'warn',
      detail: ['linkOpensNowhere', 'http://old.test'],
      remedy: ['setReachedUrl'],
    },
  ]
  await app.db.pool.query(
    `insert into examination (run_id, started_at, touched_at, finished_at, checks) values ($1, now(), now(), now(), $2)
     on conflict (id) do update set checks = excluded.checks`,
    [newId(), JSON.stringify(checks)],
  )
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Iker Ruiz', role: 'staff' })
  await window.goto('/admin/health?tab=doctor')
  const found = page.getByRole('table', { name: 'What the doctor found' })
  await found.getByText('http://old.test opens on no phone').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /Español/ }).click()
  const inSpanish = page.getByRole('table', { name: 'Resultado del diagnóstico' })
  await inSpanish.getByText('http://old.test no se abre en ningún móvil').waitFor()
  await inSpanish.getByText('Pon en BASE_URL la dirección https a la que llegan los clientes').waitFor()
  await window.assertAccessible()
  await window.goto('/admin/health?tab=settings')
  const settings = page.getByRole('table', { name: 'Configuración' })
  await settings.getByText('Puerto en el que se atiende HTTP').waitFor()
  await settings.getByText('Red', { exact: true }).first().waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('on a phone a viewer reads the page, and finds neither tests nor settings nor whole phones', async () => {
  await market.draft(await market.person())
  await using window = await openPanel(browser, app, { desk: false })
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await window.goto('/admin/health')
  await page.getByRole('table', { name: 'Queues' }).waitFor()
  await window.assertAccessible()
  await window.goto('/admin/health?tab=providers')
  await page.getByRole('table', { name: 'Providers' }).getByText('Geocoder').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Test/ }).count(), 0)
  await window.assertAccessible()
  await window.goto('/admin/health?tab=settings')
  await page.getByText('Only staff and owners see the settings').waitFor()
  await window.goto('/admin/health?tab=texts')
  await page
    .getByText(/phone=\+34•••••/)
    .first()
    .waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /(\+|%2B)34\d{6}/)
  await window.assertAccessible()
  window.assertQuiet()
})

test('a provider that fails leads from Today to its test', async () => {
  const { subject, end } = await providerCalls([{ outcome: 'unavailable', calls: 5 }])(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Pau Ferrer', role: 'staff' })
  await press(page, 'g', 't')
  const row = page.locator(`[data-entry="provider_failing:${subject}"]`)
  await row.getByText('5 / 5: HTTP 503').waitFor()
  await page.keyboard.press('j')
  await row.locator(':focus').waitFor()
  await page.keyboard.press('a')
  await page.waitForURL(/\/admin\/health\?tab=providers/)
  await page.getByRole('table', { name: 'Providers' }).waitFor()
  await end()
  window.assertQuiet()
})
