import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { readMyJob } from '#contract/app/customer.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { collectByHand, signInByPhone } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { savedActs } from '../support/saved-answers.ts'
import { until } from '../support/until.ts'

/* Two tabs of one browser: a person signs in or out in one of them, and the other notices (decision 7). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

/** A carrier with two accepted jobs of one customer. */
async function twoJobs() {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const [one, other] = [await market.accepted(ana, lucia), await market.accepted(ana, lucia)]
  const collectedAt = async (job_id: string) => (await ana.ok(readMyJob, { params: { job_id } })).collected_at
  return { ana, lucia, one: one.job_id, other: other.job_id, collectedAt }
}

/** Another tab of the same browser. */
async function openTab(window: AppPage, path: string): Promise<AppPage> {
  const page = await window.page.context().newPage()
  page.setDefaultTimeout(60_000)
  const goto = async (to: string) => void (await page.goto(app.url + to))
  await goto(path)
  return { ...window, page, goto }
}

const heading = ({ page }: AppPage, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** Another person finds an expired session, and signs in. */
async function signInHere(window: AppPage, { phone }: Person): Promise<void> {
  await window.page.context().clearCookies()
  await window.goto('/app/sign-in')
  await signInByPhone(window, app, phone)
  await heading(window, 'Your jobs').waitFor()
}

/** No answer reaches the page while it has no session, so it does not see that the session has ended. */
const missSignOut = ({ page }: AppPage) =>
  page.route('**/app/v1/**', async (route) =>
    (await page.context().cookies()).some(({ name }) => name === 'dray_session')
      ? route.fallback()
      : route.abort(),
  )

const callCustomer = ({ page }: AppPage) => page.getByRole('link', { name: 'Call Ana' })

/** The requests to collect a job that this browser sends from now on. */
function collections(page: Page): string[] {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/collected')) sent.push(request.url().split('/').at(-2) ?? '')
  })
  return sent
}

for (const place of ['first', 'second'] as const)
  test(`another person signs in in the ${place} tab: the other one shows their pages, and nothing of the former person`, async () => {
    const { lucia, one } = await twoJobs()
    const berta = await market.person('Berta')
    const { title } = await market.draft(berta)
    await using window = await openApp(browser, app, { as: lucia })
    await window.goto(`/carrier/jobs/${one}`)
    const tabs = [window, await openTab(window, `/carrier/jobs/${one}`)] as const
    const [used, left] = place === 'first' ? tabs : [tabs[1], tabs[0]]
    await callCustomer(left).waitFor()
    await missSignOut(left)
    await signInHere(used, berta)
    await until('the page of the job is left', async () => !left.page.url().includes(one))
    await heading(left, /./).waitFor()
    assert.ok(!(await left.page.content()).includes(lucia.phone))
    await left.goto('/app')
    await left.page.getByText(title, { exact: false }).first().waitFor()
    await left.goto(`/carrier/jobs/${one}`)
    await heading(left, /./).waitFor()
    assert.equal(await callCustomer(left).count(), 0)
  })

test('a sign-out in one tab: the other one shows nothing of the person, and goes on with the next', async () => {
  const { lucia, one } = await twoJobs()
  await using window = await openApp(browser, app, { as: lucia })
  await window.goto('/carrier/profile')
  const left = await openTab(window, `/carrier/jobs/${one}`)
  await callCustomer(left).waitFor()
  await window.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await heading(window, 'Sign in').waitFor()
  await callCustomer(left).waitFor({ state: 'detached' })
  await heading(left, 'Sign in').waitFor()
  await left.goto('/app/sign-in')
  await signInByPhone(left, app, (await market.person('Berta')).phone)
  await heading(left, 'Your jobs').waitFor()
})

test('an act queued and one in flight in the other tab: none is sent for the next person, and both for their own', async () => {
  const { lucia, one, other, collectedAt } = await twoJobs()
  const berta = await market.carrier({ name: 'Berta' })
  await using window = await openApp(browser, app, { as: lucia })
  await window.goto('/app/account')
  const left = await openTab(window, `/carrier/jobs/${one}`)
  await left.page.route(new RegExp(`${one}/collected$`), (route) => route.abort())
  // The server does it, and the answer is on its way.
  const done = Promise.withResolvers<void>()
  await left.page.route(new RegExp(`${other}/collected$`), async (route) => {
    await route.fetch()
    done.resolve()
  })
  await collectByHand(left)
  await left.page.getByText('“Collected” is saved on this phone and will be sent.').waitFor()
  await left.page.getByRole('link', { name: 'My jobs', exact: true }).click()
  await left.page.locator(`a[href$="${other}"]`).click()
  await collectByHand(left)
  await done.promise
  assert.equal(await savedActs(left.page), 2)

  await missSignOut(left)
  await signInHere(window, berta)
  await left.page.waitForURL(`${app.url}/carrier`)
  await left.page.unrouteAll({ behavior: 'ignoreErrors' })
  const sent = collections(left.page)
  await left.goto('/carrier/profile')
  await left.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await heading(left, 'Sign in').waitFor()
  assert.deepEqual([sent, await savedActs(left.page), await collectedAt(one)], [[], 2, null])

  await signInHere(left, lucia)
  await until('both are sent', async () => (await savedActs(left.page)) === 0)
  assert.deepEqual(sent.toSorted(), [one, other].toSorted())
  assert.notEqual(await collectedAt(one), null)
  assert.notEqual(await collectedAt(other), null)
})

test('a page that was frozen while another person signed in notices it when it is shown again', async () => {
  const { lucia, one } = await twoJobs()
  const berta = await market.person('Berta')
  await using window = await openApp(browser, app, { as: lucia })
  await window.goto(`/carrier/jobs/${one}`)
  await callCustomer(window).waitFor()
  // As a page that gets no event of another tab.
  await window.page.evaluate(`localStorage.setItem('dray.account', '${berta.accountId}')`)
  await window.page.context().clearCookies()
  await window.page.context().addCookies([berta.cookie])
  assert.equal(await callCustomer(window).count(), 1)
  await window.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await until('the page of the job is left', async () => !window.page.url().includes(one))
  assert.equal(await callCustomer(window).count(), 0)
})
