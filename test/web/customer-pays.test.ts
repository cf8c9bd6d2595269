import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe } from '#contract/app/account.ts'
import { openDraft, readMyJob } from '#contract/app/customer.ts'
import { type AppPage, type AppPageOptions, openApp } from '../support/app-page.ts'
import { typeTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import { saveCard } from '../support/paying.ts'
import { type Person, signIn } from '../support/person.ts'

const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})
const partner = await app.partner({ companyName: 'Muebles Rivera' })

type Draft = { customer: Person; jobId: string; window: AppPage }

/** A signed-in customer on the page of a draft. */
async function reviewing(options: Pick<AppPageOptions, 'colours'> = {}): Promise<Draft> {
  const customer = await signIn(app)
  await customer.ok(changeMe, { body: { name: 'Ana Ruiz' } })
  const { body } = await partner.create({ customer_phone: customer.phone })
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const { job_id: jobId } = await customer.ok(openDraft, { params: { short_id: shortId } })
  const window = await openApp(browser, app, { as: customer, ...options })
  await window.goto(`/app/jobs/${jobId}`)
  await window.page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  return { customer, jobId, window }
}

const openSheet = ({ page }: AppPage) => page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
const pay = ({ page }: AppPage) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay .* and publish$/ })
    .click()
const published = ({ page }: AppPage) =>
  page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
const statusOf = async ({ customer, jobId }: Draft) => {
  const { status, payment } = await customer.ok(readMyJob, { params: { job_id: jobId } })
  return { status, payment: payment.state }
}

test('part 1, 2: everything of a draft can be read, nothing but the notes can be changed, and they survive a reload', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  for (const words of ['Three-seat sofa', 'Calle Mayor 10, 28013 Madrid', 'Needs a large van', 'Total'])
    await page.getByText(words).first().waitFor()
  assert.equal(await page.getByRole('textbox').count(), 1)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Ring twice')
  await page.reload()
  assert.equal(await notes.inputValue(), 'Ring twice')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await page.getByRole('status').getByText('Notes saved.').waitFor()
  const { notes: saved } = await draft.customer.ok(readMyJob, { params: { job_id: draft.jobId } })
  assert.equal(saved, 'Ring twice')
  await window.assertAccessible()
  window.assertQuiet()
})

test('part 3: a refused card shows its reason, another card publishes, and the next step is shown', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  await openSheet(window)
  await page.getByRole('dialog').getByText('Test mode: no real money moves.').waitFor()
  await page.getByRole('dialog').getByText('Never enter a real card here.').waitFor()
  await typeTestCard(window, '4000 0000 0000 0002')
  await pay(window)
  await page.getByRole('alert').getByText('Your bank declined it').waitFor()
  await window.assertAccessible()
  assert.deepEqual(await statusOf(draft), { status: 'draft', payment: 'refused' })
  await typeTestCard(window, '4242 4242 4242 4242')
  await pay(window)
  await published(window)
  assert.deepEqual(await statusOf(draft), { status: 'posted', payment: 'held' })
  await window.assertAccessible()
  await page.getByRole('button', { name: 'See my job' }).click()
  await page.getByText('Carriers nearby can see it.').waitFor()
  await page.reload()
  await page.getByText('Carriers nearby can see it.').waitFor()
})

test('part 3: a bank that asks is answered on its page; refused there, it can be tried again', async () => {
  const draft = await reviewing({ colours: 'dark' })
  await using window = draft.window
  const { page } = window
  await openSheet(window)
  await typeTestCard(window, '4000 0025 0000 3155')
  await pay(window)
  await page.getByRole('button', { name: 'No, refuse' }).click()
  await page.getByRole('alert').getByText('It was not confirmed with the bank').waitFor()
  await window.assertAccessible()
  assert.deepEqual(await statusOf(draft), { status: 'draft', payment: 'refused' })
  await pay(window)
  await page.getByRole('heading', { name: 'Your bank asks', level: 1 }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Yes, confirm' }).click()
  await published(window)
  assert.deepEqual(await statusOf(draft), { status: 'posted', payment: 'held' })
})

test('part 3: after leaving the bank’s page the customer returns to it or pays with another card', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  await openSheet(window)
  await typeTestCard(window, '4000 0025 0000 3155')
  await pay(window)
  await page.getByRole('heading', { name: 'Your bank asks', level: 1 }).waitFor()
  await window.goto(`/app/jobs/${draft.jobId}`)
  await page.getByRole('link', { name: 'Go to the bank' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await typeTestCard(window, '4242 4242 4242 4242')
  await pay(window)
  await published(window)
  assert.deepEqual(await statusOf(draft), { status: 'posted', payment: 'held' })
})

test('DESIGN 6, 4: a wallet that holds too little is topped up from a card, and pays once it is full', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  await saveCard(draft.customer)
  // The review has read the cards ahead.
  await page.reload()
  await openSheet(window)
  await page.getByRole('radio', { name: /^Wallet/ }).click()
  assert.ok(
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay .* and publish$/ })
      .isDisabled(),
  )
  await page.getByRole('textbox', { name: 'Amount in euros' }).fill('400')
  await page.getByRole('button', { name: 'Top up €400.00' }).click()
  await page.getByRole('radio', { name: 'Wallet. €400.00 available' }).waitFor()
  await pay(window)
  await published(window)
  const { payment } = await draft.customer.ok(readMyJob, { params: { job_id: draft.jobId } })
  assert.equal(payment.source, 'wallet')
})

test('part 1: a draft that runs out while its sheet is open says so, and nothing is paid', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  await openSheet(window)
  await typeTestCard(window, '4242 4242 4242 4242')
  await passTime(app.db, '49 hours')
  await pay(window)
  await page.getByRole('heading', { name: 'This draft has expired' }).waitFor()
  await page.getByRole('link', { name: 'Start a job' }).waitFor()
})

test('DESIGN 1: without a line nothing is paid, and the sheet says why', async () => {
  const draft = await reviewing()
  await using window = draft.window
  const { page } = window
  await openSheet(window)
  await typeTestCard(window, '4242 4242 4242 4242')
  await page.context().setOffline(true)
  await page.getByRole('alert').getByText('You are offline. You need a connection to pay').waitFor()
  const act = page.getByRole('dialog').getByRole('button', { name: /^Pay .* and publish$/ })
  assert.ok(await act.isDisabled())
  await page.context().setOffline(false)
  await pay(window)
  await published(window)
})
