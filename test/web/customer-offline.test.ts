import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob } from '#contract/app/carrier.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { savedIds, untilInCharge } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const offline = 'You are offline. What you see may be out of date.'

/** A customer in front of the list: its jobs were never opened in this browser. */
async function atTheList(customer: Person, saved: string): Promise<AppPage> {
  const window = await openApp(browser, app, { as: customer, worker: true })
  await window.goto('/app')
  await until('it is saved', async () => (await savedIds(window.page)).includes(saved))
  await untilInCharge(window.page)
  return window
}

test('DESIGN 1: without a connection a customer reads an open job after a reload, with price, carrier and number', async () => {
  const customer = await market.person('Ana Ruiz')
  const carrier = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.accepted(customer, carrier, { title: 'Grandfather clock' })
  const { job_id: second } = await market.posted(customer, { title: 'Piano stool' })
  await using window = await atTheList(customer, second)
  const { page } = window
  await page.context().setOffline(true)
  await page.goto(`${app.url}/app/jobs/${job_id}`)
  await page.getByText(offline).waitFor()
  await page.getByText('Your open jobs are saved on this device.').waitFor()
  await page.getByText('Lucía Prieto will collect it.').waitFor()
  const call = page.getByRole('link', { name: 'Call Lucía Prieto' })
  assert.equal(await call.getAttribute('href'), `tel:${carrier.phone}`)
  await page.getByText('€').first().waitFor()
  await page.getByText('Calle Mayor 10, 28013 Madrid').first().waitFor()
  await window.assertAccessible()
  await page.goto(`${app.url}/app`)
  await page.getByRole('link', { name: /Grandfather clock/ }).waitFor()
  await page.getByRole('link', { name: /Piano stool/ }).click()
  await page.getByRole('status').getByText('Published', { exact: true }).waitFor()
})

test('DESIGN 1: a list without jobs is empty without a connection too, and a screen that needs one says so', async () => {
  await using window = await atTheList(await market.person('Ana Ruiz'), 'list customer')
  const { page } = window
  await page.context().setOffline(true)
  await page.goto(`${app.url}/app`)
  await page.getByText('No jobs yet').waitFor()
  assert.equal(await page.getByText('are saved on this device').count(), 0)
  await page.goto(`${app.url}/app/jobs/019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803`)
  await page.getByRole('heading', { name: 'This needs a connection' }).waitFor({ timeout: 60_000 })
})

test('DESIGN 6, 8: a stored job of a customer is deleted when it ends, and all of them with the session', async () => {
  const customer = await market.person('Ana Ruiz')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier)
  await using window = await atTheList(customer, job_id)
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await until('the job is deleted', async () => !(await savedIds(window.page)).includes(job_id))
  await window.goto('/app/account')
  await window.page.getByRole('button', { name: 'Sign out' }).click()
  await window.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  assert.deepEqual(await savedIds(window.page), [])
})

test('DESIGN 1: what one person has stored as a customer stays when the same person opens the screens of carriers', async () => {
  const person = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id: carried } = await market.accepted(await market.person('Ana Ruiz'), person)
  const { job_id: own } = await market.posted(person, { title: 'Piano stool' })
  await using window = await atTheList(person, own)
  await window.goto('/carrier')
  await until('both are saved', async () => {
    const saved = await savedIds(window.page)
    return [own, carried].every((id) => saved.includes(id))
  })
})
