import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openTool } from '../support/docs-page.ts'
import { startDray } from '../support/dray.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

/* Decision 41: nothing happens between two calls of a test, also while somebody looks at its jobs in the console. */
const app = await startDray()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a person who only looks at a job moves no clock; after a move in the console it goes on', async () => {
  const user = await sandboxUser(app)
  const { body } = await user.create({ title: 'Piano', customer_phone: '+447700900000' })
  await using window = await openApp(browser, app, { desk: true })
  const page = await openTool(window, 'console', { key: user.apiKey })
  let ticks = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sandbox/v1/clock')) ticks++
  })
  await page.getByRole('button', { name: /^Piano/ }).click()
  await page.locator('article code', { hasText: body.job_id }).waitFor()
  const { now } = await user.clockNow()
  await page.waitForTimeout(9_000)
  assert.equal(ticks, 0)
  assert.equal((await user.clockNow()).now, now)
  await press(page, 'Open the link')
  await until('the clock goes on', async () => ticks > 0)
  window.assertQuiet()
})

test('two tabs that show one world move its clock as fast as one', async () => {
  const user = await sandboxUser(app)
  await using first = await openApp(browser, app, { desk: true })
  await using second = await openApp(browser, app, { desk: true })
  for (const window of [first, second]) {
    const page = await openTool(window, 'console', { key: user.apiKey })
    await page.getByLabel('Story').selectOption('by_hand')
    await press(page, 'Create the job')
    await page.locator('article h2').waitFor()
  }
  await first.page.waitForTimeout(5_000)
  const { ahead_seconds: before } = await user.clockNow()
  await first.page.waitForTimeout(12_000)
  const { ahead_seconds: after } = await user.clockNow()
  const gained = after - before
  assert.ok(gained > -6 && gained < 4, `${gained} s in 12 s`)
})
