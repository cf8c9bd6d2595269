import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { addTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { signIn } from '../support/person.ts'

const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const photo = await sharp({ create: { width: 2_600, height: 1_300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

test('2.1: a job is started in the app with its price in sight, survives a reload, and goes on to the same review', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app')
  await page.getByRole('link', { name: 'Start a job' }).click()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByText('Please fill this in.').first().waitFor()
  await window.assertAccessible()
  await page.getByRole('radio', { name: /^Medium/ }).click()
  await page.getByRole('textbox', { name: 'In a few words' }).fill('Washing machine')
  const [pickup, dropoff] = ['Where is it?', 'Where does it go?'].map((name) =>
    page.getByRole('region', { name }),
  )
  await pickup?.getByRole('combobox', { name: 'Address' }).fill('Calle Mayor 10, 28013 Madrid')
  await pickup?.getByRole('textbox', { name: 'Floor' }).fill('2')
  await dropoff?.getByRole('combobox', { name: 'Address' }).fill('Plaza Mayor 1, 40001 Segovia')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor()
  await page.reload()
  const price = page.getByRole('status').getByText(/^€\d+\.\d\d$/)
  const shown = await price.innerText()
  await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  await page.getByRole('button', { name: `Pay ${shown} and publish` }).waitFor()
  const photoButton = page.getByRole('button', { name: 'Enlarge photo 1 of 1' })
  await photoButton.click()
  const whole = page.getByRole('dialog', { name: 'Photo 1 of 1' })
  await whole.getByRole('img', { name: 'Photo 1 of 1' }).waitFor()
  await whole.getByRole('button', { name: 'Close' }).click()
  await whole.waitFor({ state: 'hidden' })
  // Who goes by keys goes on where they were.
  await page.locator('button:focus').and(photoButton).waitFor()
  const { jobs } = await customer.ok(listMyJobs)
  const job = await customer.ok(readMyJob, { params: { job_id: jobs[0]?.job_id ?? '' } })
  assert.deepEqual([job.title, job.pickup.floor, job.origin], ['Washing machine', 2, 'app'])
  window.assertQuiet()
})

test('DESIGN 3, Create: an address that is not found is reported at its field, and nothing is started', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  await page.getByRole('radio', { name: /^Small/ }).click()
  await page.getByRole('textbox', { name: 'In a few words' }).fill('Box')
  await page.getByRole('combobox', { name: 'Address' }).first().fill('Calle Mayor 10, 28013 Madrid')
  await page.getByRole('combobox', { name: 'Address' }).last().fill('xqzwv qqqqq 99999999')
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/app/v1/jobs') && response.status() === 422,
  )
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await refused
  const field = page.getByRole('combobox', { name: 'Address' }).last()
  await field.and(page.locator('[aria-invalid="true"]')).waitFor()
  const { jobs } = await customer.ok(listMyJobs)
  assert.deepEqual(jobs, [])
})

test('DESIGN 1: the account keeps a name and a language, adds and removes a card, and signs out', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer, colours: 'dark' })
  const { page } = window
  await window.goto('/app/account')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Gil')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  await addTestCard(window, '4242424242424242')
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Remove the card ending in 4242' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No saved cards.').waitFor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await page.getByRole('heading', { name: 'Cuenta', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
  await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor()
  await window.goto('/app')
  await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor()
})

test('DESIGN 1: a saved card is in the list before the list is read again', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/account')
  await page.getByText('No saved cards.').waitFor()
  await page.route('**/app/v1/payment-methods', () => {})
  await addTestCard(window, '4242424242424242')
  await page.getByRole('button', { name: 'Remove the card ending in 4242' }).waitFor()
})
