import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readCarrier } from '#contract/app/carrier.ts'
import { readSignUp } from '#contract/app/sign-up.ts'
import { removePhoto } from '../../server/accounts/carrier-photos/remove-photo.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { savePlate, uploadPhotoOf } from '../support/carrier-photos.ts'
import { fillVehicle, fillYou, takePhoto } from '../support/carrier-steps.ts'
import { scan } from '../support/documents.ts'
import { enrolStaff, holdUndo, openPanel, openPanelMarket } from '../support/panel.ts'
import { until } from '../support/until.ts'

/* Decision 81: the steps of the sign-up, the customer's card of the carrier, and what staff see of it. */
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

/** Waits until the picture is drawn; fails if it cannot be. */
const drawn = (page: Page, name: string | RegExp) =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate((picture: unknown) => (picture as { decode: () => Promise<void> }).decode())

test('decision 81: the sign-up is left after a step and goes on where it was, on another device', async () => {
  const person = await market.person()
  {
    await using phone = await openApp(browser, app, { as: person })
    await phone.goto('/carrier')
    await phone.page.getByText('0 of 5 done').waitFor()
    assert.equal(await phone.page.getByText('After “Your vehicle”').count(), 3)
    await phone.assertAccessible()
    await fillYou(phone.page, { name: 'Lucía Prieto' })
    await phone.page.getByText('1 of 5 done').waitFor()
    phone.assertQuiet()
  }
  await using desk = await openApp(browser, app, { as: person, desk: true })
  const { page } = desk
  await desk.goto('/carrier/sign-up')
  await page.getByText('1 of 5 done').waitFor()
  await fillVehicle(page)
  await page.getByText('2 of 5 done').waitFor()
  await desk.assertAccessible()
  await page.getByRole('link', { name: 'Next: Documents' }).click()
  await page.getByRole('button', { name: 'Upload: Driving licence' }).waitFor()
  await desk.assertAccessible()
  await page.getByRole('link', { name: 'Done, back to all steps' }).click()
  await page.getByRole('link', { name: /^Payouts/ }).click()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByText('Your account is set up.').waitFor()
  await page.getByRole('link', { name: 'Done, back to all steps' }).click()
  await page.getByText('3 of 5 done').waitFor()
  assert.equal((await person.ok(readCarrier)).plate, '1234 BCD')
})

test('decision 81: a photo that could not be sent stays on the screen and is sent again', async () => {
  const person = await market.person('Lucía')
  await using window = await openApp(browser, app, { as: person })
  const { page } = window
  await window.goto('/carrier/sign-up/you')
  const field = page.getByRole('button', { name: 'Photo of your face: Take a photo' })
  await field.waitFor()
  await page.route('**/app/v1/carrier/photos/**', (route) =>
    route.fulfill({ status: 413, json: { error: 'payload_too_large', message: 'This photo is too large.' } }),
  )
  const chooser = page.waitForEvent('filechooser')
  await field.click()
  await (await chooser).setFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: scan })
  await page.getByText('This photo is too large.').waitFor()
  await page.getByText('The photo is still here.').waitFor()
  await drawn(page, 'Your face, as customers see it')
  await window.assertAccessible()
  assert.deepEqual((await person.ok(readSignUp)).photos, [])
  await page.unroute('**/app/v1/carrier/photos/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Photo saved.').waitFor()
  assert.equal((await person.ok(readSignUp)).photos.length, 1)
  await page.getByRole('button', { name: 'Delete the photo: Photo of your face' }).click()
  await page.getByText('Photo deleted.').waitFor()
  await until('it is gone', async () => (await person.ok(readSignUp)).photos.length === 0)
})

test('decision 81: what is missing in a step is named at its field, and a later step waits for the vehicle', async () => {
  const person = await market.person('Lucía')
  await using window = await openApp(browser, app, { as: person })
  const { page } = window
  await window.goto('/carrier/sign-up/vehicle')
  await page.getByRole('textbox', { name: 'Plate' }).fill('12_34')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByText('Choose the size of your vehicle.').waitFor()
  await page.getByText('Letters and digits only').waitFor()
  await window.assertAccessible()
  await window.goto('/carrier/sign-up/documents')
  await page.getByRole('link', { name: 'To your vehicle' }).click()
  await page.getByRole('heading', { name: 'Your vehicle', level: 1 }).waitFor()
  await window.goto('/carrier/sign-up/nothing')
  await page.getByText('0 of 5 done').or(page.getByText('1 of 5 done')).waitFor()
  window.assertQuiet()
})

test('decision 81: a carrier admitted before is reminded on the profile, and reads why a photo was removed', async () => {
  const carrier = await market.carrier({ name: 'Rosa Molina' })
  const { picture_id } = await uploadPhotoOf(carrier)
  const by = byOperator('This is a dog.')
  await removePhoto(app.db.kysely, { accountId: carrier.accountId, pictureId: picture_id, by })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier/profile')
  await page.getByText('This is a dog.').waitFor()
  await page.getByText('Something is missing').waitFor()
  await takePhoto(page, 'Photo of your face')
  await page.getByText('This is a dog.').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Plate' }).fill('B-MW 123')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Something is missing').waitFor({ state: 'detached' })
  await window.assertAccessible()
  assert.equal((await carrier.ok(readCarrier)).plate, 'B-MW 123')
})

test('decision 81: the customer sees face, plate and vehicle, and initials of a carrier without a face', async () => {
  const customer = await market.person('Ana Ruiz')
  const [known, plain] = [
    await market.carrier({ name: 'Lucía Prieto' }),
    await market.carrier({ name: 'Benito Gil' }),
  ]
  await uploadPhotoOf(known)
  await uploadPhotoOf(known, { kind: 'vehicle', bytes: scan })
  await savePlate(known, '1234 BCD')
  const seen = await market.accepted(customer, known)
  const unseen = await market.accepted(customer, plain)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${seen.job_id}`)
  await drawn(page, 'Photo of Lucía Prieto')
  await page.getByText('1234 BCD').waitFor()
  await page.getByRole('button', { name: 'Photo of the vehicle, opens larger' }).click()
  const dialog = page.getByRole('dialog', { name: 'The vehicle · 1234 BCD' })
  await dialog.getByRole('img', { name: 'The vehicle' }).waitFor()
  await window.assertAccessible()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await window.assertAccessible()
  await window.goto(`/app/jobs/${unseen.job_id}`)
  await page.getByText('BG', { exact: true }).waitFor()
  assert.equal(await page.getByRole('img', { name: /^Photo of/ }).count(), 0)
  window.assertQuiet()
})

test('decision 81: staff see what was changed, remove a photo with a message, and find a plate', async () => {
  const carrier = await market.carrier({ name: 'Sara Rius' })
  const { picture_id } = await uploadPhotoOf(carrier)
  await savePlate(carrier, 'M-7777 ZZ')
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Vera Campos', role: 'staff' })
  const endUndo = await holdUndo(page)
  await window.goto('/admin/carriers?plate=m7777zz')
  await page.getByRole('link', { name: 'Sara Rius' }).click()
  await drawn(page, 'Face · Sara Rius')
  assert.equal(await page.getByText('Changed since the approval').count(), 2)
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Remove: Face' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove: Face of Sara Rius?' })
  await asked.getByRole('textbox', { name: 'Message to the carrier' }).fill('This is a dog.')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Photo of Sara Rius will be removed: Face').waitFor()
  await endUndo()
  await page.getByText('The photo is removed.').waitFor()
  await until('it is removed', async () => {
    const { photos } = await carrier.ok(readSignUp)
    return photos[0]?.picture_id === picture_id && photos[0].state === 'removed'
  })
})
