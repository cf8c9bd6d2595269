import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import type { AppPage } from '../support/app-page.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import { invitationPath, joinByPasskey, openPanel, startPanel } from '../support/panel.ts'
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

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
}

test('an invitation leads to a passkey and into the panel; the passkey signs in again, the link does not', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const link = await invitationPath(app, { name: 'Marta Gil', role: 'owner' })
  await window.goto(link)
  await page.getByRole('heading', { name: 'Welcome, Marta Gil', level: 1 }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${app.url}/admin`)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await signOut(page)
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/admin`)
  await window.goto(link)
  await page.reload()
  await page.getByRole('heading', { name: 'This link no longer works', level: 1 }).waitFor()
  window.assertQuiet()
})

test('the field of the login name suggests the passkeys of the device, until another way is chosen', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Rosa Molina', role: 'viewer' })
  await page.context().clearCookies()
  await window.goto('/admin/audit')
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Use a password' }).click()
  const login = page.getByRole('textbox', { name: 'Login name' })
  assert.equal(await login.getAttribute('autocomplete'), 'username webauthn')
  await window.assertAccessible()
  await until('passkeys are suggested', () => page.evaluate<boolean>(`typeof choosePasskey === 'function'`))
  await page.evaluate('void choosePasskey()')
  await page.waitForURL(`${app.url}/admin/audit`)
  await page.context().clearCookies()
  await window.goto('/admin')
  await until('passkeys are suggested', () => page.evaluate<boolean>(`typeof choosePasskey === 'function'`))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  assert.equal(await page.evaluate('typeof choosePasskey'), 'undefined')
  window.assertQuiet()
})

test('a page asked for while signed out comes after the sign-in, and no page of another place', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Iker Sanz', role: 'staff' })
  await page.context().clearCookies()
  await window.goto('/admin/audit?act=member.invite')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/admin/audit?act=member.invite`)
  await page.context().clearCookies()
  await window.goto(`/admin/sign-in?back=${encodeURIComponent('/admin/..//evil.example/x')}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/admin`)
  window.assertQuiet()
})

test('a session that was ended elsewhere leads to the sign-in at the next read', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await app.db.pool.query('update member_session set ended_at = now()')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
})

const codeOf = (secret: string, timestamp = Date.now()) => new TOTP({ secret }).generate({ timestamp })

/** Chooses a password with the link, up to the authenticator app. @returns the secret of the app. */
async function choosePassword({ page, goto }: AppPage, login: string): Promise<string> {
  await goto(await invitationPath(app, { name: 'Pau Ferrer', role: 'staff' }))
  await page.getByRole('button', { name: 'Use a password and an authenticator app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please fill this in.').or(page.getByText('At least three letters')).first().waitFor()
  await page.getByRole('textbox', { name: 'Login name' }).fill(login)
  await page.getByRole('textbox', { name: 'Password' }).fill('four plain words here')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await page.getByText('Type the key instead').click()
  return (await page.getByRole('textbox', { name: 'Key' }).inputValue()).replaceAll(' ', '')
}

test('a password with an authenticator app: QR code, recovery codes shown once, then sign-in with either code', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const secret = await choosePassword(window, 'pau@dray.example')
  await window.assertAccessible()
  const code = page.getByRole('textbox', { name: 'Code that the app shows' })
  await code.fill('12345')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Six digits.', { exact: true }).waitFor()
  await code.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.locator('li').allInnerTexts()
  assert.equal(codes.length, 10)
  await window.assertAccessible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  assert.deepEqual((await contentOf(download)).trim().split('\n').slice(2), codes)
  assert.ok(await page.getByRole('button', { name: 'Continue' }).isDisabled())
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${app.url}/admin`)
  for (const right of [() => codes[0] ?? '', () => codeOf(secret, Date.now() + 30_000)]) {
    await signOut(page)
    await signInWithPassword(page, {
      login: 'PAU@dray.example',
      password: 'four plain words here',
      code: right(),
    })
    await page.waitForURL(`${app.url}/admin`)
  }
  await signOut(page)
  const typed = { login: 'pau@dray.example', password: 'four plain words here' }
  await signInWithPassword(page, { ...typed, code: '000000' })
  await page.getByRole('alert').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('An attempt to get in as you was refused').waitFor()
  await page.getByText('The password was right.').waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  assert.equal(await page.getByText('An attempt to get in as you was refused').count(), 0)
  window.assertQuiet()
})

type Typed = { login: string; password: string; code: string }

async function signInWithPassword(page: Page, { login, password, code }: Typed): Promise<void> {
  await page.getByRole('button', { name: 'Use a password and a code' }).click()
  await page.getByRole('textbox', { name: 'Login name' }).fill(login)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a refused sign-in says the same for a wrong password and for an unknown name', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  const said = []
  for (const login of ['pau@dray.example', 'unknown@dray.example']) {
    await window.goto('/admin/sign-in')
    await signInWithPassword(page, { login, password: 'not this one at all', code: '123456' })
    said.push(await page.getByRole('alert').innerText())
  }
  assert.equal(said[0], said[1])
  await window.assertAccessible()
  window.assertQuiet()
})

test('a link that is not whole says so and asks nothing', async () => {
  await using window = await openPanel(browser, app, { language: 'es' })
  const asked: string[] = []
  window.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await window.goto('/admin/invitation#short')
  await window.page.getByText('La dirección está incompleta').waitFor()
  assert.ok(!asked.some((path) => path.startsWith('/admin/v1/')))
  await window.assertAccessible()
})
