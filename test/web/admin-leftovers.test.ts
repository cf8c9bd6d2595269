import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import {
  enrolStaff,
  enter,
  hasFocus,
  isClosed,
  isOffered,
  isReady,
  joinByPasskey,
  openPanel,
  openPanelMarket,
} from '../support/panel.ts'
import { checkLedger } from '../support/today-scenes.ts'

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

test('saved views are renamed and put in another order', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Noa Vidal', role: 'staff' })
  for (const [status, name] of [
    ['draft', 'Open drafts'],
    ['posted', 'Published'],
  ] as const) {
    await window.goto(`/admin/jobs?status=${status}`)
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await isReady(page.getByRole('dialog'))
    await enter(page.getByRole('textbox', { name: 'Name' }), name)
    await page.getByText(`The view “${name}” is saved.`).waitFor()
  }
  await page.getByRole('button', { name: 'Rename and order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your views' })
  await window.assertAccessible()
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Not paid yet')
  await dialog.getByRole('button', { name: 'Move “Not paid yet” down' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const views = page.getByRole('group', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Not paid yet', exact: true }).waitFor()
  await page.reload()
  await views.getByRole('button', { name: 'Not paid yet', exact: true }).waitFor()
  const names = await views.getByRole('button').allInnerTexts()
  assert.ok(names.indexOf('Published') < names.indexOf('Not paid yet'), names.join())
  window.assertQuiet()
})

test('a phone shows the search, and the other filters of jobs behind one button', async () => {
  await using window = await openPanel(browser, app, { desk: false })
  const { page } = window
  await enrolStaff(window, app, { name: 'Pau Ferrer', role: 'viewer' })
  await window.goto('/admin/jobs')
  await page.getByRole('searchbox').waitFor()
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.waitFor({ state: 'hidden' })
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await status.selectOption('posted')
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await page.waitForURL(/status=posted/)
  await window.assertAccessible()
  await status.waitFor()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await status.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  window.assertQuiet()
})

test('codes of payments, the ledger and the timeline are words, in Spanish too', async () => {
  const { job_id } = await completedDeal(market)
  await using window = await openPanel(browser, app, { language: 'es' })
  const { page } = window
  await enrolStaff(window, app, { name: 'Nora Gil', role: 'staff' })
  await window.goto(`/admin/jobs/${job_id}`)
  await page.getByText('parte del transportista').first().waitFor()
  await page
    .getByText(/para publicar/)
    .first()
    .waitFor()
  await page
    .getByText(/importe retenido/)
    .first()
    .waitFor()
  await page.getByText('plataforma:comisiones').waitFor()
  const inEnglish = /\b(publish|pays by|job accepted|captured|authorize|embedded)\b/
  assert.doesNotMatch(await page.locator('main').innerText(), inEnglish)
  await window.goto('/admin/money/ledger')
  await page.getByRole('link', { name: 'plataforma:comisiones' }).first().waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /\b(captured|held|carrier|platform):?\b/)
  window.assertQuiet()
})

test('why a job has no hold, who has not come, and a check of the ledger are words in Spanish', async () => {
  const { pool } = app.db
  const late = await acceptedDeal(market)
  await pool.query(`update job set accepted_at = now() - interval '25 hours' where id = $1`, [late.job_id])
  const { job_id } = await market.posted(await market.person())
  await pool.query(`update job set hidden_at = now() where id = $1`, [job_id])
  await pool.query(`update payment set refusal = 'declined' where job_id = $1`, [job_id])
  await pool.query('insert into wallet (account_id, balance_cents) values ($1, 500)', [
    (await market.person()).accountId,
  ])
  await checkLedger(market)
  await using window = await openPanel(browser, app, { language: 'es' })
  const { page } = window
  await enrolStaff(window, app, { name: 'Vera Campos', role: 'staff' })
  await window.goto('/admin')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Encargo sin retención').getByText('rechazado por el banco').waitFor()
  await row('No se ha recogido a tiempo').locator('b', { hasText: 'Carrier' }).waitFor()
  await row('saldo de un monedero')
    .getByRole('button', { name: /saldo de un monedero/ })
    .first()
    .waitFor()
  window.assertQuiet()
})

test('after a decision, a key leads to the next carrier who waits', async () => {
  const first = await market.carrier({ name: 'Rosa Molina', status: 'pending' })
  await market.carrier({ name: 'Iván Soler', status: 'pending' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'staff' })
  await window.goto(`/admin/carriers/${first.accountId}`)
  await page.getByRole('heading', { name: 'Rosa Molina', level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Next who waits' }).count(), 0)
  await isOffered(page, 'a')
  await page.keyboard.press('a')
  await hasFocus(page.getByRole('dialog', { name: 'Approve Rosa Molina?' }).getByRole('textbox'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next who waits' }).waitFor()
  await isClosed(page.getByRole('dialog'))
  await window.assertAccessible()
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'Iván Soler', level: 1 }).waitFor()
  window.assertQuiet()
})
