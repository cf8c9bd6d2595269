import type { Browser } from 'playwright-core'
import type { StaffRole } from '#contract/vocabulary.ts'
import { inviteMember } from '../../server/members/invite.ts'
import { type AppPage, type AppPageOptions, openApp } from './app-page.ts'
import { byOperator } from './by-operator.ts'
import { startDray, type TestDray } from './dray.ts'
import { freePort } from './free-port.ts'
import { type Market, openMarket } from './market.ts'

/** Dray at `http://localhost:…`: browsers give passkeys only to a name, and only where it is that of `BASE_URL`. */
export async function startPanel(): Promise<TestDray> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  return Object.assign(await startDray({ BASE_URL: url }, { port }), { url })
}

/** As `startPanel`, with customers, carriers and jobs. */
export async function openPanelMarket(): Promise<Market> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const market = await openMarket({ BASE_URL: url }, { port })
  Object.assign(market.app, { url })
  return market
}

/** The operator's panel in a separate browser context, at a desk, with an authenticator for passkeys. */
export async function openPanel(
  browser: Browser,
  app: TestDray,
  options: AppPageOptions = {},
): Promise<AppPage> {
  const window = await openApp(browser, app, { desk: true, ...options })
  await window.page.context().credentials.install()
  return window
}

/** The path of a new invitation, as the operator hands it over. */
export async function invitationPath(
  { db: { kysely } }: TestDray,
  { name, role }: { name: string; role: StaffRole },
): Promise<string> {
  const order = { partnerId: null, language: 'en' as const, by: byOperator() }
  const { token } = await inviteMember({ kysely }, { ...order, name, role })
  return `/admin/invitation#${token}`
}

/** Makes a member with a passkey, signed in on the page of the members. */
export async function joinByPasskey(
  window: AppPage,
  app: TestDray,
  person: { name: string; role: StaffRole },
): Promise<void> {
  await window.goto(await invitationPath(app, person))
  await window.page.locator('.panel-way').first().click()
  await window.page.waitForURL('**/admin')
  await window.goto('/admin/people')
  await window.page.getByRole('table').first().getByText(person.name).waitFor()
}

/** Lets the fresh proofs of all sessions be as old as after a coffee. */
export const forgetProofs = ({ db }: TestDray) =>
  db.pool.query(`update member_session set stepped_up_at = now() - interval '11 minutes'`)
