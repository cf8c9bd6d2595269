import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import { until } from '../support/until.ts'

/* Decision 76: a list beside what is opened from it; acts lead to the new state; a draft is discarded. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const at = (job_id: string) => ({ params: { job_id } })
const desk = { viewport: { width: 1280, height: 700 } }
const heading = (page: Page, level: number, name: string) => page.getByRole('heading', { level, name })
/** The text of the focused element. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
const topOf = (page: Page) => page.evaluate<number>('scrollY')

test('on a desk the list stays beside the job: another one is opened, back and a deep link work, and it does not move', async () => {
  const customer = await market.person('Ana')
  for (let number = 1; number <= 12; number++) await market.draft(customer, { title: `Box ${number}` })
  await using window = await openApp(browser, app, { as: customer, context: desk })
  const { page } = window
  await window.goto('/app')
  await heading(page, 1, 'Your jobs').waitFor()
  const list = page.locator('.dray-pane')
  await list.getByRole('link', { name: /Box 12/ }).waitFor()
  const before = await list.boundingBox()
  await list.getByRole('link', { name: /Box 1 / }).click()
  await heading(page, 1, 'Review and publish').waitFor()
  const scrolled = await page.evaluate<number>(`document.querySelector('.dray-pane').scrollTop`)
  assert.ok(scrolled > 0, 'the last one was scrolled to')
  assert.deepEqual(await list.boundingBox(), before)
  assert.match((await list.getByRole('link', { name: /Box 1 / }).getAttribute('aria-current')) ?? '', /page/)
  await list.getByRole('link', { name: /Box 2 / }).click()
  await page.locator('main').getByText('Box 2').waitFor()
  await page.goBack()
  await page.locator('main').getByText('Box 1', { exact: true }).waitFor()
  await page.reload()
  await page.locator('main').getByText('Box 1', { exact: true }).waitFor()
  await heading(page, 2, 'Your jobs').waitFor()
  await page.goBack()
  await heading(page, 1, 'Your jobs').waitFor()
  window.assertQuiet()
})

test('a window that is made narrower keeps what was typed, and the navigation moves to the bottom', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  await using window = await openApp(browser, app, { as: customer, context: desk })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ring twice')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.dray-pane').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('textbox', { name: 'Notes' }).inputValue(), 'Ring twice')
  await page.setViewportSize(desk.viewport)
  await page.locator('.dray-pane').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Notes' }).inputValue(), 'Ring twice')
})

test('on a desk the feed is beside its map, and an offer takes the place of the map', async () => {
  const carrier = await market.carrier()
  await market.posted(await market.person('Ana'), { title: 'Grandfather clock' })
  await using window = await openApp(browser, app, { as: carrier, context: desk })
  const { page } = window
  await window.goto('/carrier')
  await page.getByRole('region', { name: 'Map' }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Grandfather clock/ })
    .click()
  await heading(page, 1, 'Available job').waitFor()
  await page.getByRole('complementary', { name: 'Jobs nearby' }).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('region', { name: 'Map' }).waitFor()
  window.assertQuiet()
})

test('a draft is discarded after a question: it is gone from the list, and the focus is on the list', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer, { title: 'Hat stand' })
  await market.draft(customer, { title: 'Mirror' })
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app')
  await page.getByRole('link', { name: /Hat stand.*Open until/ }).click()
  const open = page.getByRole('button', { name: 'Discard this draft' })
  await open.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until('the focus is on the button', async () => (await focused(page)) === 'Discard this draft')
  await open.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('The draft is discarded.').waitFor()
  await page.getByRole('link', { name: /Hat stand/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Mirror/ }).waitFor()
  await until('the focus is on the heading', async () => (await focused(page)) === 'Your jobs')
  assert.equal((await customer.refused(readMyJob, at(job_id))).status, 404)
})

test('the list is limited to a state, and stays so after a job was opened', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await market.draft(customer, { title: 'Hat stand' })
  const given = await market.accepted(customer, carrier, { title: 'Bookcase' })
  await carrier.ok(giveBackJob, { ...at(given.job_id), body: {} })
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app')
  await page.getByRole('link', { name: /Hat stand/ }).waitFor()
  await page.getByText('Ended', { exact: true }).click()
  await page.getByRole('link', { name: /Bookcase.*With the next carrier/ }).waitFor()
  await page.getByRole('link', { name: /Hat stand/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'See the job as it goes on' }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Bookcase.*With the next carrier/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Hat stand/ }).count(), 0)
  await page.getByText('Open', { exact: true }).click()
  await page.getByRole('link', { name: /Bookcase.*Published/ }).waitFor()
})

test('after a carrier gives a job back, the new state is in view and has the focus; the customer is offered no call', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier({ name: 'Lucía Prieto' })]
  const { job_id } = await market.accepted(customer, carrier)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${job_id}`)
  await page.getByText(customer.phone.replace(/(\d{3})(\d{3})(\d{3})$/, ' $1 $2 $3')).waitFor()
  await page.getByRole('button', { name: 'Drop this job' }).click()
  assert.ok((await topOf(page)) > 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Drop the job' }).click()
  await until('the job is given back', async () => {
    return (await carrier.ok(readCarrierJob, at(job_id))).status === 'cancelled'
  })
  await until('the state is in view', async () => (await topOf(page)) === 0)
  const hasFocus = `document.activeElement.matches('[data-state-heading]')`
  await until('the state has the focus', () => page.evaluate<boolean>(hasFocus))

  await using other = await openApp(browser, app, { as: customer })
  await other.goto(`/app/jobs/${job_id}`)
  await other.page.getByRole('link', { name: 'See the job' }).first().waitFor()
  assert.equal(await other.page.getByRole('link', { name: /^Call/ }).count(), 0)
})

test('an entry that goes away leaves the focus in its section, not at the top of the page', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.draft(customer)
  await saveCard(customer, 'success', job_id)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/account')
  await page.getByRole('button', { name: /^Remove the card/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No saved cards.').waitFor()
  await until('the focus is on the heading of the cards', async () => (await focused(page)) === 'Cards')
})
