import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { enterKey, openTool } from '../support/docs-page.ts'
import { startDray } from '../support/dray.ts'
import { servePages } from '../support/pages.ts'
import { positionsOf } from '../support/positions.ts'
import { inSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

/* Decision 41: the console of the sandbox, as a partner's developer uses it. */
const app = await startDray()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const chip = (page: Page, status: string) => page.locator('article .console-chip', { hasText: status })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function createJob(page: Page, story: string): Promise<void> {
  await page.getByLabel('Story').selectOption(story)
  await press(page, 'Create the job')
  await page.locator('article h2').waitFor()
}

test('a happy job is created and goes to its end by the clock, and all that happened is shown', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app, { desk: true })
  const page = await openTool(window, 'console')
  await enterKey(page, partner)
  await createJob(page, 'happy')
  await page.locator('article h2:focus').waitFor()
  await page.getByText('Next: the customer opens the link, in', { exact: false }).first().waitFor()
  await page.getByText('The request with curl').click()
  assert.match(await page.locator('.tool-code').first().innerText(), /YOUR_TEST_KEY[^]*\+447700900001/)
  await page.getByText('The response').click()
  await page.getByText('"status": "draft"').waitFor()
  await press(page, 'Go to next')
  await page.getByText('1 thing happened on the way').waitFor()
  await press(page, '+1 hour')
  await chip(page, 'completed').waitFor()
  // A long move may take several calls, and the ratings come last.
  await page.locator('article .console-timeline li', { hasText: 'Carrier rated' }).waitFor()
  const timeline = await page.locator('article .console-timeline').innerText()
  for (const words of [
    'You created the job',
    'Carrier accepted the job',
    'after 30 s',
    'Service capture done',
    'Carrier rated',
  ])
    assert.ok(timeline.replaceAll(/\s+/g, ' ').includes(words), words)
  await page.getByText('ahead of real time').waitFor()
  const links = page.locator('article .tool-bubble a')
  const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
  assert.equal(
    hrefs.length,
    4,
    'the SMS of the draft, that a carrier has accepted, about to arrive, delivered and charged',
  )
  assert.match(await page.locator('article .tool-bubble').last().innerText(), /delivered[^]*charged/i)
  assert.ok(hrefs.some((href) => /\/draft\/\w+\?phone=/.test(href ?? '')))
  await window.assertAccessible()
  window.assertQuiet()
})

test('a job by hand is moved by its buttons, with the card and the stars that are chosen', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  await createJob(page, 'by_hand')
  await press(page, 'Open the link')
  await press(page, 'Sign in')
  await page.getByLabel('The card').selectOption('declined')
  await press(page, 'Add the card')
  await press(page, 'Publish')
  await page.getByText('Service hold refused').waitFor()
  await page.getByLabel('The card').selectOption('success')
  await press(page, 'Add the card')
  await press(page, 'Publish')
  await chip(page, 'posted').waitFor()
  await press(page, 'Accept the job')
  await press(page, 'Collect')
  await press(page, 'Deliver')
  await chip(page, 'completed').waitFor()
  await page.getByLabel('Who rates').selectOption('carrier')
  await page.getByLabel('Stars').selectOption('2')
  await press(page, 'Rate')
  await page.locator('[role=status]', { hasText: 'rated. Status: completed.' }).waitFor({ state: 'attached' })
  const { rows } = await app.db.pool.query(
    'select by_role, stars from rating join job on job.id = rating.job_id where job.key_id = $1',
    [partner.keyId],
  )
  assert.deepEqual(rows, [{ by_role: 'carrier', stars: 2 }])
  window.assertQuiet()
})

test('on a phone the form makes room for the job: its clock, its name and its timeline are on the screen', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app, { context: { viewport: { width: 390, height: 844 } } })
  const page = await openTool(window, 'console', { key: partner.apiKey })
  const isOnScreen = (selector: string) =>
    until(`${selector} is on the screen`, () =>
      page.evaluate<boolean>(`(() => {
        const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })()`),
    )
  await createJob(page, 'by_hand')
  await page.locator('article .console-timeline li').first().waitFor()
  for (const selector of ['.console-now', 'article h2', 'article .console-timeline li'])
    await isOnScreen(selector)
  assert.equal(await page.getByLabel('Story').isVisible(), false)
  await press(page, 'New job')
  await page.getByLabel('Title').fill('Piano')
  await press(page, 'Create the job')
  await page.locator('article h2', { hasText: 'Piano' }).waitFor()
  await page.getByRole('button', { name: /^Three-seat sofa/ }).click()
  await page.locator('article h2:focus', { hasText: 'Three-seat sofa' }).waitFor()
  await isOnScreen('article h2')
})

test('jobs stay in the tab, another one is opened by its id, and an unknown id is told', async () => {
  const partner = await app.partner({ mode: 'test' })
  const { body: other } = await partner.create({ title: 'Piano', customer_phone: '+447700900000' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  await createJob(page, 'by_hand')
  await page.reload()
  await chip(page, 'draft').waitFor()
  await page.getByLabel('Open a job by its id').fill(other.job_id)
  await press(page, 'Open')
  await page.locator('article code', { hasText: other.job_id }).waitFor()
  await page.locator('article').getByText('Open the link').waitFor()
  await page.getByLabel('Open a job by its id').fill('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')
  await press(page, 'Open')
  await page.getByText('This job was deleted').waitFor()
})

test('the jobs that code creates with the key are listed, opened, and told from those of the tab', async () => {
  const partner = await app.partner({ mode: 'test' })
  const { body: first } = await partner.create({ title: 'Piano', customer_phone: '+447700900000' })
  await using window = await openApp(browser, app, { desk: true })
  const page = await openTool(window, 'console', { key: partner.apiKey })
  const listed = page.locator('.console-jobs li')
  await listed.filter({ hasText: 'Piano' }).waitFor()
  await createJob(page, 'by_hand')
  await listed.filter({ hasText: 'from this tab' }).waitFor()
  await partner.create({ title: 'Bookcase', customer_phone: '+447700900000' })
  await listed.filter({ hasText: 'Bookcase' }).waitFor()
  assert.deepEqual(
    (await listed.allInnerTexts()).map((text) => [text.split('\n')[0], text.includes('from this tab')]),
    [
      ['Bookcase', false],
      ['Three-seat sofa', true],
      ['Piano', false],
    ],
  )
  assert.match(await page.locator('.console-requests').innerText(), /POST \/v1\/jobs\s+201/)
  await page.getByRole('button', { name: /^Piano/ }).click()
  await page.locator('article code', { hasText: first.job_id }).waitFor()
  await press(page, 'Open the link')
  await page.locator('.console-requests li', { hasText: 'POST /sandbox/v1/jobs/:job_id/moves' }).waitFor()
  // Only calls under /v1 are in the log, so this one is not a link.
  assert.equal(await page.locator('.console-requests a').count(), 0)
  assert.equal(
    await page.locator('article').getByRole('link', { name: 'this job' }).getAttribute('href'),
    `/partner/jobs/${first.job_id}`,
  )
  await window.assertAccessible()
  // The drafts were deleted: the job that is open says so, and the list.
  await press(page, '+1 day')
  await press(page, '+1 day')
  await page.getByText('This job was deleted').waitFor()
  await listed.filter({ hasText: /Bookcase[^]*deleted/ }).waitFor()
  window.assertQuiet()
})

test('the sizes are in the words of create, in both languages', async () => {
  const partner = await app.partner({ mode: 'test' })
  for (const [language, label, words] of [
    ['en', 'M', 'needs a small van'],
    ['es', 'M', 'necesita una furgoneta pequeña'],
  ] as const) {
    await using window = await openApp(browser, app, { language })
    const page = await openTool(window, 'console', { key: partner.apiKey, language })
    await page.getByText(words, { exact: true }).waitFor()
    const { text } = await app.fetch(language === 'en' ? '/docs/create.md' : '/docs/es/create.md')
    assert.ok(text.includes(`\`${label}\` ${words};`))
  }
})

test('a long way of the clock is sent again until it is done, and shows how far it is', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  const sent: unknown[] = []
  await page.route('**/sandbox/v1/clock', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent.push(route.request().postDataJSON())
    const response = await route.fetch()
    const body = {
      ...(await response.json()),
      ...(sent.length < 3 && { remaining_seconds: 40 - 10 * sent.length }),
    }
    return route.fulfill({ response, json: body })
  })
  await press(page, '+1 minute')
  await page.getByText('The clock moved. Nothing happened on the way.').waitFor()
  assert.deepEqual(sent, [{ advance_seconds: 60 }, { advance_seconds: 30 }, { advance_seconds: 20 }])
})

test('the clock goes on while the page is in sight, and stays still while it is hidden', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  let ticks = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sandbox/v1/clock')) ticks++
  })
  await createJob(page, 'happy')
  await page.locator('article .console-timeline li', { hasText: 'opened the link' }).waitFor()
  assert.ok(ticks > 0)
  await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true })`)
  await page.waitForTimeout(1_000)
  const before = ticks
  await page.waitForTimeout(9_000)
  assert.equal(ticks, before)
  window.assertQuiet()
})

test('the carrier drives as much of the way as the person chooses', async () => {
  const partner = await app.partner({ mode: 'test' })
  const user = inSandbox(partner)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'collect'] as const) await user.move(jobId, move)
  await using window = await openApp(browser, app, { desk: true })
  const page = await openTool(window, 'console')
  await enterKey(page, partner)
  await page.locator('.console-jobs button').first().click()
  await page.getByLabel('How far the carrier has come').selectOption('50')
  await press(page, 'Drive')
  await until('the position is shared', async () => (await positionsOf(app, jobId)).length === 1)
  const [{ lat } = { lat: 0 }] = await positionsOf(app, jobId)
  assert.equal(lat.toFixed(1), '41.0', 'between Madrid and Zaragoza')
})

test('a world that another call moves is asked again, and a refusal is shown with its code', async () => {
  const partner = await app.partner({ mode: 'test' })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  await createJob(page, 'by_hand')
  let calls = 0
  const refusal = (error: string) => ({ status: 409, json: { error, message: 'Not possible now.' } })
  await page.route('**/moves', (route) =>
    ++calls < 3 ? route.fulfill(refusal('world_busy')) : route.fulfill(refusal('move_not_possible')),
  )
  await press(page, 'Open the link')
  await page.getByText('Not possible now.').waitFor()
  await page.getByText('409 move_not_possible').waitFor()
  assert.equal(calls, 3)
})

test('the calls of the key are used up, and its world is deleted after a question', async () => {
  const partner = await app.partner({ mode: 'test', rateLimit: 50 })
  await using window = await openApp(browser, app)
  const page = await openTool(window, 'console', { key: partner.apiKey })
  await createJob(page, 'by_hand')
  await press(page, 'Use up my requests')
  await page.getByText('0 of 50 requests are left.').first().waitFor()
  assert.equal((await partner.estimate({})).status, 429)
  await press(page, 'Delete this world')
  await press(page, 'Keep')
  await page.locator('article').waitFor()
  await press(page, 'Delete this world')
  await window.assertAccessible()
  await press(page, 'Delete')
  await page.getByText('Your jobs appear here').waitFor()
  const { rows } = await app.db.pool.query('select from job where key_id = $1', [partner.keyId])
  assert.equal(rows.length, 0)
  window.assertQuiet()
})

test('a server without the built web app says so on the page of the console', async () => {
  await using site = await servePages({ webDist: '/nowhere' })
  for (const [path, words] of [
    ['/docs/console', 'The tool that belongs here is not built on this server.'],
    ['/docs/es/console', 'La herramienta que va aquí no está compilada en este servidor.'],
  ])
    assert.ok((await (await fetch(site.origin + path)).text()).includes(words ?? ''))
})
