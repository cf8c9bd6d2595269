import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import {
  enrolStaff,
  enter,
  enterReason,
  forgetProofs,
  headed,
  isReady,
  joinByPasskey,
  openFirstRow,
  openPanel,
  openPanelMarket,
  press,
  reasonField,
} from '../support/panel.ts'
import { fillWallet } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { checkLedger } from '../support/today-scenes.ts'
import { until } from '../support/until.ts'

const market = await openPanelMarket()
const { app } = market
const deal = await completedDeal(market)
const held = await acceptedDeal(market)
await fillWallet(await market.person('Bea Ortiz'), 12_500)
await settleMoney(app)
await checkLedger(market)
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

const euros = (cents: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(cents / 100)

test('from the overview to a hold, and from it to both sides of its rows', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'viewer' })
  await press(page, 'g', 'm')
  await headed(page, 'Money')
  await page.getByRole('link', { name: `In wallets ${euros(12_500)} 1 item` }).waitFor()
  await page.getByText('In balance. Compared with all other tables').waitFor()
  await window.assertAccessible()
  await page.getByRole('link', { name: `Held ${euros(held.total)} 1 item` }).click()
  await headed(page, 'Holds')
  const holds = page.getByRole('table', { name: 'Holds' })
  await holds.getByText(euros(held.total)).waitFor()
  await window.assertAccessible()
  await page.getByRole('combobox', { name: 'Held', exact: true }).selectOption('in a wallet')
  await page.getByText('Nothing matches these filters').waitFor()
  await page.waitForURL(/\?source=wallet$/)
  const file = await page.getByRole('link', { name: 'Export (CSV)' }).getAttribute('href')
  assert.equal(file, '/admin/v1/money/holds/export?source=wallet')
  const whole = page.getByRole('button', { name: 'With whole phone numbers (CSV)' })
  assert.equal(await whole.count(), 0, 'a viewer sees phones masked')
  await enter(page.getByRole('textbox', { name: 'At least' }), 'x')
  await page.getByText('An amount such as 12.50.').waitFor()
  await page.getByRole('button', { name: 'Remove the filters' }).first().click()
  await holds.getByText(euros(held.total)).waitFor()
  await holds.getByRole('link', { name: 'Ledger entries' }).click()
  await headed(page, 'Ledger')
  const rows = page.getByRole('table', { name: 'Ledger entries' })
  await rows.getByText('Hold').first().waitFor()
  await rows.getByRole('link', { name: 'processor:sandbox' }).waitFor()
  await page.getByRole('row', { name: 'Total €0.00' }).waitFor()
  await window.assertAccessible()
  await rows.getByRole('link', { name: 'processor:sandbox' }).click()
  await page.getByRole('button', { name: 'Only account processor:sandbox' }).waitFor()
  await rows.getByText('-€125.00').waitFor()
  window.assertQuiet()
})

test('a refund that fails is tried again with keys, a reason and a fresh proof', async () => {
  const by = { ...byOperator(), reason: 'late' }
  await refundJob({ kysely: app.db.kysely }, { jobId: deal.job_id, amountCents: 700, by })
  await app.db.pool.query(
    `update payment_effect set due_at = now() + interval '1 hour', attempts = 3, last_error = 'card_declined'
     where kind = 'refund'`,
  )
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto('/admin/money/charges?of=refunds&state=failing')
  await headed(page, 'Charges')
  const refunds = page.getByRole('table', { name: 'Refunds' })
  await refunds.getByText('Failing').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await openFirstRow(page)
  const drawer = page.getByRole('dialog', { name: `Refund · ${euros(700)}` })
  await drawer.getByText('card_declined').waitFor()
  await window.assertAccessible()
  await forgetProofs(app)
  await isReady(drawer)
  await page.keyboard.press('r')
  const asked = await isReady(page.getByRole('dialog', { name: 'Try again now?' }))
  const reason = await reasonField(page)
  await reason.fill('The bank is back')
  await window.assertAccessible()
  await reason.press('Enter')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('It is tried now.').waitFor()
  await asked.waitFor({ state: 'detached' })
  await settleMoney(app)
  await until('the refund is done', async () => {
    const { rows } = await app.db.pool.query(`select status from payment_effect where kind = 'refund'`)
    return rows[0].status === 'done'
  })
  await window.goto('/admin/money/charges?of=fees')
  await page.getByRole('table', { name: 'Fees' }).getByText('Service fee').waitFor()
  await page.getByRole('table', { name: 'Fees' }).getByText('-€7.00').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('a refused refund that was paid by bank transfer is booked from its drawer', async () => {
  const by = { ...byOperator(), reason: 'late' }
  await refundJob({ kysely: app.db.kysely }, { jobId: deal.job_id, amountCents: 300, by })
  await app.db.pool.query(
    `update payment_effect set due_at = now() + interval '1 day', attempts = 1, key_number = 1, last_error = 'card_closed'
     where kind = 'refund' and status = 'due'`,
  )
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Olga Prieto', role: 'owner' })
  await window.goto('/admin/money/charges?of=refunds&state=failing')
  await page.getByRole('table', { name: 'Refunds' }).getByText('Failing').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await openFirstRow(page)
  const drawer = page.getByRole('dialog', { name: `Refund · ${euros(300)}` })
  await drawer.getByText('card_closed').waitFor()
  await isReady(drawer)
  await page.keyboard.press('o')
  const asked = await isReady(page.getByRole('dialog', { name: 'Paid in another way?' }))
  await window.assertAccessible()
  await enter(asked.getByRole('textbox', { name: 'Amount paid, in euros' }), '3')
  await enter(asked.getByRole('textbox', { name: 'Reference' }), 'SEPA-17')
  const reason = await reasonField(page)
  await reason.fill('The card account is closed')
  await reason.press('Enter')
  await page.getByText('It is booked as paid.').waitFor()
  await asked.waitFor({ state: 'detached' })
  const { rows } = await app.db.pool.query(
    `select status, origin, settled_by from payment_effect where kind = 'refund' and amount_cents = 300`,
  )
  assert.deepEqual(rows, [{ status: 'done', origin: 'outside', settled_by: 'SEPA-17' }])
  window.assertQuiet()
})

test('a dispute is released from its drawer', async () => {
  await app.db.pool.query(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents, respond_by)
     select 'sandbox', 'dp_1', 'dispute', id, 'needs_response', 'fraudulent', 4200, now() + interval '3 days'
     from payment where job_id = $1`,
    [deal.job_id],
  )
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Pau Ferrer', role: 'staff' })
  await window.goto('/admin/money')
  await page.getByRole('link', { name: 'In dispute €42.00' }).click()
  const disputes = page.getByRole('table', { name: 'Disputes' })
  await disputes.getByText('blocks the payout').waitFor()
  await disputes.getByRole('button').first().click()
  const drawer = page.getByRole('dialog', { name: 'Dispute · €42.00' })
  await drawer.getByText('fraudulent').waitFor()
  await window.assertAccessible()
  await drawer.getByRole('button', { name: 'Let the carrier be paid' }).click()
  await page.getByRole('dialog', { name: 'Let the carrier be paid?' }).waitFor()
  await enterReason(page, 'Proof of delivery sent')
  await drawer.getByText('Proof of delivery sent').waitFor()
  window.assertQuiet()
})

test('on a phone, in Spanish and dark: payouts, wallets and one wallet', async () => {
  await using window = await openPanel(browser, app, { desk: false, language: 'es', colours: 'dark' })
  const { page } = window
  await enrolStaff(window, app, { name: 'Eva Sanz', role: 'viewer' })
  await window.goto('/admin/money/payouts')
  await headed(page, 'Pagos a transportistas')
  await page.getByRole('table', { name: 'Pagos a transportistas' }).getByText('Sin cuenta de cobro').waitFor()
  await window.assertAccessible()
  await window.goto('/admin/money/wallets')
  await headed(page, 'Monederos')
  const name = page.getByRole('textbox', { name: 'El nombre empieza por' })
  const file = page.getByRole('link', { name: 'Exportar (CSV)' })
  await file.waitFor()
  await enter(name, 'bea')
  await page.waitForURL(/\/wallets\?name=t\w+$/)
  await file.waitFor({ state: 'detached' })
  await window.assertAccessible()
  await page.getByRole('link', { name: 'Bea Ortiz' }).click()
  await headed(page, 'Bea Ortiz')
  await page
    .getByRole('table', { name: 'Asientos del monedero' })
    .getByText('Recarga', { exact: true })
    .waitFor()
  await window.assertAccessible()
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    true,
    'nothing is wider than the phone',
  )
  window.assertQuiet()
})

test('a file of holds has masked phones, and whole ones after a fresh proof', async () => {
  const phone = '612 345 678'
  const { rows } = await app.db.pool.query('select title from job where id = $1', [held.job_id])
  await app.db.pool.query('update job set title = $2 where id = $1', [held.job_id, `Sofa ${phone}`])
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Noa Vidal', role: 'staff' })
  await forgetProofs(app)
  await window.goto('/admin/money/holds')
  await headed(page, 'Holds')
  await window.assertAccessible()
  const masked = page.getByRole('link', { name: 'Export (CSV)' })
  const [first] = await Promise.all([page.waitForEvent('download'), masked.click()])
  const csv = await contentOf(first)
  assert.ok(!csv.includes(phone) && csv.includes('Sofa •••••678'))
  await page.getByRole('button', { name: 'With whole phone numbers (CSV)' }).click()
  const proof = page.getByRole('button', { name: 'Confirm with a passkey' })
  await proof.waitFor()
  const [second] = await Promise.all([page.waitForEvent('download'), proof.click()])
  assert.ok((await contentOf(second)).includes(`Sofa ${phone}`))
  await app.db.pool.query('update job set title = $2 where id = $1', [held.job_id, rows[0].title])
  window.assertQuiet()
})
