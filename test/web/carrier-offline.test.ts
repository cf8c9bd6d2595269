import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob } from '#contract/app/carrier.ts'
import { endSessionOf } from '../../server/accounts/session-store.ts'
import { hashSessionToken } from '../../server/lib/session-token.ts'
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

/** A carrier with an accepted job, in front of the feed: the job itself was never opened in this browser. */
async function atTheFeed(): Promise<{ window: AppPage; carrier: Person; job_id: string }> {
  const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier, { title: 'Grandfather clock' })
  const window = await openApp(browser, app, { as: carrier, worker: true })
  await window.goto('/carrier')
  await until('the job is kept', async () => (await savedIds(window.page)).includes(job_id))
  await untilInCharge(window.page)
  return { window, carrier, job_id }
}

test('DESIGN 1: without a connection a carrier reads the accepted jobs after a reload, with address and phone', async () => {
  const { window, job_id } = await atTheFeed()
  await using _ = window
  const { page } = window
  await page.context().setOffline(true)
  await page.goto(`${app.url}/carrier/jobs`)
  await page.getByText('You are offline. What you see may be out of date.').waitFor()
  await page
    .getByText('The addresses and phone numbers of your accepted jobs are saved on this device.')
    .waitFor()
  await page.getByRole('link', { name: /Grandfather clock/ }).click()
  await page.getByText('Calle Mayor 10, 28013 Madrid').first().waitFor()
  await page.getByRole('link', { name: 'Call Ana Ruiz' }).waitFor()
  await page.goto(`${app.url}/carrier/jobs/${job_id}`)
  await page.getByText('Calle Mayor 10, 28013 Madrid').first().waitFor()
  await window.assertAccessible()
})

test('DESIGN 6, 8: stored job data is deleted when the job ends', async () => {
  const { window, carrier, job_id } = await atTheFeed()
  await using _ = window
  await carrier.ok(deliverJob, { params: { job_id }, body: {} })
  await settleMoney(app)
  await until('the job is deleted', async () => !(await savedIds(window.page)).includes(job_id))
  await window.page.context().setOffline(true)
  await window.page.goto(`${app.url}/carrier/jobs`)
  await window.page.getByText('You are offline. What you see may be out of date.').waitFor()
  // An empty list is not an error.
  await window.page.getByText('No active jobs').waitFor()
  assert.equal(
    await window.page.getByText('are saved on this device').count(),
    0,
    'the banner says what holds',
  )
})

test('DESIGN 6, 8: stored job data is deleted with the session: signed out, ended elsewhere, or another account', async () => {
  const signedOut = await atTheFeed()
  await using first = signedOut.window
  await first.goto('/carrier/profile')
  await first.page.getByRole('button', { name: 'Sign out' }).click()
  await first.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  assert.deepEqual(await savedIds(first.page), [])

  const ended = await atTheFeed()
  await using second = ended.window
  await endSessionOf(app.db.kysely, hashSessionToken(ended.carrier.token))
  await second.goto('/carrier/jobs')
  await second.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await until('nothing is kept', async () => (await savedIds(second.page)).length === 0)
})

test('DESIGN 6, 8: stored job data is not shown after seven days offline', async () => {
  const { window, job_id } = await atTheFeed()
  await using _ = window
  const { page } = window
  await page.evaluate(`new Promise((done) => {
    const opening = indexedDB.open('dray-kept', 1)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('answers', 'readwrite')
      const answers = transaction.objectStore('answers')
      const all = answers.getAll()
      all.onsuccess = () => all.result.forEach((one) => answers.put({ ...one, savedAt: Date.now() - 8 * 86400000 }))
      transaction.oncomplete = () => { opening.result.close(); done() }
    }
  })`)
  await page.context().setOffline(true)
  await page.goto(`${app.url}/carrier/jobs/${job_id}`)
  await page.getByText('You are offline. What you see may be out of date.').waitFor()
  await until('nothing is kept', async () => (await savedIds(page)).length === 0)
  assert.equal(await page.getByText('Calle Mayor 10').count(), 0)
})
