import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type TodayKind, todayKinds } from '#contract/vocabulary.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  enrolStaff,
  enterReason,
  hasFocus,
  holdUndo,
  joinByPasskey,
  openPanel,
  openPanelMarket,
  press,
} from '../support/panel.ts'
import { checkLedger, todayScenes } from '../support/today-scenes.ts'

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

/** Brings about the state of an entry; the test ends it. */
const happen = async (kind: TodayKind) => (await todayScenes[kind][0]?.(market)) ?? assert.fail()

const focusedRow = (page: Page, entry: string) =>
  page.locator(`[data-entry="${entry}"] [data-row]`).and(page.locator(':focus'))

test('the first page says that nothing waits and that the books agreed, and then shows by itself what waits', async () => {
  await checkLedger(market)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'owner' })
  await page.clock.install()
  await window.goto('/admin')
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  await page.getByText('The books agreed').waitFor()
  await window.assertAccessible()
  const { end } = await happen('carrier_waiting')
  await page.clock.runFor(31_000)
  const row = page.getByRole('row', { name: 'A carrier waits for approval' })
  await row.waitFor()
  await end()
  await page.clock.runFor(31_000)
  await row.waitFor({ state: 'detached' })
  window.assertQuiet()
})

test('a text that failed leads to its act with three keys, and is put off with one key, a reason and Enter', async () => {
  const { subject, end } = await happen('sms_failed')
  const other = await happen('draft_expires')
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await holdUndo(page)
  // The pages that are open have no hold yet.
  await page.reload()
  await page.getByRole('table').first().waitFor()
  const { keyboard } = page
  await press(page, 'g', 't')
  await page.getByRole('rowheader', { name: 'Costs something now 1' }).waitFor()
  await page.getByRole('rowheader', { name: 'Within a day 1' }).waitFor()
  await page.getByText('no such number').waitFor()
  await keyboard.press('j')
  await focusedRow(page, `sms_failed:${subject}`).waitFor()
  await keyboard.press('a')
  await page.waitForURL(/\/admin\/jobs\/[0-9a-f-]+\?act=resend_text$/)
  // Else the row of the page before still has the focus.
  await page.getByRole('heading', { level: 1, name: 'Three-seat sofa' }).waitFor()
  await page.goBack()
  await page.getByText('no such number').waitFor()
  await keyboard.press('j')
  await focusedRow(page, `sms_failed:${subject}`).waitFor()
  await keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Snooze: The link did not arrive' })
  const why = dialog.getByRole('textbox', { name: 'Reason' })
  await hasFocus(why)
  await window.assertAccessible()
  await keyboard.press('Enter')
  await dialog.getByText('Please fill this in.').waitFor()
  await hasFocus(why)
  await keyboard.type('Calling them at noon')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('no such number').waitFor({ state: 'detached' })
  await focusedRow(page, `draft_expires:${other.subject}`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('no such number').waitFor()
  await page.getByRole('button', { name: 'Snooze: The link did not arrive' }).click()
  await enterReason(page, 'Calling them at noon')
  await page.getByText('1 snoozed entry').click()
  await page.getByText(/^comes back /).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Show now: The link did not arrive' }).click()
  await page.getByText('no such number').waitFor()
  await page.getByText('1 snoozed entry').waitFor({ state: 'detached' })
  window.assertQuiet()
  for (const each of [end, other.end]) await each()
})

test('every kind has its words in both languages; a viewer sees the rows and no act', async () => {
  const scenes = []
  for (const kind of todayKinds) scenes.push(await happen(kind))
  await using window = await openPanel(browser, app, { language: 'es' })
  const { page } = window
  await enrolStaff(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await window.goto('/admin')
  await page.getByRole('table', { name: 'Hoy' }).waitFor()
  await page
    .locator('[data-entry]')
    .nth(todayKinds.length - 1)
    .waitFor()
  assert.equal(await page.getByRole('button', { name: /^Posponer|^Cobrar/ }).count(), 0)
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Las cuentas no cuadran' }).last().click()
  const drawer = page.getByRole('dialog', { name: 'Las cuentas no cuadran' })
  await drawer.getByText('Un responsable puede contabilizarla.').waitFor()
  assert.equal(await drawer.getByRole('textbox', { name: 'En el servidor' }).count(), 0)
  await window.assertAccessible()
  window.assertQuiet()
  for (const { end } of scenes) await end()
})

test('a difference of the ledger is booked from its entry, with a reason', async () => {
  const { end } = await happen('ledger_unbalanced')
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Olga Ruiz', role: 'owner' })
  await window.goto('/admin')
  await page.getByText('The books do not agree').last().waitFor()
  const { keyboard } = page
  await keyboard.press('j')
  await focusedRow(page, 'ledger_unbalanced:wallet balance').waitFor()
  await keyboard.press('a')
  const drawer = page.getByRole('dialog', { name: 'The books do not agree' })
  const book = drawer.getByRole('button', { name: 'Book the difference' })
  await book.waitFor()
  await drawer.getByText('€5.00').first().waitFor()
  await window.assertAccessible()
  await book.click()
  const dialog = page.getByRole('dialog', { name: 'Book the difference' })
  await hasFocus(dialog.getByRole('textbox', { name: 'Reason' }))
  await keyboard.type('A top-up by hand of last week')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  window.assertQuiet()
  await checkLedger(market)
  assert.equal(
    (await app.db.pool.query('select differences from ledger_check')).rows[0].differences.length,
    0,
  )
  await end()
})

test('on a phone the first entry is above the fold, in both languages', async () => {
  // Those of closing are of one day each, which was there before.
  const kinds = todayKinds.filter((kind) => !/^(reconciliation|closing)/.test(kind))
  const scenes = []
  for (const kind of kinds) scenes.push(await happen(kind))
  for (const language of ['en', 'es'] as const) {
    await using window = await openPanel(browser, app, { language })
    const { page } = window
    await page.setViewportSize({ width: 390, height: 844 })
    await enrolStaff(window, app, { name: `Eva ${language}`, role: 'staff' })
    await window.goto('/admin')
    const first = page.locator('[data-entry]').first()
    await first.waitFor()
    const box = await first.boundingBox()
    assert.ok(box && box.y + Math.min(box.height, 120) < 844, `${language}: ${JSON.stringify(box)}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  }
  for (const { end } of scenes) await end()
})
