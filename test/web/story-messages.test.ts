import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { report } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy } from '../support/message-scenes.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

/* Customer and carrier write to each other, in two browsers (decision 71). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const talk = ({ page }: AppPage) => page.getByRole('region', { name: 'Messages' })
const log = ({ page }: AppPage) => page.getByRole('dialog').getByRole('group', { name: 'Messages' })
/** What screen readers say of new messages. */
const spoken = ({ page }: AppPage) => page.getByRole('dialog').getByRole('log')

/** Types a message into the open sheet and sends it. */
async function write({ page }: AppPage, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function openDeal(): Promise<{ ana: Person; lucia: Person; job_id: string }> {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(ana, lucia)
  return { ana, lucia, job_id }
}

test('decision 71: both write and read at once, with the line cut once, and see what was read', async () => {
  const { ana, lucia, job_id } = await openDeal()
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: lucia })
  await customer.goto(`/app/jobs/${job_id}`)
  await carrier.goto(`/carrier/jobs/${job_id}`)

  await talk(customer).getByRole('button', { name: 'Message Lucía' }).click()
  await customer.page.getByText('Only the two of you read this.', { exact: false }).waitFor()
  await customer.assertAccessible()
  await write(customer, 'Ring the lower bell')
  await log(customer).getByText('Ring the lower bell').waitFor()
  await talk(carrier)
    .getByRole('button', { name: /Message Ana.*1 unread message/ })
    .click()
  await log(carrier).getByText('Ring the lower bell').waitFor()
  await log(customer)
    .getByText(/· read/)
    .waitFor()

  await carrier.page.context().setOffline(true)
  await write(carrier, 'I come at ten')
  await log(carrier).getByText('waits for a connection').waitFor()
  await write(carrier, 'Or a bit later')
  assert.equal(await log(customer).getByText('I come at ten').count(), 0)
  await carrier.page.context().setOffline(false)
  for (const side of [customer, carrier]) {
    await log(side).getByText('I come at ten').waitFor()
    await log(side).getByText('Or a bit later').waitFor()
  }
  const { rowCount } = await app.db.pool.query('select from job_message where job_id = $1', [job_id])
  assert.equal(rowCount, 3, 'each was sent once')
  await carrier.assertAccessible()
  customer.assertQuiet()
})

test('decision 71: a message that was written without a connection is sent after the app was closed', async () => {
  const { ana, lucia, job_id } = await openDeal()
  await using carrier = await openApp(browser, app, { as: lucia })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await talk(carrier).getByRole('button', { name: 'Message Ana' }).click()
  await log(carrier).waitFor()
  await carrier.page.context().setOffline(true)
  await write(carrier, 'From the cellar')
  await log(carrier).getByText('From the cellar').waitFor()
  const { page } = carrier
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${app.url}/carrier/jobs/${job_id}`)
  await using customer = await openApp(browser, app, { as: ana })
  await customer.goto(`/app/jobs/${job_id}#messages`)
  await log(customer).getByText('From the cellar').waitFor()
})

test('decision 71: a photo is sent and seen, a file that is none says why, and the list shows what is unread', async () => {
  const { ana, lucia, job_id } = await openDeal()
  await using carrier = await openApp(browser, app, { as: lucia })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await talk(carrier).getByRole('button', { name: 'Message Ana' }).click()
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    carrier.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('door.jpg', 'image/jpeg', picture)
  await log(carrier)
    .getByRole('img', { name: /^Photo, / })
    .waitFor()
  await choose('door.jpg', 'image/jpeg', Buffer.from('no picture'))
  await log(carrier).getByText('not sent').waitFor()
  await carrier.assertAccessible()
  await log(carrier).getByRole('button', { name: 'Delete' }).click()
  await log(carrier).getByText('not sent').waitFor({ state: 'hidden' })
  const isInside = () => carrier.page.evaluate<boolean>(`!!document.activeElement.closest('[role="dialog"]')`)
  await until('the focus is in the sheet', isInside)

  await using customer = await openApp(browser, app, { as: ana })
  await customer.goto('/app')
  await customer.page.getByRole('link', { name: /1 unread message/ }).click()
  await talk(customer)
    .getByRole('button', { name: /Message Lucía/ })
    .click()
  await log(customer)
    .getByRole('img', { name: /^Photo, / })
    .waitFor()
  await customer.assertAccessible()
  customer.assertQuiet()
})

test('decision 71: a report opens a thread with the team, which a keyboard alone can use', async () => {
  const { ana, lucia, job_id } = await openDeal()
  const params = { job_id }
  await sentBy(ana, { params })
  await report({ customer: ana, carrier: lucia, job_id, params, total: 0 })
  await using customer = await openApp(browser, app, { as: ana, desk: true })
  await customer.goto(`/app/jobs/${job_id}`)
  const { page } = customer
  const button = talk(customer).getByRole('button', { name: 'Write to our team' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Lucía does not see this.').waitFor()
  await page.getByRole('textbox', { name: 'Your message' }).focus()
  await page.keyboard.type('It is not here')
  await page.keyboard.press('Enter')
  await log(customer).getByText('It is not here').waitFor()
  await customer.assertAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The focus is back.
  await button.and(page.locator(':focus')).waitFor()
  await using carrier = await openApp(browser, app, { as: lucia })
  await carrier.goto(`/carrier/jobs/${job_id}#messages-operator`)
  await log(carrier).waitFor()
  await sentBy(lucia, { params }, messageBody('I was there', 'operator'))
  await log(carrier).getByText('I was there').waitFor()
  customer.assertQuiet()
})

test('decision 71: what is not sent stays when the sheet closes, a text also over a reload', async () => {
  const { lucia, job_id } = await openDeal()
  await using carrier = await openApp(browser, app, { as: lucia })
  const { page } = carrier
  await carrier.goto(`/carrier/jobs/${job_id}`)
  const open = talk(carrier).getByRole('button', { name: 'Message Ana' })
  const field = page.getByRole('textbox', { name: 'Your message' })
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await open.click()
  await field.fill('The lift does not')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await log(carrier).getByText('not sent').waitFor()
  await close()
  await open.click()
  await log(carrier).getByRole('button', { name: 'Delete' }).waitFor()
  assert.equal(await field.inputValue(), 'The lift does not')
  await page.reload()
  await open.click()
  assert.equal(await field.inputValue(), 'The lift does not')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await log(carrier).getByText('The lift does not').waitFor()
  await close()
  await open.click()
  assert.equal(await field.inputValue(), '', 'what was sent is not written again')
})

test('decision 71: only what the other side writes while the sheet is open is read aloud', async () => {
  const { ana, lucia, job_id } = await openDeal()
  const params = { job_id }
  await sentBy(lucia, { params }, messageBody('I come at ten'))
  await using customer = await openApp(browser, app, { as: ana })
  await customer.goto(`/app/jobs/${job_id}`)
  await talk(customer)
    .getByRole('button', { name: /Message Lucía/ })
    .click()
  await log(customer).getByText('I come at ten').waitFor()
  await write(customer, 'Ring the lower bell')
  await log(customer).getByText('Ring the lower bell').waitFor()
  await sentBy(lucia, { params }, messageBody('I am at the door'))
  await spoken(customer).getByText('Lucía: I am at the door').waitFor({ state: 'attached' })
  assert.equal(await spoken(customer).innerText(), 'Lucía: I am at the door')
  await customer.assertAccessible()
})

test('decision 71: without a connection no thread is said to be empty; a photo that waits has its name', async () => {
  const { ana, lucia, job_id } = await openDeal()
  await sentBy(ana, { params: { job_id } }, messageBody('Ring the lower bell'))
  await using carrier = await openApp(browser, app, { as: lucia })
  const { page } = carrier
  await page.route('**/messages?*', () => {})
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await talk(carrier)
    .getByRole('button', { name: /Message Ana/ })
    .click()
  await page.getByRole('dialog').waitFor()
  await page.context().setOffline(true)
  await log(carrier).getByText('The messages are shown once you are back online.').waitFor()
  assert.equal(await page.getByText('Here you can write to', { exact: false }).count(), 0)
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer })
  await log(carrier).getByRole('img', { name: 'Your photo' }).waitFor()
  await carrier.assertAccessible()
})

test('decision 71: a person without a name is written to in a whole sentence', async () => {
  const [customer, lucia] = [await market.person(), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(customer, lucia)
  await using carrier = await openApp(browser, app, { as: lucia, language: 'es' })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('link', { name: 'Llamar', exact: true }).waitFor()
  await carrier.page.getByRole('button', { name: 'Escribir al cliente' }).click()
  await carrier.page.getByText('Aquí puedes escribir al cliente y enviar fotos.').waitFor()
})
