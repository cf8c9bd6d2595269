import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readPushKey } from '#contract/app/live.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { signIn } from '../support/person.ts'
import { startPushService } from '../support/push-service.ts'
import { until } from '../support/until.ts'

const service = await startPushService()
const market = await openMarket(service.env)
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/**
 * A browser in a test cannot reach a push service, so it gets this subscription. All the rest is the app: its requests
 * and its screens. The subscription outlives pages and sessions, as a real one does.
 */
const browserWith = (subscription: object) => `{
  const kept = () => localStorage.getItem('subscribed') === 'yes'
  const one = {
    options: { applicationServerKey: null },
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
  }
  PushManager.prototype.getSubscription = async () => (kept() ? one : null)
  PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', 'yes'), one)
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
}`

test('DESIGN 6 promise 11: after another sign-in, notifications are on only where the server knows the device', async () => {
  const person = await market.person('Ana Ruiz')
  const isRegistered = async (who = person) => (await who.ok(readPushKey)).is_registered
  await using window = await openApp(browser, market.app, { as: person, worker: true })
  const { page } = window
  await page.context().addInitScript(browserWith(service.subscription()))
  await window.goto('/app/account')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('button', { name: 'Turn off notifications' }).waitFor()
  assert.equal(await isRegistered(), true)

  // The session has ended elsewhere, and the browser still has its subscription.
  const again = await signIn(market.app, person.phone)
  await page.context().clearCookies()
  await page.context().addCookies([again.cookie])
  assert.equal(await isRegistered(again), false)
  await window.goto('/app')
  await until('the start registers the subscription', () => isRegistered(again))

  await market.app.db.pool.query('delete from push_subscription where account_id = $1', [again.accountId])
  await page.context().addInitScript("localStorage.removeItem('subscribed')")
  await window.goto('/app/account')
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
  assert.equal(await isRegistered(again), false)
})

test('DESIGN 6 promise 11: a sign-out ends the subscription of the browser; the next sign-in of this person alone makes it again', async () => {
  const person = await market.person('Ana Ruiz')
  await using window = await openApp(browser, market.app, { as: person, worker: true })
  const { page } = window
  await page.context().addInitScript(browserWith(service.subscription()))
  await window.goto('/app/account')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('button', { name: 'Turn off notifications' }).waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await until('the browser has no subscription', async () =>
    page.evaluate(() => localStorage.getItem('subscribed') === null),
  )

  for (const who of [await market.person('Eva León'), await signIn(market.app, person.phone)]) {
    await page.context().clearCookies()
    await page.context().addCookies([who.cookie])
    // As after a sign-out: else the page of one account would load again for the other.
    await page.evaluate(() => localStorage.removeItem('dray.account'))
    await window.goto('/app/account')
    const isSame = who.phone === person.phone
    await page.getByRole('button', { name: `Turn ${isSame ? 'off' : 'on'} notifications` }).waitFor()
    assert.equal((await who.ok(readPushKey)).is_registered, isSame)
  }
})
