import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Route } from 'playwright-core'
import { type startSignIn } from '#contract/app/account.ts'
import { cancelMyJob } from '#contract/app/customer.ts'
import type { AccountData } from '#contract/app/data.ts'
import type { SuccessOf } from '../../server/http/mount.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { typeCode } from '../support/app-steps.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { fillWallet } from '../support/paying.ts'
import { codeOf, type Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 21, on request: a person deletes the own account in the app, and reads a copy of everything before. */
const market = await openMarket()
const { app } = market
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

const doneHead = 'Your account is deleted'

/** Asks for the code on the screen in English. */
async function askForCode({ page }: AppPage): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/sign-in') && response.status() === 202),
    page.getByRole('button', { name: 'Text me a code to delete it' }).click(),
  ])
  const { challenge_id } = (await answer.json()) as SuccessOf<typeof startSignIn>
  return codeOf(app, challenge_id)
}

const press = ({ page }: AppPage) => page.getByRole('button', { name: 'Delete my account for good' }).click()
const heading = ({ page }: AppPage, name: string) => page.getByRole('heading', { name }).waitFor()

async function isErased({ accountId }: Person): Promise<boolean> {
  const { rows } = await app.db.pool.query<{ erased: boolean }>(
    'select erased_at is not null as erased from account where id = $1',
    [accountId],
  )
  return rows[0]?.erased ?? assert.fail('no account')
}

/** The server does it; the answer is up to `then`. */
async function onErasure({ page }: AppPage, then: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/app/v1/me/erasure', async (route) => {
    if (route.request().method() === 'POST') await then(route)
    else await route.continue()
  })
}

test('a customer deletes the account: the page lists deleted and kept data, asks for a code, a wrong code deletes nothing', async () => {
  const customer = await market.person('Ana')
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/account')
  await page.getByRole('link', { name: 'Delete my account' }).click()
  await heading(window, 'Delete my account')
  await page.getByText('Your name and your phone number.').waitFor()
  await page.getByText('Amounts and dates of payments.').waitFor()
  assert.equal(await page.getByText('Your carrier profile').count(), 0, 'said to carriers only')
  await page.getByRole('button', { name: 'Text me a code to delete it' }).waitFor()
  await window.assertAccessible()

  const code = await askForCode(window)
  await typeCode(window, code === '000000' ? '111111' : '000000')
  assert.equal(await isErased(customer), false, 'the last digit alone sends nothing')
  await press(window)
  await page.getByRole('alert').getByText('That code is not right').waitFor()
  await window.assertAccessible()
  assert.equal(await isErased(customer), false)
  await typeCode(window, code)
  await press(window)
  await heading(window, doneHead)
  await window.assertAccessible()
  assert.equal(await isErased(customer), true)
  await page.reload()
  await heading(window, doneHead)
  await page.getByRole('link', { name: 'Sign up again' }).click()
  await page.getByRole('button', { name: 'Text me a code' }).waitFor()
  window.assertQuiet()
})

test('a lost response after the deletion shows the same page, by a retry or after a reload', async () => {
  for (const how of ['repeat', 'reload'] as const) {
    const customer = await market.person('Ana')
    await using window = await openApp(browser, app, { as: customer })
    const done = Promise.withResolvers<void>()
    await onErasure(window, async (route) => {
      if (await isErased(customer)) return route.continue()
      await route.fetch()
      done.resolve()
      // Before a reload the request has no response yet. Before a repeat its connection fails.
      if (how === 'repeat') await route.abort()
    })
    await window.goto('/app/account/delete')
    await typeCode(window, await askForCode(window))
    await press(window)
    await done.promise
    if (how === 'reload') await window.page.reload()
    await heading(window, doneHead)
    assert.equal(await isErased(customer), true)
  }
})

test('a request that never arrived deletes nothing, says so, and works when it is tried again', async () => {
  const customer = await market.person('Ana')
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  let isCut = true
  await onErasure(window, (route) => (isCut ? route.abort() : route.continue()))
  await window.goto('/app/account/delete')
  const code = await askForCode(window)
  await typeCode(window, code)
  await press(window)
  await page.getByRole('alert').getByText('We could not reach the server').waitFor()
  assert.equal(await isErased(customer), false)
  isCut = false
  await typeCode(window, code)
  await press(window)
  await heading(window, doneHead)
  assert.equal(await isErased(customer), true)
})

test('a session that was ended elsewhere deletes nothing, and is led to the sign-in', async () => {
  const customer = await market.person('Ana')
  await using window = await openApp(browser, app, { as: customer })
  await window.goto('/app/account/delete')
  await typeCode(window, await askForCode(window))
  await app.db.pool.query('update session set ended_at = now() where account_id = $1', [customer.accountId])
  await press(window)
  await window.page.getByRole('button', { name: 'Text me a code' }).waitFor()
  assert.match(window.page.url(), /\/app\/sign-in/)
  assert.equal(await isErased(customer), false)
})

test('erasure: blockers are listed with the remedy, and no code is offered until they are gone', async () => {
  const customer = await market.person('Ana')
  const { job_id } = await market.posted(customer)
  await fillWallet(customer, 2_500)
  await using window = await openApp(browser, app, { as: customer, desk: true, colours: 'dark' })
  const { page } = window
  await window.goto('/app/account/delete')
  await page.getByText('You have a published job that is not finished.').waitFor()
  await page.getByText('There is €25.00 in your wallet.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Text me a code to delete it' }).count(), 0)
  await window.assertAccessible()
  await page.getByRole('link', { name: 'See my wallet' }).click()
  await page.waitForURL(/\/app\/account#wallet$/)
  await page.goBack()
  await page.getByRole('link', { name: 'See my jobs' }).waitFor()

  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
  await settleMoney(app)
  await app.db.pool.query('update wallet set balance_cents = 0 where account_id = $1', [customer.accountId])
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Text me a code to delete it' }).waitFor()
  assert.equal(await page.getByText('Before you can delete it').count(), 0)
})

test('erasure: a carrier reaches it from the profile, in Spanish, and reads what happens to past jobs', async () => {
  const carrier = await market.carrier({ name: 'Luis' })
  await using window = await openApp(browser, app, { as: carrier, language: 'es' })
  const { page } = window
  await window.goto('/carrier/profile')
  await page.getByRole('link', { name: 'Mis datos y mi cuenta' }).click()
  await page.getByRole('link', { name: 'Eliminar mi cuenta' }).click()
  await page.getByText('Tu perfil de transportista').waitFor()
  await page.getByText('Para tus clientes, los encargos que llevaste.').waitFor()
  await window.assertAccessible()
})

test('a person downloads the account data; too many downloads show the wait', async () => {
  const customer = await market.person('Ana')
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/account')
  const button = page.getByRole('button', { name: 'Download my data' })
  for (const _ of [1, 2]) {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    assert.equal(file.suggestedFilename(), 'dray-my-data.json')
    const data = JSON.parse(await contentOf(file)) as AccountData
    assert.deepEqual([data.account.account_id, data.account.name], [customer.accountId, 'Ana'])
  }
  await button.click()
  await page.getByRole('alert').getByText('Too many requests').waitFor()
  await window.assertAccessible()
})
