import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { acceptJob, giveBackJob } from '#contract/app/carrier.ts'
import { rateCarrier } from '#contract/app/customer.ts'
import { launchBrowser } from '../support/browser.ts'
import { savePlate, uploadPhotoOf } from '../support/carrier-photos.ts'
import { completedDeal } from '../support/deals.ts'
import {
  enrolStaff,
  enter,
  enterReason,
  hasFocus,
  headed,
  holdUndo,
  isClosed,
  isOffered,
  isReady,
  joinByPasskey,
  openFirstRow,
  openPanel,
  openPanelMarket,
  press,
} from '../support/panel.ts'
import type { Person } from '../support/person.ts'

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

const statusOf = async ({ accountId }: Person) => {
  const { rows } = await app.db.pool.query<{ status: string }>(
    'select status from carrier where account_id = $1',
    [accountId],
  )
  return rows[0]?.status
}

test('a carrier who waits is found with filters, and approved with keys alone', async () => {
  const carrier = await market.carrier({ name: 'Rosa Molina', status: 'pending', size: 'M' })
  await market.carrier({ name: 'Óscar Vega', status: 'approved' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'staff' })
  await press(page, 'g', 'c')
  await headed(page, 'Carriers')
  const rows = page.getByRole('table', { name: 'Carriers' })
  await rows.getByText('Óscar Vega').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Waiting')
  await rows.getByText('Óscar Vega').waitFor({ state: 'detached' })
  await page.waitForURL(/\?status=pending$/)
  await page.getByText('1 carrier', { exact: true }).waitFor()
  await window.assertAccessible()
  await page.getByRole('heading', { level: 1 }).click()
  await openFirstRow(page)
  await headed(page, 'Rosa Molina')
  await page.getByText('Calle Mayor 1, 28013 Madrid').waitFor()
  await window.assertAccessible()
  await press(page, 'a')
  const dialog = await isReady(page.getByRole('dialog', { name: 'Approve Rosa Molina?' }))
  await window.assertAccessible()
  await page.keyboard.type('Bienvenida')
  await press(page, 'Enter')
  await page.getByText('Rosa Molina is approved.').waitFor()
  await page.getByText('Bienvenida').waitFor()
  await isClosed(dialog)
  assert.equal(await statusOf(carrier), 'approved')
  // The key is an act only where the status allows it.
  await press(page, 'a')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.goBack()
  await page.getByText('Nothing matches these filters').waitFor()
  window.assertQuiet()
})

test('a profile that was saved since it was opened is not approved: the page says what changed', async () => {
  const carrier = await market.carrier({ name: 'Iván Soler', status: 'pending' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  await headed(page, 'Iván Soler')
  await app.db.pool.query(
    `update carrier set vehicle = 'old lorry', updated_at = now() + interval '1 s' where account_id = $1`,
    [carrier.accountId],
  )
  await press(page, 'a')
  await hasFocus(page.getByRole('dialog').getByRole('textbox'))
  await press(page, 'Enter')
  const alert = page.getByRole('alert')
  await alert.getByText('The carrier has changed since you opened it').waitFor()
  await alert.getByRole('row', { name: 'Description white van old lorry' }).waitFor()
  await isClosed(page.getByRole('dialog'))
  assert.equal(await statusOf(carrier), 'pending')
  await window.assertAccessible()
  await press(page, 'a')
  await hasFocus(page.getByRole('dialog').getByRole('textbox'))
  await press(page, 'Enter')
  await page.getByText('Iván Soler is approved.').waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  window.assertQuiet()
})

test('a carrier is suspended after ten seconds in which it can be undone, and reinstated with a reason', async () => {
  const carrier = await market.carrier({ name: 'Nuria Pons' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Pau Ferrer', role: 'staff' })
  const endUndo = await holdUndo(page)
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  await headed(page, 'Nuria Pons')
  const suspend = async () => {
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('textbox', { name: 'Message to the carrier' }).fill('Falta el seguro')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Nuria Pons will be suspended').waitFor()
  }
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Please fill this in.').waitFor()
  await press(page, 'Escape')
  await isClosed(page.getByRole('dialog'))
  await suspend()
  await page.getByRole('button', { name: 'Suspend', disabled: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  await suspend()
  await endUndo()
  await page.getByText('Nuria Pons is suspended.').waitFor()
  await page.getByText('Falta el seguro').waitFor()
  assert.equal(await statusOf(carrier), 'suspended')
  await isOffered(page, 'u')
  await press(page, 'u')
  await enterReason(page, 'Seguro recibido', 'Message to the carrier')
  await page.getByText('Nuria Pons may accept jobs again.').waitFor()
  assert.equal(await statusOf(carrier), 'approved')
  window.assertQuiet()
})

test('a carrier is found by plate and by name, which are in no URL, and a plate is for staff', async () => {
  const carrier = await market.carrier({ name: 'Berta Soto' })
  await market.carrier({ name: 'Hugo Blanco' })
  await savePlate(carrier, '4321 KLM')
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Inés Rey', role: 'staff' })
  const visited: string[] = []
  page.on('request', (request) => visited.push(request.url()))
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await window.goto('/admin/carriers')
  const rows = page.getByRole('table', { name: 'Carriers' })
  await rows.getByText('Hugo Blanco').waitFor()
  await enter(page.getByRole('textbox', { name: 'Plate' }), '4321-klm')
  await rows.getByText('Hugo Blanco').waitFor({ state: 'detached' })
  await rows.getByText('Berta Soto').waitFor()
  await page.waitForURL(/\?plate=t\w+$/)
  await window.assertAccessible()
  // A minute later, going back and a look at the window repeat no search.
  await rows.getByRole('link', { name: 'Berta Soto' }).click()
  await headed(page, 'Berta Soto')
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.goBack()
  await rows.getByText('Berta Soto').waitFor()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  await page.getByRole('textbox', { name: 'Plate' }).fill('')
  await enter(page.getByRole('textbox', { name: 'Name' }), 'hugo')
  await rows.getByText('Hugo Blanco').waitFor()
  await page.waitForURL(/\?name=t\w+$/)
  await rows.getByRole('link', { name: 'Hugo Blanco' }).click()
  await headed(page, 'Hugo Blanco')
  await page.goBack()
  await rows.getByText('Hugo Blanco').waitFor()
  assert.equal(await rows.getByText('Berta Soto').count(), 0, 'the list is as it was left')
  await page.reload()
  await rows.getByText('Berta Soto').waitFor()
  await page.waitForURL(/\/admin\/carriers$/)
  const searched = await app.db.pool.query(`select from audit_event where act = 'carrier.search_plate'`)
  assert.equal(searched.rowCount, 1)
  assert.deepEqual(
    visited.filter((url) => /klm|hugo/i.test(url)),
    [],
  )
  window.assertQuiet()
})

test('what was changed since the approval is marked as seen, and what came in between stays marked', async () => {
  const carrier = await market.carrier({ name: 'Aina Riera' })
  await uploadPhotoOf(carrier)
  await savePlate(carrier, '1234 BCD')
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Biel Mas', role: 'staff' })
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  await headed(page, 'Aina Riera')
  const seen = page.getByRole('region', { name: 'What customers see' })
  const marks = seen.getByText('Changed since the approval')
  await marks.nth(1).waitFor()
  await window.assertAccessible()
  await uploadPhotoOf(carrier, { kind: 'vehicle' })
  await seen.getByRole('button', { name: 'Mark as seen' }).click()
  await page.getByText('What was on this page is marked as seen.').waitFor()
  await seen.getByRole('img', { name: 'Vehicle · Aina Riera' }).waitFor()
  assert.equal(await marks.count(), 1, 'the photo that came in between')
  await seen.getByRole('button', { name: 'Mark as seen' }).click()
  await marks.waitFor({ state: 'detached' })
  assert.equal(await seen.getByRole('button', { name: 'Mark as seen' }).count(), 0)
  await window.assertAccessible()
  window.assertQuiet()
})

test('a viewer sees strikes, ratings and earnings of a carrier, and no act; a number does not filter', async () => {
  const { carrier, customer, params } = await completedDeal(market)
  await savePlate(carrier, '7777 PQR')
  await customer.ok(rateCarrier, { params, body: { stars: 4, comment: 'Puntual' } })
  const dropped = await market.posted(await market.person())
  await carrier.ok(acceptJob, { params: { job_id: dropped.job_id } })
  await carrier.ok(giveBackJob, { params: { job_id: dropped.job_id }, body: { reason: 'Flat tyre' } })
  await using window = await openPanel(browser, app, { desk: false })
  const { page } = window
  await enrolStaff(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  await headed(page, 'Carrier')
  await page.getByRole('table', { name: 'Strikes' }).getByText('Flat tyre').waitFor()
  await page.getByRole('table', { name: 'Ratings by customers' }).getByText('Puntual').waitFor()
  await page.getByText('None yet: what is owed waits.').waitFor()
  await page.getByText(`+34•••••${carrier.phone.slice(-3)}`).waitFor()
  await page.getByText('Only staff can see the plate.').waitFor()
  assert.equal(await page.getByText('7777 PQR').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Suspend' }).count(), 0)
  await press(page, 's')
  await window.goto(`/admin/carriers/${carrier.accountId}?act=suspend`)
  await headed(page, 'Carrier')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await window.assertAccessible()
  await window.goto('/admin/carriers')
  await enter(page.getByRole('textbox', { name: 'Name' }), '655 100 0')
  await page.getByText('That is a phone number. Only staff can search for one.').waitFor()
  assert.ok(page.url().endsWith('/admin/carriers'))
  assert.equal(await page.getByRole('textbox', { name: 'Plate' }).count(), 0)
  window.assertQuiet()
})
