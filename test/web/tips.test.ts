import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readTips } from '#contract/app/tips.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* Decisions 72 and 78 in the app: a tip after the delivery, and how both sides call each other. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

test('decision 72: a customer chooses an amount, gives a tip, and its carrier sees it on the job and in the earnings', async () => {
  const deal = await completedDeal(market)
  await using window = await openApp(browser, app, { as: deal.customer })
  const { page } = window
  await window.goto(`/app/jobs/${deal.job_id}`)
  const give = page.getByRole('button', { name: 'Choose an amount' })
  await give.waitFor()
  assert.equal(await give.isEnabled(), false)
  await page.getByRole('radio', { name: 'Other amount' }).click()
  await page.getByLabel('Amount in euros').fill('0.5')
  await page.getByText('From €1.00 to €100.00.').first().waitFor()
  await page.getByLabel('Amount in euros').fill('6.5')
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Give €6.50' }).click()
  await page.getByText('You gave a tip of €6.50.').waitFor()
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual(
    tips.map(({ amount_cents }) => amount_cents),
    [650],
  )
  await settleMoney(app)
  await using theirs = await openApp(browser, app, { as: deal.carrier })
  await theirs.goto(`/carrier/jobs/${deal.job_id}`)
  await theirs.page.getByText('A tip of €6.50 from the customer, all yours.').waitFor()
  await theirs.goto('/carrier/earnings')
  await theirs.page.getByRole('link', { name: /€6\.50.*Tip/s }).waitFor()
})

test('decision 72: a tip whose answer was lost is shown, and another amount does not give a second one', async () => {
  const deal = await completedDeal(market)
  await using window = await openApp(browser, app, { as: deal.customer })
  const { page } = window
  const asked = { given: 0, read: 0 }
  await page.route(/\/tips$/, async (route) => {
    const isTip = route.request().method() === 'POST'
    asked[isTip ? 'given' : 'read']++
    if (isTip && asked.given === 1) await route.fetch()
    return asked.given > 0 ? route.abort() : route.continue()
  })
  await window.goto(`/app/jobs/${deal.job_id}`)
  await page.getByRole('radio', { name: 'Other amount' }).click()
  const amount = page.getByLabel('Amount in euros')
  await amount.fill('6.5')
  await page.getByRole('button', { name: 'Give €6.50' }).click()
  await page.getByText('We could not reach the server.', { exact: false }).waitFor()
  await amount.fill('7')
  const before = asked.read
  await page.getByRole('button', { name: 'Give €7.00' }).click()
  await until('the server is asked', () => asked.given > 1 || asked.read > before)
  assert.equal(asked.given, 1, 'the tips cannot be read, so no other is given')
  await page.unrouteAll()
  await page.reload()
  await page.getByText('You gave a tip of €6.50.').waitFor()
  const { tips } = await deal.customer.ok(readTips, { params: deal.params })
  assert.deepEqual(
    tips.map(({ amount_cents }) => amount_cents),
    [650],
  )
})

test('decision 72: a tip whose answer was lost is read at once, and the form is gone', async () => {
  const deal = await completedDeal(market)
  await using window = await openApp(browser, app, { as: deal.customer })
  const { page } = window
  await page.route(/\/tips$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await window.goto(`/app/jobs/${deal.job_id}`)
  await page.getByRole('radio', { name: 'Other amount' }).click()
  await page.getByLabel('Amount in euros').fill('6.5')
  await page.getByRole('button', { name: 'Give €6.50' }).click()
  await page.getByText('You gave a tip of €6.50.').waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Other amount' }).count(), 0)
})

test('decision 78: the number of the other side is written out, to call, to text without data, or to copy', async () => {
  const deal = await completedDeal(market)
  for (const [person, other, path] of [
    [deal.customer, deal.carrier, '/app/jobs'],
    [deal.carrier, deal.customer, '/carrier/jobs'],
  ] as const) {
    await using window = await openApp(browser, app, { as: person })
    await window.goto(`${path}/${deal.job_id}`)
    const { page } = window
    const hrefOf = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
    assert.equal(await hrefOf(/^Call \S/), `tel:${other.phone}`)
    assert.equal(await hrefOf(/^Text \S/), `sms:${other.phone}`)
    await page.getByRole('button', { name: /^Copy \+/ }).waitFor()
    const shown = await page.locator('.app-number-digits').innerText()
    assert.equal(shown.replaceAll(/\s/g, ''), other.phone)
    await window.assertAccessible()
  }
})

test('decision 78: with a provider the number has to be asked for, and is not that of the person', async () => {
  await using masked = await openMarket({ CALL_PROVIDER: 'sandbox' })
  const deal = await completedDeal(masked)
  await using window = await openApp(browser, masked.app, { as: deal.carrier })
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  const { page } = window
  await page.getByRole('button', { name: 'Get a number to call Ana' }).click()
  const call = page.getByRole('link', { name: 'Call Ana' })
  await call.waitFor()
  assert.match((await call.getAttribute('href')) ?? '', /^tel:\+441632960\d{3}$/)
  assert.equal(await page.getByRole('link', { name: /^Text / }).count(), 0, 'that number takes no texts')
  await window.assertAccessible()
})
