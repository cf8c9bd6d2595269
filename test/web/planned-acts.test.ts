import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { AppPage } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  enterReason,
  forgetProofs,
  hasFocus,
  headed,
  holdUndo,
  invitationPath,
  isClosed,
  isReady,
  joinByPasskey,
  openPanel,
  startPanel,
} from '../support/panel.ts'
import { until } from '../support/until.ts'

/* An act that cannot be taken back waits ten seconds before it is sent, here the revocation of an invitation. */
const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

/** The page of the members, as their only one, an owner, with open invitations of these people. */
async function openStaff(window: AppPage, ...invited: string[]): Promise<void> {
  for (const table of ['member_invitation', 'member_session', 'member_passkey', 'member'])
    await app.db.pool.query(`delete from ${table}`)
  for (const name of invited) await invitationPath(app, { name, role: 'viewer' })
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'owner' })
}

const revokeButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Revoke the invitation of ${name}` })

/** Asks for the revocation with a reason: it is planned, or waits for a fresh proof. */
async function askToRevoke(page: Page, name: string): Promise<void> {
  await revokeButton(page, name).click()
  await enterReason(page, 'Invited by mistake')
}

const waiting = (page: Page, name: string) =>
  page.locator('.panel-planned-act').filter({ hasText: `The invitation of ${name} will be revoked` })

/** Plans the revocation; the proof is fresh. */
async function revoke(page: Page, name: string): Promise<void> {
  await askToRevoke(page, name)
  await waiting(page, name).waitFor()
  await isClosed(page.getByRole('dialog'))
}

async function isRevoked(name: string): Promise<boolean> {
  const { rows } = await app.db.pool.query('select revoked_at from member_invitation where name = $1', [name])
  assert.equal(rows.length, 1)
  return rows[0].revoked_at !== null
}

const proofOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

test('ten seconds are counted down, and the act is sent at their end', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await openStaff(window, 'Noa Vidal')
  await page.clock.install()
  await window.goto('/admin/staff')
  await revokeButton(page, 'Noa Vidal').click()
  await isReady(page.getByRole('dialog'))
  // From here on time passes only by `runFor`.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000)
  await enterReason(page, 'Invited by mistake')
  const act = waiting(page, 'Noa Vidal')
  await act.getByText('in 10 seconds').waitFor()
  await page.clock.runFor(4_000)
  await act.getByText('in 6 seconds').waitFor()
  await page.clock.runFor(5_500)
  await act.getByText('in 1 second', { exact: true }).waitFor()
  assert.equal(await isRevoked('Noa Vidal'), false)
  await page.clock.runFor(500)
  await page.getByText('The invitation of Noa Vidal is revoked.').waitFor()
  assert.equal(await act.count(), 0)
  assert.equal(await isRevoked('Noa Vidal'), true)
  window.assertQuiet()
})

test('a refusal that comes when the time is over names the act', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const endUndo = await holdUndo(page)
  await openStaff(window, 'Lía Roca')
  await revoke(page, 'Lía Roca')
  await app.db.pool.query(`update member set role = 'viewer'`)
  await endUndo()
  await page
    .getByText('Not done: “The invitation of Lía Roca will be revoked”. Your role does not allow this.')
    .waitFor()
  assert.equal(await isRevoked('Lía Roca'), false)
})

test('several acts wait at once; the one that is undone with keys is never sent, the others are', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const endUndo = await holdUndo(page)
  await openStaff(window, 'Iker Sanz', 'Pol Soler', 'Eva Ruiz')
  for (const name of ['Iker Sanz', 'Pol Soler', 'Eva Ruiz']) await revoke(page, name)
  assert.equal(await page.locator('.panel-planned-act').count(), 3)
  await window.assertAccessible()
  const undo = waiting(page, 'Pol Soler').getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Undo' }).first().focus()
  await page.keyboard.press('Tab')
  await hasFocus(undo)
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was changed.').waitFor()
  await isClosed(waiting(page, 'Pol Soler'))
  assert.equal(await page.locator('.panel-planned-act').count(), 2)
  await endUndo()
  await page.getByText('The invitation of Iker Sanz is revoked.').waitFor()
  await page.getByText('The invitation of Eva Ruiz is revoked.').waitFor()
  await isClosed(revokeButton(page, 'Eva Ruiz'))
  await revokeButton(page, 'Pol Soler').waitFor()
  assert.deepEqual(await Promise.all(['Iker Sanz', 'Pol Soler', 'Eva Ruiz'].map(isRevoked)), [
    true,
    false,
    true,
  ])
  window.assertQuiet()
})

test('while an act waits, it is not offered again, and other pages of the panel keep it', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await holdUndo(page)
  await openStaff(window, 'Noa Vidal')
  await revoke(page, 'Noa Vidal')
  assert.ok(await revokeButton(page, 'Noa Vidal').isDisabled())
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await headed(page, 'Audit log')
  await waiting(page, 'Noa Vidal').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Revoke the invitation of Noa Vidal', disabled: false }).waitFor()
  assert.equal(await isRevoked('Noa Vidal'), false)
  window.assertQuiet()
})

test('an act that is refused when it is sent says why, and the page shows what has changed', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const endUndo = await holdUndo(page)
  await openStaff(window, 'Noa Vidal')
  await revoke(page, 'Noa Vidal')
  await app.db.pool.query(`update member_invitation set used_at = now() where name = 'Noa Vidal'`)
  await endUndo()
  await page
    .locator('.dray-notice[data-kind="bad"]')
    .getByText('This invitation has been used already.')
    .waitFor()
  await isClosed(revokeButton(page, 'Noa Vidal'))
  assert.equal(await page.locator('.panel-planned-act').count(), 0)
  await window.assertAccessible()
  assert.equal(await isRevoked('Noa Vidal'), false)
  window.assertQuiet()
})

test('leaving the page sends what waits at once, and the next page says so once', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await holdUndo(page)
  await openStaff(window, 'Iker Sanz', 'Pol Soler')
  await revoke(page, 'Iker Sanz')
  await revoke(page, 'Pol Soler')
  await window.goto('/admin/audit')
  for (const name of ['Iker Sanz', 'Pol Soler']) {
    const said = `Sent when you left the page, without waiting: “The invitation of ${name} will be revoked”.`
    await page.getByText(said).waitFor()
    await until('it is sent', () => isRevoked(name))
  }
  await window.assertAccessible()
  await page.reload()
  await headed(page, 'Audit log')
  assert.equal(await page.locator('.dray-notice').count(), 0)
  window.assertQuiet()
})

test('signing out sends what waits before the session ends', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await holdUndo(page)
  await openStaff(window, 'Noa Vidal')
  await revoke(page, 'Noa Vidal')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await headed(page, 'Sign in')
  assert.equal(await isRevoked('Noa Vidal'), true)
  assert.equal(await page.locator('.panel-planned-act').count(), 0)
})

test('before the proof nothing waits: without it the act is not planned, and leaving the page asks and says so', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await holdUndo(page)
  await openStaff(window, 'Noa Vidal')
  await forgetProofs(app)
  await window.goto('/admin/staff')
  await askToRevoke(page, 'Noa Vidal')
  await isReady(proofOf(page))
  await page.keyboard.press('Escape')
  await isClosed(page.getByRole('dialog'))
  assert.equal(await page.locator('.panel-planned-act, .dray-notice').count(), 0)
  await askToRevoke(page, 'Noa Vidal')
  await isReady(proofOf(page))
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  const said =
    'Not sent: “The invitation of Noa Vidal will be revoked”. You left the page before you confirmed'
  await page.locator('.dray-notice[data-kind="bad"]').getByText(said).waitFor()
  assert.deepEqual(asked, ['beforeunload'])
  assert.equal(await isRevoked('Noa Vidal'), false)
  window.assertQuiet()
})

test('a proof that ends while the act waits is asked for again when it is sent', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const endUndo = await holdUndo(page)
  await openStaff(window, 'Noa Vidal')
  await revoke(page, 'Noa Vidal')
  await forgetProofs(app)
  await endUndo()
  await isReady(proofOf(page))
  assert.equal(await isRevoked('Noa Vidal'), false)
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByText('The invitation of Noa Vidal is revoked.').waitFor()
  assert.equal(await isRevoked('Noa Vidal'), true)
  window.assertQuiet()
})
