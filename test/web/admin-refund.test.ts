import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { readEarnings } from '#contract/app/earnings.ts'
import { launchBrowser } from '../support/browser.ts'
import { completedDeal, report } from '../support/deals.ts'
import { loseFirstResponse } from '../support/lost-response.ts'
import { assertBooks } from '../support/money-books.ts'
import { enrolStaff, enterReason, isClosed, isReady, openPanel, openPanelMarket } from '../support/panel.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* Decision 72 in the panel: who bears a refund is shown in euros before it is sent. */
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

test('decision 72: staff uphold a report with a refund, and see what the carrier and the platform bear', async () => {
  const deal = await completedDeal(market)
  await report(deal)
  const { owed_cents: before } = await deal.carrier.ok(readEarnings, {})
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto(`/admin/jobs/${deal.job_id}`)
  await page.getByRole('button', { name: 'Decide the reports' }).click()
  const dialog = await isReady(page.getByRole('dialog', { name: 'Decide the reports' }))
  await dialog.getByRole('radio', { name: /customer is right/i }).check()
  await dialog.getByLabel('Give back with the decision (optional)').fill('20')
  await dialog.getByLabel('Of it, the carrier bears').fill('12.50')
  const preview = dialog.getByRole('status').filter({ hasText: 'The platform bears' })
  await preview.getByText('€7.50').waitFor()
  await preview.getByText('payouts that wait').waitFor()
  await window.assertAccessible()
  await enterReason(page, 'Scratched on one side')
  await until('the part is taken', async () => {
    const { owed_cents } = await deal.carrier.ok(readEarnings, {})
    return owed_cents === before - 1_250
  })
  await settleMoney(app)
  await assertBooks(app.db)
  window.assertQuiet()
})

test('decision 72: more than was charged, or than the carrier got, is refused before it is sent', async () => {
  const deal = await completedDeal(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  await window.goto(`/admin/jobs/${deal.job_id}`)
  await page.getByRole('button', { name: 'Give money back' }).click()
  const dialog = await isReady(page.getByRole('dialog', { name: 'Give money back' }))
  await dialog.getByRole('textbox', { name: 'Amount in euros' }).fill('99999')
  await enterReason(page, 'A mistake')
  await dialog.getByRole('textbox', { name: 'Amount in euros' }).fill('10')
  await dialog.getByLabel('Of it, the carrier bears').fill('11')
  await dialog.getByRole('button', { name: 'Give money back' }).click()
  await dialog.getByText('At most what is given back, and what the carrier got.').waitFor()
  const { rows } = await app.db.pool.query('select from cost_share where job_id = $1', [deal.job_id])
  assert.equal(rows.length, 0)
})

test('decision 72: a refund whose answer was lost, sent again from a new form, is made once', async () => {
  const deal = await completedDeal(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Inés Soto', role: 'owner' })
  await window.goto(`/admin/jobs/${deal.job_id}`)
  const giveBack = async () => {
    await page.getByRole('button', { name: 'Give money back' }).first().click()
    const dialog = await isReady(page.getByRole('dialog', { name: 'Give money back' }))
    await dialog.getByRole('textbox', { name: 'Amount in euros' }).fill('10')
    await enterReason(page, 'Arrived late')
    await isClosed(dialog)
  }
  const refunds = async () => {
    const { rows } = await app.db.pool.query(
      `select e.id from payment_effect e join payment p on p.id = e.payment_id
       where p.job_id = $1 and e.kind = 'refund'`,
      [deal.job_id],
    )
    return rows.length
  }
  const sentAgain = await loseFirstResponse(window, /\/refunds$/)
  await giveBack()
  await page.getByText(/Not done: “Money will be given back”/).waitFor({ timeout: 30_000 })
  assert.equal(await refunds(), 1)
  await giveBack()
  await page.getByText('The refund is queued.').waitFor({ timeout: 30_000 })
  await sentAgain()
  assert.equal(await refunds(), 1)
})
