import { newId } from '../../server/lib/ids.ts'
import { startMemberSession } from '../../server/members/session-store.ts'
import type { Surface } from '../../server/members/surface.ts'
import type { TestDray } from './dray.ts'
import { signIn } from './person.ts'
import { openBrowser, type Staff, type StaffBrowser } from './staff.ts'

let addresses = 0

/** A browser with a separate address, where `TRUST_PROXY` is set: limits are per address. */
export const browserElsewhere = (app: TestDray, more: Record<string, string> = {}): StaffBrowser =>
  openBrowser(app, { 'x-forwarded-for': `2001:db8:${(++addresses).toString(16)}::1`, ...more })

export const sessionCookies: Record<Surface, string> = { admin: 'dray_staff', partner: 'dray_member' }

/** The member in a new browser, with a new session and a fresh proof. */
export async function inNewBrowser(app: TestDray, staff: Staff, surface: Surface): Promise<Staff> {
  const browser = browserElsewhere(app)
  browser.cookies.set(sessionCookies[surface], await newSession(app, staff.memberId))
  await setProof(app, staff, true)
  return { ...staff, ...browser }
}

export async function newSession({ db }: TestDray, memberId: string): Promise<string> {
  // Else the first request of the session would change rows.
  await db.pool.query('update member set last_seen_at = now() where id = $1', [memberId])
  return (await startMemberSession(db.kysely, { memberId, device: 'test' })).token
}

/** The last proof in all sessions of the member: now, or eleven minutes ago. */
export const setProof = ({ db }: TestDray, { memberId }: Staff, fresh: boolean) =>
  db.pool.query(
    `update member_session set stepped_up_at = now() - case when $2 then interval '0' else interval '11 minutes' end
     where member_id = $1 and viewed_partner_id is null`,
    [memberId, fresh],
  )

/** Somebody whose session or key belongs elsewhere: sends it in every way in which a panel could take it. */
export const outsider =
  (app: TestDray, token: string | null, more: Record<string, string> = {}) =>
  (): StaffBrowser => {
    if (token === null) return browserElsewhere(app, more)
    const browser = browserElsewhere(app, { authorization: `Bearer ${token}`, ...more })
    for (const name of ['dray_staff', 'dray_member', 'dray_session']) browser.cookies.set(name, token)
    return browser
  }

/** Nobody, a customer, a carrier, and a program with the key of the partner. */
export async function openOutsiders(
  app: TestDray,
  apiKey: string,
): Promise<Record<string, () => StaffBrowser>> {
  const [customer, carrier] = [await signIn(app), await signIn(app)]
  await app.db.pool.query(
    `insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     values ($1, 'approved', 'XL', 'van', 'Madrid', 40, -3, 100)`,
    [carrier.accountId],
  )
  return {
    nobody: outsider(app, null),
    'partner key': outsider(app, null, { 'x-api-key': apiKey }),
    customer: outsider(app, customer.token),
    carrier: outsider(app, carrier.token),
  }
}

/** A member without any way in but the sessions that tests make. */
export async function insertMember(
  { db }: TestDray,
  partnerId: string | null,
  role: string,
): Promise<string> {
  const id = newId()
  await db.pool.query(
    `insert into member (id, partner_id, name, role, language) values ($1, $2, 'Member', $3, 'en')`,
    [id, partnerId, role],
  )
  return id
}

/** Notes a new authenticator app of the member: later codes come from this secret. */
export const secretOf =
  (everybody: readonly Staff[]) =>
  ({ memberId }: Staff, secret: string): void => {
    for (const staff of everybody) if (staff.memberId === memberId) staff.secret = secret
  }
