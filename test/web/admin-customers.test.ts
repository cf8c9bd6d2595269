import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { cancelMyJob } from '#contract/app/customer.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import {
  enrolStaff,
  enter,
  enterReason,
  forgetProofs,
  hasFocus,
  headed,
  isClosed,
  isOffered,
  isReady,
  joinByPasskey,
  openPanel,
  openPanelMarket,
  press,
} from '../support/panel.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

const market = await openPanelMarket()
const { app } = market
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

const accountOf = async ({ accountId }: Person) => {
  const { rows } = await app.db.pool.query<{ suspended_at: Date | null; erased_at: Date | null }>(
    'select suspended_at, erased_at from account where id = $1',
    [accountId],
  )
  return rows[0] ?? assert.fail()
}

test('a person is found by name, and by the whole number, which is in no address', async () => {
  const ana = await market.person('Ana Torres')
  await market.person('Bea Torres')
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'staff' })
  const visited: string[] = []
  page.on('request', (request) => visited.push(request.url()))
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await press(page, 'g', 'u')
  await headed(page, 'Customers')
  const rows = page.getByRole('table', { name: 'Customers' })
  await rows.getByText('Bea Torres').waitFor()
  await press(page, 'f')
  await hasFocus(page.getByRole('textbox', { name: 'Name begins with' }))
  await page.keyboard.type('ana')
  await press(page, 'Enter')
  await rows.getByText('Bea Torres').waitFor({ state: 'detached' })
  await page.waitForURL(/\?name=t\w+$/)
  await window.assertAccessible()
  // Going back shows the people of the search before, and after a reload the URL names no search that is forgotten.
  const ofAna = page.url()
  await enter(page.getByRole('textbox', { name: 'Name begins with' }), 'bea')
  await rows.getByText('Bea Torres').waitFor()
  await page.goBack()
  await rows.getByText('Ana Torres').waitFor()
  assert.equal(page.url(), ofAna)
  assert.equal(await rows.getByText('Bea Torres').count(), 0)
  await window.goto(`${new URL(ofAna).pathname}${new URL(ofAna).search}&before=x`)
  await page.waitForURL(/\/admin\/customers$/)
  await rows.getByText('Bea Torres').waitFor()
  const phone = page.getByRole('textbox', { name: 'Whole phone number' })
  for (const [typed, told] of [
    ['655 10', 'The whole number, abroad with its country code.'],
    ['+34 699 999 999', 'No account has this number.'],
  ] as const) {
    await enter(phone, typed)
    await page.getByText(told).waitFor()
  }
  await window.assertAccessible()
  await phone.fill('')
  // A number that was typed as a name is a number too.
  await enter(page.getByRole('textbox', { name: 'Name begins with' }), ana.phone.slice(3))
  await headed(page, 'Ana Torres')
  assert.ok(page.url().endsWith(ana.accountId))
  assert.deepEqual(
    visited.filter((url) => /655|699/.test(new URL(url).search)),
    [],
  )
  window.assertQuiet()
})

test('an account is suspended at once with a reason for staff, let in again, and its data downloaded', async () => {
  const person = await market.person('Iker Sanz')
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto(`/admin/customers/${person.accountId}`)
  await headed(page, 'Iker Sanz')
  await window.assertAccessible()
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
  const act = async (key: string, reason: string) => {
    await isOffered(page, key)
    await press(page, key)
    await enterReason(page, reason)
  }
  await act('s', 'Paid with a stolen card')
  await page.getByText('Iker Sanz is suspended.').waitFor()
  await page.getByText('Paid with a stolen card').waitFor()
  await isClosed(page.getByRole('dialog'))
  assert.ok((await accountOf(person)).suspended_at)
  await act('u', 'The card was theirs')
  await page.getByText('Iker Sanz can use the app again.').waitFor()
  await isClosed(page.getByRole('dialog'))
  assert.equal((await accountOf(person)).suspended_at, null)
  await forgetProofs(app)
  await act('d', 'Asked for it by letter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: 'Confirm with a passkey' }).click(),
  ])
  assert.match(await contentOf(download), /Iker Sanz/)
  await page.getByText('The data is in your downloads.').waitFor()
  window.assertQuiet()
})

test('an owner deletes a person after ten seconds; until the job has ended, the page says what blocks it', async () => {
  const person = await market.person('Sol Marín')
  const job = await market.posted(person)
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Pau Ferrer', role: 'owner' })
  await page.clock.install()
  await window.goto(`/admin/customers/${person.accountId}`)
  await headed(page, 'Sol Marín')
  await page.getByRole('table', { name: 'Jobs as a customer' }).getByText('Published').waitFor()
  const erase = async () => {
    await isOffered(page, 'x')
    await press(page, 'x')
    await enterReason(page, 'Asked for it by letter')
    await page.getByText('Sol Marín will be deleted in').waitFor()
    await isClosed(page.getByRole('dialog'))
    await page.clock.runFor(11_000)
  }
  await press(page, 'x')
  await page.getByText('1 job is still open, and has to end first.').waitFor()
  await isReady(page.getByRole('dialog'))
  await window.assertAccessible()
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await erase()
  await page.getByRole('alert').getByText('Published jobs that are not finished: 1').waitFor()
  await window.assertAccessible()
  assert.equal((await accountOf(person)).erased_at, null)
  await person.ok(cancelMyJob, { params: { job_id: job.job_id }, body: { fee_cents: 0 } })
  await settleMoney(app)
  await erase()
  await headed(page, 'Deleted account')
  assert.ok((await accountOf(person)).erased_at)
  assert.equal(await page.getByRole('button', { name: 'Suspend' }).count(), 0)
})

test('a viewer sees a person without the whole number and without acts, and searches no numbers', async () => {
  const person = await market.person('Noa Vidal')
  await using window = await openPanel(browser, app, { desk: false, colours: 'dark' })
  const { page } = window
  await enrolStaff(window, app, { name: 'Leo Campos', role: 'viewer' })
  await window.goto('/admin/customers')
  assert.equal(await page.getByRole('textbox', { name: 'Whole phone number' }).count(), 0)
  await enter(page.getByRole('textbox', { name: 'Name begins with' }), person.phone)
  await page.getByText('That is a phone number. Only staff can search for one.').waitFor()
  assert.ok(page.url().endsWith('/admin/customers'))
  await page.getByRole('link', { name: 'Noa Vidal' }).click()
  await headed(page, 'Noa Vidal')
  await page.getByText(`+34•••••${person.phone.slice(-3)}`).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Suspend' }).count(), 0)
  await window.assertAccessible()
  window.assertQuiet()
})
