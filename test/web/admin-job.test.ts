import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { changeNotes } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, report } from '../support/deals.ts'
import { messageBody, reportedAs, sentBy } from '../support/message-scenes.ts'
import {
  enrolStaff,
  forgetProofs,
  hasFocus,
  holdUndo,
  isClosed,
  isOffered,
  joinByPasskey,
  openPanel,
  openPanelMarket,
} from '../support/panel.ts'
import { todayScenes } from '../support/today-scenes.ts'
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

const statusOf = async (jobId: string): Promise<string> => {
  const { rows } = await app.db.pool.query('select status from job where id = $1', [jobId])
  return rows[0].status
}

test('a job shows its people, trip, price, money and what happened, on a desk and on a phone', async () => {
  const { job_id } = await completedDeal(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  await window.goto(`/admin/jobs/${job_id}`)
  await page.getByText('Both are equal to the cent.').waitFor()
  await page.getByRole('link', { name: 'Ana' }).waitFor()
  await page.getByRole('region', { name: 'What happened' }).getByText('Completed', { exact: true }).waitFor()
  assert.ok((await page.getByRole('table', { name: 'Ledger' }).getByRole('row').count()) > 2)
  await page.getByText('Not now').click()
  await page.getByText('Cancel the job').waitFor()
  await window.assertAccessible()
  await page.setViewportSize({ width: 390, height: 844 })
  await window.assertAccessible()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await window.goto('/admin/jobs/00000000-0000-0000-0000-000000000000')
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  window.assertQuiet()
})

test('what happened is told in Spanish too, with amounts in euros', async () => {
  const { customer, job_id } = await acceptedDeal(market)
  await customer.ok(changeNotes, { params: { job_id }, body: { notes: 'Ring twice' } })
  const { job_id: refunded } = await completedDeal(market)
  await refundJob(app.dray.payments, { jobId: refunded, amountCents: 2_000, by: byOperator('scratch') })
  await using window = await openPanel(browser, app, { language: 'es' })
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  const events = window.page.getByRole('region', { name: 'Qué ha pasado' })
  await window.goto(`/admin/jobs/${job_id}`)
  await events.getByText('notas cambiadas').waitFor()
  await window.goto(`/admin/jobs/${refunded}`)
  await events.getByText('reembolso · 20,00 €: scratch').waitFor()
})

test('cancelling waits ten seconds with a reason and can be undone; a note is written with two keys', async () => {
  const { job_id } = await acceptedDeal(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await holdUndo(page)
  await window.goto(`/admin/jobs/${job_id}`)
  await page.getByRole('button', { name: 'Cancel the job' }).waitFor()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: 'Cancel the job' })
  const why = dialog.getByRole('textbox', { name: 'Reason' })
  await hasFocus(why)
  await window.assertAccessible()
  await page.keyboard.press('Enter')
  await dialog.getByText('Please fill this in.').waitFor()
  const cancel = async () => {
    await hasFocus(why)
    await page.keyboard.type('The shop has burnt down')
    await page.keyboard.press('Enter')
    await page.getByText('The job will be cancelled').waitFor()
    await isClosed(dialog)
  }
  await cancel()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  assert.equal(await statusOf(job_id), 'accepted')
  await isOffered(page, 'x')
  await page.keyboard.press('n')
  await hasFocus(page.getByRole('region', { name: 'Internal notes' }).getByRole('textbox'))
  await page.keyboard.type('Called the customer.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Internal notes' }).getByRole('listitem').waitFor()
  await page.locator('h1').click()
  await page.keyboard.press('x')
  await cancel()
  // An act that waits is sent when the page is left.
  await window.goto('/admin/audit')
  await until('the job is cancelled', async () => (await statusOf(job_id)) === 'cancelled')
  window.assertQuiet()
})

test('from Today, what is owed is charged after a fresh proof; a viewer sees no act and no whole phone', async () => {
  const { subject } = await (todayScenes.job_owed[0]?.(market) ?? assert.fail())
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Iker Sanz', role: 'owner' })
  await forgetProofs(app)
  await window.goto('/admin')
  await page.locator(`[data-entry="job_owed:${subject}"]`).waitFor()
  await page.keyboard.press('j')
  await hasFocus(page.locator('main [data-row]').first())
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Charge again' })
  await hasFocus(dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('New card')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('The charge is queued.').waitFor()
  window.assertQuiet()

  await using other = await openPanel(browser, app)
  await enrolStaff(other, app, { name: 'Noa Vidal', role: 'viewer' })
  await other.goto(`/admin/jobs/${subject}?act=cancel`)
  await other.page.getByRole('heading', { name: 'What happened' }).waitFor()
  assert.equal(
    await other.page.getByRole('button', { name: /Cancel the job|Charge again|Add the note/ }).count(),
    0,
  )
  assert.equal(await other.page.getByText(/\+34\s?655(\s?\d){6}/).count(), 0)
  other.assertQuiet()
})

test('a job is moved to the carrier whose name is typed; who has it is not offered', async () => {
  const deal = await acceptedDeal(market)
  await market.carrier({ name: 'Jon Egea' })
  await market.carrier({ name: 'Olga Rey' })
  await app.db.pool.query(`update account set name = 'Lucía Prieto' where id = $1`, [deal.carrier.accountId])
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Vera Campos', role: 'staff' })
  await window.goto(`/admin/jobs/${deal.job_id}?act=reassign`)
  const field = page.getByRole('combobox', { name: 'New carrier' })
  await hasFocus(field)
  await page.getByRole('option', { name: /Jon Egea/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: /Lucía Prieto/ }).count(), 0)
  await page.keyboard.type('Olg')
  await page.getByRole('option', { name: /Jon Egea/ }).waitFor({ state: 'detached' })
  assert.equal(await field.inputValue(), 'Olg')
  await page.getByRole('option', { name: /Olga Rey/ }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('did not come')
  await page.keyboard.press('Enter')
  await page.getByText('The job has another carrier.').waitFor()
  await page.getByRole('link', { name: 'Olga Rey' }).waitFor()
  window.assertQuiet()
})

test('the command bar opens the person of a name, or lists the people of its beginning', async () => {
  await market.person('Berta Ruiz')
  await market.person('Berta Rubio')
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Tina Roca', role: 'viewer' })
  const find = async (name: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(name)
    await page.getByRole('option', { name: `Find people: ${name}` }).click()
  }
  await find('berta rub')
  await page.getByRole('heading', { name: 'Berta Rubio', level: 1 }).waitFor()
  await find('berta')
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.getByText('Berta Ruiz').waitFor()
  window.assertQuiet()
})

test('a text that a landline cannot receive says why, in Today and in its job', async () => {
  const partner = await app.partner()
  const { body } = await partner.create({ customer_phone: '+34912345678' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Nora Vidal', role: 'viewer' })
  await window.goto('/admin')
  await page.getByText('The number is a landline: ask for a mobile number.').waitFor()
  await window.goto(`/admin/jobs/${body.job_id}`)
  await page.getByText('a landline: it receives neither texts nor the sign-in code').first().waitFor()
  window.assertQuiet()
})

test('decision 71: staff answer a customer from Today, and read what both wrote only when they ask for it', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('Between the two of us'))
  await report(deal)
  await sentBy(deal.customer, deal, messageBody('When do I get it back?', 'operator'))
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Nuria Gil', role: 'staff' })
  await window.goto('/admin')
  await page.getByText('A person waits for an answer').first().waitFor()
  await window.goto(`/admin/jobs/${deal.job_id}?act=answer_person`)
  const messages = page.getByRole('region', { name: 'Messages' })
  const field = messages.getByRole('textbox', { name: 'Answer to the customer' })
  await hasFocus(field)
  await field.fill('We call the carrier today')
  await messages.getByRole('button', { name: 'Send answer' }).first().click()
  await messages.getByText(/Nuria Gil ·/).waitFor()
  assert.equal(await messages.getByText('waits for an answer').count(), 0)
  assert.equal(await messages.getByText('Between the two of us').count(), 0)
  const read = messages.getByRole('button', { name: 'Read their messages' })
  await page.route(
    '**/conversation',
    (route) => route.fulfill({ status: 409, json: { error: 'wrong_state', message: 'Not right now.' } }),
    { times: 1 },
  )
  await read.click()
  await messages.getByText('Not right now.').waitFor()
  await read.click()
  await messages.getByText('Between the two of us').waitFor()
  await window.assertAccessible()
  const { rowCount } = await app.db.pool.query(`select from audit_event where act = 'job.read_messages'`)
  assert.equal(rowCount, 1, 'a reading is recorded, once')
  window.assertQuiet()
})

test('decision 71: a reported message waits in Today, and is marked when staff read the conversation', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('Second floor'))
  const message = await sentBy(deal.carrier, deal, messageBody('Pay me 50 in cash'))
  await reportedAs(deal.customer, deal, { ...message, kind: 'outside_payment' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Nuria Gil', role: 'staff' })
  await window.goto(`/admin/jobs/${deal.job_id}?act=answer_person`)
  const messages = page.getByRole('region', { name: 'Messages' })
  await hasFocus(messages.getByRole('textbox', { name: 'Answer to the customer' }))
  const marks = page.getByText('reported: payment outside')
  assert.equal(await marks.count(), 1, 'of the report')
  await messages.getByRole('button', { name: 'Read their messages' }).click()
  await messages
    .getByRole('listitem')
    .filter({ hasText: 'Pay me 50 in cash' })
    .filter({ has: marks })
    .waitFor()
  assert.equal(
    await messages.getByRole('listitem').filter({ hasText: 'Second floor' }).filter({ has: marks }).count(),
    0,
  )
  await window.assertAccessible()
  window.assertQuiet()
})
