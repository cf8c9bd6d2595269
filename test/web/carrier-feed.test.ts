import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { loseFirstResponse } from '../support/lost-response.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** Of a feed that other tests fill as well. */
const ofJob = (title: string) => ({ name: new RegExp(`Madrid → Zaragoza.*${title}`) })

test('part 1: an empty feed shows the next step, and jobs appear and disappear live', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  await app.db.pool.query('update carrier set radius_km = 400 where account_id = $1', [carrier.accountId])
  const other = await market.carrier()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await page.getByRole('heading', { name: 'No jobs here right now' }).waitFor()
  await page.getByRole('link', { name: 'Change the radius' }).waitFor()
  await window.assertAccessible()
  const { job_id } = await market.posted(customer, { title: 'Rocking chair' })
  const card = page.getByRole('link', ofJob('Rocking chair'))
  await card.waitFor()
  await page.getByRole('status').getByText('1 new job in the list.').waitFor({ state: 'attached' })
  await other.ok(acceptJob, { params: { job_id } })
  await card.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('1 job is gone from the list.').waitFor({ state: 'attached' })
  window.assertQuiet()
})

test('DESIGN 3, Life: a carrier who accepts second sees that the job is taken, and returns to the list', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const other = await market.carrier()
  const { job_id } = await market.posted(customer, { title: 'Upright piano' })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  // As if the stream were a moment behind.
  await page.route('**/app/v1/live', (route) => route.abort())
  await window.goto('/carrier')
  await page.getByRole('link', ofJob('Upright piano')).click()
  const accept = page.getByRole('button', { name: /^Accept for €/ })
  await accept.waitFor()
  await other.ok(acceptJob, { params: { job_id } })
  await accept.click()
  await page.getByText('Another carrier was faster: this job is taken.').waitFor()
  await page.getByRole('heading', { name: 'Jobs nearby', level: 1 }).waitFor()
  await page.getByRole('link', ofJob('Upright piano')).waitFor({ state: 'detached' })
})

test('accept while the connection is lost: retried until it has a response, and the job is accepted once', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer, { title: 'Loom' })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  const sentAgain = await loseFirstResponse(window, /\/accept$/)
  await window.goto(`/carrier/feed/${job_id}`)
  await page.getByRole('button', { name: /^Accept for €/ }).click()
  await page.getByText('The job is yours.').waitFor()
  await sentAgain()
  const { rows } = await app.db.pool.query(
    "select from job_event where job_id = $1 and reason = 'accepted'",
    [job_id],
  )
  assert.equal(rows.length, 1)
})

test('the offer of a job that is my own by now leads to it', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.accepted(customer, carrier, { title: 'Bread oven' })
  await using window = await openApp(browser, app, { as: carrier })
  await window.goto(`/carrier/feed/${job_id}`)
  await window.page.getByRole('button', { name: 'I have collected it', exact: true }).waitFor()
  assert.match(window.page.url(), new RegExp(`/carrier/jobs/${job_id}$`))
})

test('without a line the last list stays, with its age, and nothing can be accepted', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  await market.posted(customer, { title: 'Harp' })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  const card = page.getByRole('link', ofJob('Harp'))
  await card.waitFor()
  await card.click()
  const accept = page.getByRole('button', { name: /^Accept for €/ })
  await accept.waitFor()
  await page.context().setOffline(true)
  await page.getByText('You need a connection to accept').waitFor()
  assert.ok(await accept.isDisabled())
  await window.assertAccessible()
  await page.getByRole('link', { name: 'Nearby', exact: true }).click()
  await page.getByText('What you see may be out of date.').waitFor()
  await card.waitFor()
  await window.assertAccessible()
  await page.context().setOffline(false)
  await page.getByText('What you see may be out of date.').waitFor({ state: 'detached' })
})

for (const { language, colours } of [
  { language: 'en', colours: 'dark' },
  { language: 'es', colours: 'light' },
] as const)
  test(`the map is above the same list, and is remembered: ${language}, ${colours}`, async () => {
    const customer = await market.person('Ana')
    const carrier = await market.carrier()
    await market.posted(customer, { title: 'Globe' })
    await using window = await openApp(browser, app, { as: carrier, language, colours, map: true })
    const { page } = window
    const words = language === 'en' ? { map: 'Map' } : { map: 'Mapa' }
    await window.goto('/carrier')
    await page.getByText(words.map, { exact: true }).click()
    await page.getByRole('figure', { name: new RegExp(`^${words.map}\\.`) }).waitFor()
    await page.getByRole('link', ofJob('Globe')).first().waitFor()
    await page.reload()
    await page.getByRole('figure', { name: new RegExp(`^${words.map}\\.`) }).waitFor()
    await page.getByRole('link', ofJob('Globe')).first().waitFor()
    await window.assertAccessible()
    await page.getByRole('link', ofJob('Globe')).first().click()
    await page.getByRole('heading', { name: 'Globe', level: 2 }).waitFor()
    await window.assertAccessible()
    window.assertQuiet()
  })
