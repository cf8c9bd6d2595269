import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { listMyDocuments } from '#contract/app/documents.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { dayIn, scan, upload } from '../support/documents.ts'
import {
  enrolStaff,
  holdUndo,
  isReady,
  joinByPasskey,
  openPanel,
  openPanelMarket,
  press,
} from '../support/panel.ts'
import type { Person } from '../support/person.ts'

/* Issue 9, part 7: a carrier uploads a document on the phone, staff decide on it in the panel. */
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

const statesOf = async (carrier: Person) =>
  (await carrier.ok(listMyDocuments)).documents.map(({ kind, state }) => `${kind} ${state}`)

/** Waits until the picture is drawn; fails if it cannot be. */
const drawn = (page: Page, name: string) =>
  page
    .getByRole('img', { name })
    .evaluate((picture: unknown) => (picture as { decode: () => Promise<void> }).decode())

test('a carrier uploads a licence, sees it and its state, and deletes it', async () => {
  const carrier = await market.carrier({ name: 'Rosa Molina' })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier/profile')
  await page.getByRole('button', { name: 'Upload: Driving licence' }).click()
  const sheet = page.getByRole('dialog', { name: 'Driving licence' })
  await sheet.getByRole('button', { name: 'Send' }).click()
  await sheet.getByText('Choose a photo first.').waitFor()
  await sheet.getByText('Enter the last day on which it is valid.').waitFor()
  await window.assertAccessible()
  await sheet
    .locator('input[type="file"]')
    .setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: scan })
  await sheet.getByRole('img', { name: 'The photo you have chosen' }).waitFor()
  await sheet.getByLabel('Valid until').fill(dayIn(-1))
  await sheet.getByText('This day is in the past.').waitFor()
  await sheet.getByLabel('Valid until').fill(dayIn(100))
  await sheet.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting for review').waitFor()
  assert.deepEqual(await statesOf(carrier), ['licence waiting'])
  await page.getByRole('button', { name: 'See the picture: Driving licence' }).click()
  await drawn(page, 'Picture: Driving licence')
  await window.assertAccessible()
  await isReady(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Delete: Driving licence' }).click()
  await page.getByText('Deleted.').waitFor()
  await page.getByText('Waiting for review').waitFor({ state: 'detached' })
  assert.deepEqual(await statesOf(carrier), [])
  window.assertQuiet()
})

test('staff come from Today to the picture, and accept it with Enter', async () => {
  const carrier = await market.carrier({ name: 'Iván Soler' })
  await upload(carrier, { expiresOn: dayIn(50) })
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'staff' })
  await press(page, 'g', 't')
  await page.getByRole('button', { name: 'Review: A document waits Iván Soler' }).click()
  const dialog = page.getByRole('dialog', { name: 'Driving licence · Iván Soler' })
  await dialog.waitFor()
  await drawn(page, 'Driving licence · Iván Soler')
  await window.assertAccessible()
  const field = dialog.getByLabel('Valid until')
  assert.equal(await field.inputValue(), dayIn(50), 'the day of the carrier is proposed')
  await field.fill('')
  await field.press('Enter')
  await dialog.getByText('Enter the last day on which it is valid.').waitFor()
  await field.fill(dayIn(20))
  await field.press('Enter')
  await page.getByText('The document is accepted.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await statesOf(carrier), ['licence accepted'])
  await window.goto('/admin/carriers?documents=expiring')
  await page.getByRole('table', { name: 'Carriers' }).getByText('Iván Soler').waitFor()
  await window.assertAccessible()
  await window.goto('/admin/carriers?documents=waiting')
  await page.getByText('Nothing matches these filters').waitFor()
  window.assertQuiet()
})

test('a click anywhere in the row of a document opens that document, not another', async () => {
  const carrier = await market.carrier({ name: 'Olga Rey' })
  await upload(carrier, { kind: 'licence' })
  await upload(carrier, { kind: 'insurance' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Vera Campos', role: 'staff' })
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  for (const name of ['Insurance', 'Driving licence']) {
    await page.getByRole('row', { name }).click()
    await isReady(page.getByRole('dialog', { name: `${name} · Olga Rey` }))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  window.assertQuiet()
})

test('a document is refused after ten seconds in which it can be undone; the carrier reads why', async () => {
  const carrier = await market.carrier({ name: 'Nuria Pons' })
  await upload(carrier, { kind: 'insurance' })
  await using window = await openPanel(browser, app, { desk: false })
  const { page } = window
  await enrolStaff(window, app, { name: 'Pau Ferrer', role: 'staff' })
  const endUndo = await holdUndo(page)
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  const refuse = async () => {
    await page.getByRole('table', { name: 'Documents' }).getByRole('button', { name: 'Insurance' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    const asked = page.getByRole('dialog', { name: 'Refuse: Insurance of Nuria Pons?' })
    await asked.getByRole('textbox', { name: 'Message to the carrier' }).fill('No se lee la fecha')
    await asked.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('Insurance of Nuria Pons will be refused').waitFor()
  }
  await refuse()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  await refuse()
  await endUndo()
  await page.getByText('The document is refused.').waitFor()
  await page.getByText('No se lee la fecha').waitFor()
  await window.assertAccessible()
  window.assertQuiet()

  await using phone = await openApp(browser, app, { as: carrier, language: 'es' })
  await phone.goto('/carrier/profile')
  await phone.page.getByText('No se lee la fecha').waitFor()
  await phone.page.getByRole('button', { name: 'Subir uno nuevo: Seguro' }).waitFor()
  phone.assertQuiet()
})

test('a viewer sees the state of a document and not its picture', async () => {
  const carrier = await market.carrier({ name: 'Olga Ramos' })
  await upload(carrier)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Vera Ríos', role: 'viewer' })
  await window.goto(`/admin/carriers/${carrier.accountId}`)
  await page
    .getByRole('table', { name: 'Documents' })
    .getByRole('button', { name: 'Driving licence' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Only staff can see the picture.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Accept' }).count(), 0)
  window.assertQuiet()
})
