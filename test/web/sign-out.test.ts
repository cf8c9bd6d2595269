import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { readMyJob } from '#contract/app/customer.ts'
import { endSessionOf } from '../../server/accounts/session-store.ts'
import { hashSessionToken } from '../../server/lib/session-token.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { collectByHand, signInByPhone } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import type { Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { acceptedUnder, codeOf, wrongCode } from '../support/proofs.ts'
import { savedActs } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

/* What one person leaves on a device for the next (DESIGN 6, 8; decision 7): acts that wait, settings, refused steps. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const settingsOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('dray.')).sort()`)

const accountOn = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('dray.account')`)

const collectedAt = async ({ customer, params }: Deal) =>
  (await customer.ok(readMyJob, { params })).collected_at

/** A carrier with a saved "collected" that cannot be sent. */
async function withUnsent(): Promise<{ deal: Deal; window: AppPage }> {
  const deal = await acceptedUnder(market, {})
  const window = await openApp(browser, app, { as: deal.carrier })
  await window.page.route(/\/collected$/, (route) => route.abort())
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  await collectByHand(window)
  await window.page.getByText('“Collected” is saved on this phone and will be sent.').waitFor()
  return { deal, window }
}

/** The answers of the server to "collected", without those that refused the session. */
function answersIn(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/collected') && response.status() !== 401) statuses.push(response.status())
  })
  return statuses
}

test('a sign-out asks what to do with what is not sent; deleted, nothing is left for the next person', async () => {
  const { deal, window } = await withUnsent()
  await using _ = window
  const { page } = window
  await page.evaluate(`for (const name of ['start-price', 'price-change', 'proof.place', 'feed-view'])
    localStorage.setItem('dray.' + name, 'on')`)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await signOut.click()
  const dialog = page.getByRole('dialog', { name: 'Sign out now?' })
  await dialog.getByText('1 change is saved on this device and not sent yet.', { exact: false }).waitFor()
  await window.assertAccessible()
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await savedActs(page), 1)
  await signOut.click()
  await dialog.getByRole('button', { name: 'Sign out and delete' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  assert.deepEqual(await settingsOn(page), ['dray.feed-view'])
  assert.equal(await savedActs(page), 0)
  await page.unrouteAll()
  const next = await market.person('Berta')
  await signInByPhone(window, app, next.phone)
  await until('the next person is signed in', async () => (await settingsOn(page)).includes('dray.account'))
  assert.equal(await collectedAt(deal), null)
})

test('kept at the sign-out, an act is sent when its person signs in again, and not for the person between', async () => {
  const { deal, window } = await withUnsent()
  await using _ = window
  const { page } = window
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out now?' })
  await dialog.getByText('when you sign in here again within 7 days', { exact: false }).waitFor()
  const answers = answersIn(page)
  await dialog.getByRole('button', { name: 'Sign out and send later' }).click()
  const line = page.getByText(
    '1 change waits on this device. It is sent when the same person signs in here again.',
  )
  await line.waitFor()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  // Not before, or a retry could send it ahead of the sign-out.
  await page.unrouteAll()
  await window.assertAccessible()
  const next = await market.person('Berta')
  await signInByPhone(window, app, next.phone)
  await until('the next person is signed in', async () => (await accountOn(page)) === next.accountId)
  await window.goto('/app/account')
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await signOut.waitFor()
  assert.equal(await page.getByText(/change.*on this device/).count(), 0, 'not an act of the next person')
  await signOut.click()
  await line.waitFor()
  assert.deepEqual([await savedActs(page), answers, await collectedAt(deal)], [1, [], null])
  await signInByPhone(window, app, deal.carrier.phone)
  await until('nothing waits', async () => (await savedActs(page)) === 0)
  assert.deepEqual(answers, [200])
  assert.notEqual(await collectedAt(deal), null)
})

test('a session that expired with an act in the queue: it waits while another person uses the device, and goes out for its own', async () => {
  const { deal, window } = await withUnsent()
  await using _ = window
  const { page } = window
  await endSessionOf(app.db.kysely, hashSessionToken(deal.carrier.token))
  await page.unrouteAll()
  const answers = answersIn(page)
  for (const [person, waits] of [
    [deal.customer, 1],
    [deal.carrier, 0],
  ] as const) {
    await page.context().clearCookies()
    await window.goto('/app/sign-in')
    await page.getByText('1 change waits on this device.', { exact: false }).waitFor()
    await signInByPhone(window, app, person.phone)
    await until('the person is signed in', async () => (await accountOn(page)) === person.accountId)
    await until('the acts of the person are sent', async () => (await savedActs(page)) === waits)
    await page.waitForLoadState('networkidle')
  }
  assert.deepEqual(answers, [200])
  assert.notEqual(await collectedAt(deal), null)
})

test('a refused step is not there after a sign-out, also without a reload', async () => {
  const deal = await acceptedUnder(market, { hasCode: true })
  const right = await codeOf(deal)
  await using window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  await collectByHand(window)
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Is it delivered?' })
  await sheet.getByRole('textbox', { name: 'Code of the customer' }).fill(wrongCode(right))
  await sheet.getByRole('button', { name: 'Yes, it is delivered' }).click()
  const alert = page.getByRole('alert', { name: 'The code was not right' })
  await alert.waitFor()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInByPhone(window, app, deal.carrier.phone)
  await page.getByRole('link', { name: 'My jobs', exact: true }).click()
  await page.locator(`main a[href$="${deal.job_id}"]`).click()
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).waitFor()
  assert.equal(await alert.count(), 0)
})
