import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { savedIds, untilInCharge } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

/* Pages of which this device has saved nothing, without a connection (DESIGN 1). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const { job_id, customer, carrier } = await completedDeal(market)
const sentence = 'You are offline. This loads by itself as soon as the connection is back.'

const opened = async (as: Person, path: string): Promise<AppPage> => {
  const window = await openApp(browser, app, { as, worker: true })
  await window.goto(path)
  await untilInCharge(window.page)
  return window
}

/** What a page says that has nothing to show: a heading and a sentence, and no grey boxes. */
async function untilItSaysSo(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'This needs a connection' }).waitFor()
  await page.getByText(sentence).first().waitFor()
  assert.equal(await page.locator('main [aria-busy="true"]').count(), 0)
}

for (const { as, start, paths } of [
  { as: customer, start: '/app/start', paths: ['/app/account', `/app/jobs/${job_id}`] },
  {
    as: carrier,
    start: '/carrier',
    paths: ['/carrier/profile', '/carrier/earnings', `/carrier/jobs/${job_id}`],
  },
])
  test(`a page beside ${start} that is not saved says that it needs a connection, and loads by itself when it is back`, async () => {
    await using window = await opened(as, start)
    const { page } = window
    for (const path of paths) {
      await page.context().setOffline(true)
      await page.goto(app.url + path)
      await untilItSaysSo(page)
      await page.context().setOffline(false)
      await page.getByText(sentence).first().waitFor({ state: 'detached' })
      await until('it is loaded', async () => (await page.locator('main [aria-busy="true"]').count()) === 0)
      assert.equal(await page.getByRole('heading', { name: 'This needs a connection' }).count(), 0, path)
    }
  })

test('a page to which a link leads while the connection is lost says so too, also in its parts', async () => {
  await using window = await opened(customer, '/app/start')
  const { page } = window
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.getByText(sentence).first().waitFor()
  await until(
    'no part of it loads',
    async () => (await page.locator('main .mantine-Loader-root').count()) === 0,
  )
  await window.assertAccessible()
  await page.context().setOffline(false)
  await page.getByText('This device').waitFor()
  assert.equal(await page.getByText(sentence).count(), 0)
})

test('the list after a sign-out says so, and leads to the sign-in when the connection is back', async () => {
  await using window = await opened(customer, '/app/account')
  const { page } = window
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await page.context().setOffline(true)
  await page.goto(`${app.url}/app`)
  await untilItSaysSo(page)
  await window.assertAccessible()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
})

test('a list is read once at the first load, for the screen and for the device', async () => {
  await using window = await openApp(browser, app, { as: await market.person('Eva') })
  const { page } = window
  const reads: string[] = []
  await page.route(/\/app\/v1\/live/, (route) => route.abort())
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/app/v1/jobs') reads.push(request.url())
  })
  await window.goto('/app')
  await until('the list is saved', async () => (await savedIds(page)).includes('list customer'))
  await page.waitForLoadState('networkidle')
  assert.equal(reads.length, 1)
})
