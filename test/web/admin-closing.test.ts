import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { bookEndedMonth } from '../support/audited-closing.ts'
import { launchBrowser } from '../support/browser.ts'
import { addDifference, addRun } from '../support/closing-scenes.ts'
import { deliveredDeal } from '../support/deals.ts'
import {
  enrolStaff,
  enterReason,
  forgetProofs,
  hasFocus,
  isReady,
  openPanel,
  openPanelMarket,
} from '../support/panel.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

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

const one = async (statement: string, ...values: unknown[]) =>
  (await app.db.pool.query(statement, values)).rows[0]

test('a day that differs is opened, its difference explained, and the day compared again', async () => {
  const runId = await addRun(market)
  const differenceId = await addDifference(market, runId)
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto('/admin/money/reconciliation?state=differs')
  const table = page.getByRole('table', { name: 'Days' })
  await table.getByText('Differs').waitFor()
  await window.assertAccessible()
  await page.keyboard.press('j')
  await hasFocus(table.getByRole('button', { name: '5 Jan 2026' }))
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'sandbox, 5 Jan 2026' })
  await drawer.getByText('Missing in our books').waitFor()
  await drawer.getByText('done, €12.50').waitFor()
  await window.assertAccessible()
  await drawer.getByRole('button', { name: 'Explain' }).click()
  await enterReason(page, 'Test refund of the bank')
  await page.getByText('The difference will be explained').waitFor()
  // The act is sent when the page is left.
  await page.reload()
  await until('it is explained', async () => {
    const { explanation } = await one(
      'select explanation from reconciliation_difference where id = $1',
      differenceId,
    )
    return explanation === 'Test refund of the bank'
  })
  await page.reload()
  await drawer.getByText('Test refund of the bank').waitFor()
  await isReady(drawer)
  await page.keyboard.press('r')
  await enterReason(page, 'Once more')
  await drawer.getByText('Waiting').waitFor()
  const { status } = await one('select status from reconciliation_run where id = $1', runId)
  assert.equal(status, 'due')
  window.assertQuiet()
})

test('the statement of a carrier and of a partner is chosen, read, and downloaded', async () => {
  const deal = await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  const { short_id } = await one('select short_id from job where id = $1', deal.job_id)
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Víctor Sanz', role: 'viewer' })
  await window.goto('/admin/money/closing?month=x')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await window.goto('/admin/money/statements?month=x')
  await page.getByText('Choose whose statement to show').waitFor()
  await page.getByRole('combobox', { name: 'Carrier' }).fill('Carr')
  await page.getByRole('option', { name: /^Carrier/ }).click()
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText('Payout').waitFor()
  await lines.getByText(short_id).first().waitFor()
  await window.assertAccessible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export (CSV)' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^dray-carrier-\d{4}-\d{2}\.csv$/)
  await page.getByRole('combobox', { name: 'Statement of' }).selectOption('partner')
  const { company_name } = await one('select company_name from partner limit 1')
  await page.getByRole('combobox', { name: 'Partner' }).selectOption({ label: company_name })
  await page.getByText('Jobs handed over').waitFor()
  await lines.getByText(short_id).waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('an owner closes a month with a fresh proof, and a later movement is shown', async () => {
  const month = await bookEndedMonth(app)
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Olga Ruiz', role: 'owner' })
  await window.goto('/admin/money/closing')
  const table = page.getByRole('table', { name: 'Months' })
  await table.getByText('Not ended').waitFor()
  await window.assertAccessible()
  await window.goto(`/admin/money/closing?month=${month}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('All balances and movements add up to zero').waitFor()
  await window.assertAccessible()
  await forgetProofs(app)
  await page.reload()
  await drawer.getByRole('button', { name: 'Close the month' }).waitFor()
  await isReady(drawer)
  await page.keyboard.press('c')
  await enterReason(page, 'Agreed with the accountant')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText(/will be closed/).waitFor()
  await page.reload()
  await until('the month is closed', async () => Boolean(await one('select from month_closing')))
  await bookEndedMonth(app)
  await page.reload()
  await drawer.getByText('Changed since the closing').waitFor()
  await drawer.getByText('Agreed with the accountant').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})
