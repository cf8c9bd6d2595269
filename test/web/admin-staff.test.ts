import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import {
  forgetProofs,
  holdUndo,
  isClosed,
  isReady,
  joinByPasskey,
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

const openMember = async (page: Page, name: string) => {
  await page.getByRole('table', { name: 'Staff' }).getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).waitFor()
}

/** Gives the reason of an act in its dialog, and does it. */
const confirm = async (page: Page, { title, act }: { title: string; act: string }) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the owner')
  await dialog.getByRole('button', { name: act }).click()
}

const nameIsThere = async (name: string): Promise<boolean> => {
  const { rowCount } = await app.db.pool.query('select 1 from member where name = $1', [name])
  return rowCount === 1
}

test('an owner invites a viewer with a link shown once, and the viewer sees no act', async () => {
  await using owner = await openPanel(browser, app)
  await joinByPasskey(owner, app, { name: 'Marta Gil', role: 'owner' })
  const { page } = owner
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  await dialog.getByText('Please fill this in.').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Noa Vidal')
  await dialog.getByRole('radio', { name: 'Viewer' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Looks after the books')
  await owner.assertAccessible()
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link for Noa Vidal' }).inputValue()
  await owner.assertAccessible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Open invitations' }).getByText('Noa Vidal').waitFor()
  assert.ok(!(await page.content()).includes(new URL(link).hash.slice(1)))

  await using viewer = await openPanel(browser, app)
  await viewer.page.goto(link)
  await viewer.page.getByRole('button', { name: 'Use a passkey' }).click()
  await viewer.page.waitForURL(`${app.url}/admin`)
  await viewer.goto('/admin/staff')
  await openMember(viewer.page, 'Marta Gil')
  await viewer.page.getByText('Only an owner can change this.').waitFor()
  assert.deepEqual(await viewer.page.getByRole('dialog').getByRole('button').allInnerTexts(), [''])
  await viewer.page.keyboard.press('Escape')
  await isClosed(viewer.page.getByRole('dialog'))
  assert.equal(await viewer.page.getByRole('button', { name: 'Invite a person' }).count(), 0)
  assert.equal(await viewer.page.getByRole('table', { name: 'Open invitations' }).count(), 0)
  for (const window of [owner, viewer]) window.assertQuiet()
})

test('an act that needs a fresh proof asks for it by itself, and is then done', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Iker Sanz', role: 'owner' })
  await using other = await openPanel(browser, app)
  await joinByPasskey(other, app, { name: 'Lucía Prieto', role: 'viewer' })
  await page.reload()
  await forgetProofs(app)
  await openMember(page, 'Lucía Prieto')
  await page.getByRole('button', { name: 'Change role' }).click()
  const role = { title: 'Change the role of Lucía Prieto?', act: 'Change role' }
  await page.getByRole('dialog', { name: role.title }).getByRole('radio', { name: 'Staff' }).check()
  await window.assertAccessible()
  await confirm(page, role)
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await isReady(proof)
  await window.assertAccessible()
  // Closed, it is not done and nothing is said; asked again, it is.
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  await confirm(page, role)
  await proof.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('Lucía Prieto is now Staff.').waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await confirm(page, { title: 'Suspend Lucía Prieto?', act: 'Suspend' })
  await page.getByText('Lucía Prieto is suspended.').waitFor()
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  window.assertQuiet()
})

test('removing a member can be undone for ten seconds, and is sent at once when the page is left', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Pau Ferrer', role: 'owner' })
  await using other = await openPanel(browser, app)
  await joinByPasskey(other, app, { name: 'Ángel Rojo', role: 'staff' })
  await holdUndo(page)
  await page.reload()
  const remove = async () => {
    await openMember(page, 'Ángel Rojo')
    await page.getByRole('button', { name: 'Remove' }).click()
    await confirm(page, { title: 'Remove Ángel Rojo?', act: 'Remove' })
    await page.getByText('Ángel Rojo will be removed').waitFor()
  }
  await remove()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  await page.reload()
  await page.getByRole('table', { name: 'Staff' }).getByText('Ángel Rojo').waitFor()
  assert.ok(await nameIsThere('Ángel Rojo'))
  await remove()
  await page.goto(`${app.url}/admin/audit`)
  await until('the member is removed', async () => !(await nameIsThere('Ángel Rojo')))
  window.assertQuiet()
})

test('after ten seconds the member is removed, and the page says so', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Sol Marín', role: 'owner' })
  await using other = await openPanel(browser, app)
  await joinByPasskey(other, app, { name: 'Leo Campos', role: 'staff' })
  const endUndo = await holdUndo(page)
  await page.reload()
  await openMember(page, 'Leo Campos')
  await page.getByRole('button', { name: 'Remove' }).click()
  await confirm(page, { title: 'Remove Leo Campos?', act: 'Remove' })
  await page.getByText('Leo Campos will be removed').waitFor()
  assert.ok(await nameIsThere('Leo Campos'))
  await endUndo()
  await page.getByText('Leo Campos is removed.').waitFor()
  assert.ok(!(await nameIsThere('Leo Campos')))
})

test('the last owner cannot be removed: the page says why', async () => {
  await app.db.pool.query(`delete from member_session; delete from member_passkey; delete from member`)
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'owner' })
  await openMember(page, 'Marta Gil')
  await page.getByRole('button', { name: 'Suspend' }).click()
  await confirm(page, { title: 'Suspend Marta Gil?', act: 'Suspend' })
  await page
    .getByRole('dialog', { name: 'Suspend Marta Gil?' })
    .getByRole('alert')
    .getByText(/owner/i)
    .waitFor()
  assert.ok(await nameIsThere('Marta Gil'))
})
