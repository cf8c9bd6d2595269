import type { Browser, Locator, Page } from 'playwright-core'
import { finishPasskeyRegistration, startPasskeyRegistration } from '#contract/admin/session.ts'
import {
  finishPartnerPasskeyRegistration,
  startPartnerPasskeyRegistration,
} from '#contract/partner-panel/access.ts'
import type { PartnerRole, StaffRole } from '#contract/vocabulary.ts'
import { inviteMember } from '../../server/members/invite.ts'
import { type AppPage, type AppPageOptions, openApp } from './app-page.ts'
import { byOperator } from './by-operator.ts'
import { startDray, type TestDray } from './dray.ts'
import { freePort } from './free-port.ts'
import { type Market, openMarket } from './market.ts'
import { newPasskey, type Passkey } from './passkey.ts'
import { openBrowser, type StaffBrowser } from './staff.ts'

/** Dray at `http://localhost:…`: browsers give passkeys only to a name, and only where it is that of `BASE_URL`. */
export async function startPanel(): Promise<TestDray> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  return Object.assign(await startDray({ BASE_URL: url }, { port }), { url })
}

/** As `startPanel`, with customers, carriers and jobs. */
export async function openPanelMarket(env: Record<string, string> = {}): Promise<Market> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const market = await openMarket({ BASE_URL: url, ...env }, { port })
  Object.assign(market.app, { url, origin: url })
  return market
}

/** The operator's panel in a separate browser context, at a desk, with an authenticator for passkeys. */
export async function openPanel(
  browser: Browser,
  app: TestDray,
  options: AppPageOptions = {},
): Promise<AppPage> {
  const window = await openApp(browser, app, { desk: true, ...options })
  const context = window.page.context()
  await context.credentials.install()
  await context.addInitScript(suggestionsWait)
  return window
}

/**
 * The authenticator of Playwright answers at once, also where a browser waits until the person chooses a passkey among
 * the suggestions of a field. This lets it wait; `choosePasskey()` in the page is the choice.
 */
const suggestionsWait = `{
  const { credentials } = navigator
  const get = credentials.get.bind(credentials)
  credentials.get = (options) =>
    options?.mediation === 'conditional'
      ? new Promise((resolve, reject) => {
          window.choosePasskey = () => get(options).then(resolve, reject)
          options.signal.addEventListener('abort', () => {
            delete window.choosePasskey
            reject(options.signal.reason)
          })
        })
      : get(options)
}`

/** The path of a new invitation, as the operator hands it over. */
export const invitationPath = async (app: TestDray, person: StaffPerson): Promise<string> =>
  `/admin/invitation#${await invite(app, { ...person, partnerId: null })}`

/** The path of a new invitation to the partner's own pages. */
export const partnerInvitationPath = async (app: TestDray, person: PartnerPerson): Promise<string> =>
  `/partner/invitation#${await invite(app, person)}`

type StaffPerson = { name: string; role: StaffRole }
type PartnerPerson = { partnerId: string; name: string; role: PartnerRole }

async function invite(
  { db: { kysely } }: TestDray,
  person: (StaffPerson & { partnerId: null }) | PartnerPerson,
): Promise<string> {
  const { token } = await inviteMember({ kysely }, { ...person, language: 'en', by: byOperator() })
  return token
}

/** Makes a member with a passkey, signed in on the page of the members. */
export async function joinByPasskey(window: AppPage, app: TestDray, person: StaffPerson): Promise<void> {
  await enrolStaff(window, app, person)
  await window.goto('/admin/staff')
  await window.page.getByRole('table').first().getByText(person.name).waitFor()
}

/** Makes a member with a passkey, signed in. It opens no page: to open one takes longer than to sign in. */
export async function enrolStaff(window: AppPage, app: TestDray, person: StaffPerson): Promise<void> {
  const token = await invite(app, { ...person, partnerId: null })
  await signUp(window, app, '/admin', async (client, passkey) => {
    const { challenge_id, options } = await client.ok(startPasskeyRegistration, { body: { token } })
    const credential = passkey.create(options)
    await client.ok(finishPasskeyRegistration, { params: { challenge_id }, body: { token, credential } })
  })
}

/** Makes a member of a partner with a passkey, signed in on the first page. */
export async function joinPartnerByPasskey(
  window: AppPage,
  app: TestDray,
  person: PartnerPerson,
): Promise<void> {
  await enrolPartner(window, app, person)
  await window.goto('/partner')
  await window.page.getByRole('heading', { level: 1 }).waitFor()
}

/** As `enrolStaff`, for a member of a partner. */
export async function enrolPartner(window: AppPage, app: TestDray, person: PartnerPerson): Promise<void> {
  const token = await invite(app, person)
  await signUp(window, app, '/partner', async (client, passkey) => {
    const { challenge_id, options } = await client.ok(startPartnerPasskeyRegistration, { body: { token } })
    const credential = passkey.create(options)
    const registration = { params: { challenge_id }, body: { token, credential } }
    await client.ok(finishPartnerPasskeyRegistration, registration)
  })
}

/**
 * Lets `register` do what the page of the invitation does, without opening it, and gives session and passkey to the
 * browser. `test/web/admin-getting-in.test.ts` opens that page.
 */
async function signUp(
  { page }: AppPage,
  { url }: TestDray,
  path: '/admin' | '/partner',
  register: (client: StaffBrowser, passkey: Passkey) => Promise<void>,
): Promise<void> {
  const userAgent = await page.evaluate<string>('navigator.userAgent')
  const client = openBrowser({ url, origin: url }, { 'user-agent': userAgent })
  const passkey = newPasskey(url)
  await register(client, passkey)
  const { hostname: domain } = new URL(url)
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, path, domain, httpOnly: true }))
  await page.context().addCookies(cookies)
  await page.context().credentials.create(domain, passkey.exported())
}

/** Lets the fresh proofs of all sessions be as old as after a coffee. */
export const forgetProofs = ({ db }: TestDray) =>
  db.pool.query(`update member_session set stepped_up_at = now() - interval '11 minutes'`)

/**
 * Presses keys one after the other, such as `g` and `t`. Between keys of which one moves the focus, wait (`hasFocus`).
 */
export async function press({ keyboard }: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await keyboard.press(key)
}

/** Waits until the page has this heading. */
export const headed = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

/** Waits until the element takes the next key. */
export const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()

/** Waits until the dialog takes the next key: on a busy machine its focus comes later than the dialog. */
export async function isReady(dialog: Locator): Promise<Locator> {
  await dialog.locator(':focus').waitFor()
  return dialog
}

/** Waits until the dialog is gone, so keys are those of the page again. */
export const isClosed = (dialog: Locator) => dialog.waitFor({ state: 'detached' })

/** Waits until at most one dialog or drawer is open: a drawer that is covered does not take its keys. */
export const isOnTop = (page: Page) => isClosed(page.locator('[role="dialog"][aria-modal="true"]').nth(1))

/** Waits until an act of the page or of a drawer can be done by its key. */
export const isOffered = (page: Page, key: string) =>
  page.locator(`[aria-keyshortcuts="${key}"]:enabled`).first().waitFor()

/** Opens the first row of the list with keys. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await hasFocus(page.locator('main [data-row]').first())
  await page.keyboard.press('Enter')
}

/** Fills in the field, and presses Enter in it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** The field for the reason of an act, or for what its person reads, in the dialog that is open and has the focus. */
export async function reasonField(page: Page, name = 'Reason'): Promise<Locator> {
  await isReady(page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name }) }))
  return page.getByRole('dialog').getByRole('textbox', { name })
}

/** Gives the reason in the open dialog of an act, and presses Enter. */
export const enterReason = async (page: Page, reason: string, name?: string) =>
  enter(await reasonField(page, name), reason)

/**
 * Holds the ten seconds in which an act can be undone, and the eight of a notice, on every page that is opened from now
 * on: a busy machine may need longer to press Undo. Returns the function that ends them.
 */
export async function holdUndo(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(heldUndo)
  return () => page.evaluate('window.endUndo()')
}

const heldUndo = `{
  const { setTimeout: start } = window
  const held = []
  window.setTimeout = (act, ms, ...more) => {
    if (ms !== 10_000 && ms !== 8_000) return start(act, ms, ...more)
    if (ms === 10_000) held.push(act)
    return -1
  }
  window.endUndo = () => { for (const act of held.splice(0)) act() }
}`
