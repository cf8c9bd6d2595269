import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob, readCarrier } from '#contract/app/carrier.ts'
import { openApp } from '../support/app-page.ts'
import { collectByHand } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

test('DESIGN 3, Life: giving a job back says first that it is a strike, and asks why', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${job_id}`)
  await page.getByRole('button', { name: 'Drop this job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop this job?' })
  await dialog.getByText('You have 0 in the last 30 days; the third suspends your account.').waitFor()
  await window.assertAccessible()
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('My van broke down')
  await dialog.getByRole('button', { name: 'Drop the job' }).click()
  await page.getByText('You dropped it.').waitFor()
  assert.equal((await carrier.ok(readCarrier)).strikes, 1)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByText('1 of 3').waitFor()
  window.assertQuiet()
})

test('part 1: a delivery without a connection is sent after a reload of the page, with its photo', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await page.route(/\/app\/v1\/(photos|carrier\/jobs\/.*\/(collected|delivered))$/, (route) => route.abort())
  await window.goto(`/carrier/jobs/${job_id}`)
  await collectByHand(window)
  await page.getByText('“Collected” is saved on this phone and will be sent.').waitFor()
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it delivered?' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: 'Yes, it is delivered' }).click()
  await page
    .getByText('“Delivered” is saved on this phone and will be sent. Your photo is saved with it.')
    .waitFor()
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('img', { name: 'Photo of the delivery' }).waitFor()
  const { rows } = await app.db.pool.query<{ reason: string }>(
    `select reason from job_event where job_id = $1 and reason in ('collected', 'delivered') order by id`,
    [job_id],
  )
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['collected', 'delivered'],
  )
})

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('everything of a carrier can be read by everybody: Spanish, dark', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await using window = await openApp(browser, app, { as: carrier, language: 'es', colours: 'dark' })
  const { page } = window
  await window.goto(`/carrier/jobs/${job_id}`)
  await page.getByRole('heading', { name: '¿Qué tal con Ana?' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('radio', { name: '5 estrellas' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Enviar la valoración' }).click()
  await page.getByText('Gracias por tu valoración.').waitFor()
  await page.getByRole('link', { name: 'Mis encargos', exact: true }).click()
  await page.getByRole('heading', { name: 'No hay encargos activos' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('link', { name: 'Ganancias', exact: true }).click()
  await page.getByRole('heading', { name: 'Extracto' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('link', { name: 'Perfil', exact: true }).click()
  await page.getByRole('heading', { name: 'Dónde recibes tus ganancias' }).waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})
