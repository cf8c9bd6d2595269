import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import {
  enrolPartner,
  enrolStaff,
  forgetProofs,
  isOffered,
  joinPartnerByPasskey,
  openPanel,
  startPanel,
} from '../support/panel.ts'
import { until } from '../support/until.ts'

const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const people = (page: Page) => page.getByRole('table', { name: 'People' })

/** Fills in the open dialog of an invitation. @returns the link, which is shown once. */
async function invite(page: Page, { name, reason }: { name: string; reason: string }): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  const made = page.getByRole('dialog', { name: 'Hand over this link' })
  const link = await made.getByRole('textbox').inputValue()
  await made.getByRole('button', { name: 'Done' }).click()
  await made.waitFor({ state: 'detached' })
  return link
}

test('staff invite a person of a partner, who gets in once; then suspend the person', async () => {
  const { partnerId } = await app.partner({ companyName: 'Muebles Ruiz' })
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Marta Gil', role: 'staff' })
  await forgetProofs(app)
  await window.goto(`/admin/partners/${partnerId}?tab=people`)
  await page.getByText('No people yet').waitFor()
  await window.assertAccessible()
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  const link = await invite(page, { name: 'Lucía Prieto', reason: 'Their first developer' })
  await page.getByRole('table', { name: 'Open invitations' }).getByText('Lucía Prieto').waitFor()
  await window.assertAccessible()

  await using guest = await openPanel(browser, app)
  await guest.page.goto(link)
  await guest.page.getByRole('button', { name: 'Use a passkey' }).click()
  await guest.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await guest.page.goto(link)
  await guest.page.reload()
  await guest.page.getByRole('heading', { name: 'This link no longer works', level: 1 }).waitFor()

  await page.reload()
  await people(page)
    .getByRole('button', { name: /Lucía Prieto/ })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Lucía Prieto' })
  await window.assertAccessible()
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend Lucía Prieto' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The laptop is lost')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Lucía Prieto is suspended.').waitFor()
  await people(page).getByText('Suspended').waitFor()
  await guest.goto('/partner')
  await guest.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  window.assertQuiet()
})

test('an administrator of a partner invites, changes a role and removes, each for the own company only', async () => {
  const { partnerId } = await app.partner({ companyName: 'Sofás Duero' })
  await using other = await openPanel(browser, app)
  await joinPartnerByPasskey(other, app, { partnerId, name: 'Noa Vidal', role: 'developer' })
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolPartner(window, app, { partnerId, name: 'Iker Sanz', role: 'admin' })
  await forgetProofs(app)
  await window.goto('/partner/people?invite=yes')
  await invite(page, { name: 'Pau Ferrer', reason: 'Joins the shop' })
  await people(page)
    .getByRole('button', { name: /Noa Vidal/ })
    .click()
  await page.getByRole('button', { name: 'Change role' }).click()
  const role = page.getByRole('dialog', { name: 'Role of Noa Vidal' })
  await role.getByRole('radio', { name: 'Viewer' }).check()
  await role.getByRole('textbox', { name: 'Reason' }).fill('Looks only')
  await window.assertAccessible()
  await role.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('Noa Vidal is now Viewer.').waitFor()
  await other.goto('/partner/keys')
  await other.page.locator('main [data-row]').first().waitFor()
  assert.equal(await other.page.getByRole('button', { name: /Make a test key/ }).count(), 0)
  const drawer = page.getByRole('dialog', { name: 'Noa Vidal' })
  await drawer.getByRole('button', { name: 'Remove' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Noa Vidal' })
  await removal.getByRole('textbox', { name: 'Reason' }).fill('Left the shop')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Noa Vidal will be removed').waitFor()
  // Leaving the page sends what is planned.
  await page.reload()
  await until('the person is removed', async () => {
    const { rows } = await app.db.pool.query(`select 1 from member where name = 'Noa Vidal'`)
    return rows.length === 0
  })
  await page.reload()
  await people(page).getByText('Iker Sanz').waitFor()
  assert.equal(await people(page).getByText('Noa Vidal').count(), 0)
  window.assertQuiet()
})

test('staff view the pages of a partner with a reason: a banner says so, nothing can be changed, and it ends', async () => {
  const { partnerId } = await app.partner({ companyName: 'Cocinas Norte' })
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await enrolStaff(window, app, { name: 'Ana Soto', role: 'staff' })
  await window.goto(`/admin/partners/${partnerId}`)
  await page.getByRole('heading', { name: 'Cocinas Norte', level: 1 }).waitFor()
  await isOffered(page, 'v')
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'View the pages of Cocinas Norte' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They ask why a call fails')
  await window.assertAccessible()
  await dialog.getByRole('button', { name: 'Open the pages' }).click()
  const banner = page.getByRole('region', { name: 'Viewing' })
  await banner.getByText('You are viewing the pages of Cocinas Norte as a viewer.').waitFor()
  await window.assertAccessible()
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Make a test key/ }).count(), 0)
  await banner.getByRole('button', { name: 'End the view' }).click()
  await page.waitForURL(`**/admin/partners/${partnerId}`)
  await window.goto('/partner')
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  const { rows } = await app.db.pool.query(
    `select actor_name, reason from audit_event where act = 'partner.view'`,
  )
  assert.deepEqual(rows, [{ actor_name: 'Ana Soto', reason: 'They ask why a call fails' }])
  window.assertQuiet()
})
