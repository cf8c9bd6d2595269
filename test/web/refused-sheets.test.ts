import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob } from '#contract/app/carrier.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'

// What a sheet whose act goes through the offline queue does with a refusal.
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const refusal = { error: 'wrong_state', message: 'Somebody else has changed this.' }

async function deal() {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  return { customer, carrier, job_id }
}

const openProblem = async ({ page }: Awaited<ReturnType<typeof openApp>>) => {
  await page.getByRole('button', { name: 'Something is wrong' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio').first().check()
  await sheet.getByRole('textbox').fill('Nobody came')
  return { sheet, send: () => sheet.getByRole('button', { name: 'Send to our team' }).click() }
}

test('app, sheet: a refusal is not under its head, and what was typed stays', async () => {
  const { customer, job_id } = await deal()
  await using window = await openApp(browser, app, { as: customer })
  await window.goto(`/app/jobs/${job_id}`)
  const { sheet, send } = await openProblem(window)
  await window.page.route('**/problems', (route) => route.fulfill({ status: 409, json: refusal }))
  await send()
  const why = sheet.getByRole('alert').filter({ hasText: refusal.message })
  await why.waitFor()
  // Playwright clicks only where no other element covers it.
  await why.click({ position: { x: 8, y: 8 } })
  assert.equal(await sheet.getByRole('textbox').inputValue(), 'Nobody came')
})

test('app, sheet: without a session it closes, and what it sent waits for the sign-in', async () => {
  const { customer, job_id } = await deal()
  await using window = await openApp(browser, app, { as: customer })
  await window.goto(`/app/jobs/${job_id}`)
  const { sheet, send } = await openProblem(window)
  await window.page.route('**/problems', (route) => route.fulfill({ status: 401, json: {} }))
  await send()
  await sheet.waitFor({ state: 'detached' })
  const banner = window.page.locator('.dray-offline')
  await banner.filter({ hasText: '1 change is saved on this device and will be sent.' }).waitFor()
  await banner.getByRole('link', { name: 'Sign in to continue' }).waitFor()
})

test('app, sheet: what was sent without a connection and is refused later says why', async () => {
  const { customer, job_id } = await deal()
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  const { sheet, send } = await openProblem(window)
  await page.route('**/problems', (route) => route.fulfill({ status: 409, json: refusal }))
  await page.context().setOffline(true)
  await send()
  await sheet.waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await page.getByRole('status').getByText(refusal.message).waitFor()
})

test('app, carrier: a job that could not be dropped keeps the reason, a delivery its photo', async () => {
  const { carrier, job_id } = await deal()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await page.route(/\/(cancel|delivered)$/, (route) => route.fulfill({ status: 409, json: refusal }))
  await window.goto(`/carrier/jobs/${job_id}`)
  const drop = page.getByRole('button', { name: 'Drop this job' })
  await drop.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('My van broke down')
  await sheet.getByRole('button', { name: 'Drop the job' }).click()
  await page.getByText(refusal.message).waitFor()
  await drop.click()
  assert.equal(await sheet.getByRole('textbox').inputValue(), 'My van broke down')

  await carrier.ok(collectJob, { params: { job_id }, body: {} })
  await page.reload()
  const deliver = page.getByRole('button', { name: 'I have delivered it' })
  await deliver.click()
  await sheet.locator('input[type="file"]').setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not decoded, but shown as chosen'),
  })
  await sheet.getByRole('button', { name: 'Yes, it is delivered' }).click()
  await page.getByText(refusal.message).waitFor()
  await deliver.click()
  await sheet.locator('img').waitFor()
})
