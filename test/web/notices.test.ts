import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { collectByHand } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { acceptedUnder, codeOf, wrongCode } from '../support/proofs.ts'

/* The toasts of the app, on the phone of a carrier: a step that is done, and one that is refused. */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** Toasts stay, however slow the machine is. */
const keepToasts = `
  const { setTimeout } = window
  window.setTimeout = (act, ms, ...more) => (ms === 8000 ? 0 : setTimeout(act, ms, ...more))`

async function withTwoToasts({ desk = false } = {}) {
  const deal = await acceptedUnder(market, { hasCode: true })
  const window = await openApp(browser, app, { as: deal.carrier, desk })
  const { page } = window
  await page.addInitScript(keepToasts)
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  await collectByHand(window)
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Is it delivered?' })
  await sheet.getByRole('textbox', { name: 'Code of the customer' }).fill(wrongCode(await codeOf(deal)))
  await sheet.getByRole('button', { name: 'Yes, it is delivered' }).click()
  await page.getByRole('alert', { name: 'The code was not right' }).waitFor()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
  return window
}

/** Of each toast: whether it is seen. */
const seen = (page: Page) =>
  page.evaluate<boolean[]>(
    `[...document.querySelectorAll('.dray-notice')].map((toast) => toast.getBoundingClientRect().height > 10)`,
  )

test('on a phone one toast is seen, each is in the live region, and the last button can be tapped', async () => {
  await using window = await withTwoToasts()
  const { page } = window
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  const texts = page.getByRole('status').locator('.dray-notice p')
  assert.equal(await texts.count(), 2)
  assert.deepEqual((await seen(page)).filter(Boolean).length, 1)
  await window.assertAccessible()
  for (const size of ['200%', '100%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
    await signOut.click({ trial: true })
    await page.locator('.dray-nav a').last().click({ trial: true })
  }
  await page.locator('.dray-notice:not([data-under="true"])').getByRole('button', { name: 'Close' }).click()
  assert.deepEqual(await seen(page), [true])
  await signOut.click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
})

test('what went well does not cover what went wrong; a wide window shows both', async () => {
  await using window = await withTwoToasts({ desk: true })
  const { page } = window
  assert.deepEqual(await seen(page), [true, true])
  await page.setViewportSize({ width: 390, height: 844 })
  const kinds = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.dray-notice:not([data-under="true"])')].map(({ dataset }) => dataset.kind)`,
  )
  assert.deepEqual(kinds, ['bad'])
})
