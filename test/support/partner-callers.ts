import { viewPartner } from '#contract/admin/partner-members.ts'
import { staffRoles } from '#contract/vocabulary.ts'
import type { AccessCallers } from './access-scenes.ts'
import type { Callers } from './authority-cells.ts'
import type { TestDray, TestPartner } from './dray.ts'
import {
  browserElsewhere,
  inNewBrowser,
  insertMember,
  newSession,
  openOutsiders,
  outsider,
  secretOf,
  setProof,
} from './member-browsers.ts'
import { joinAsPartner } from './partner-people.ts'
import { because, joinAsOwner, type Staff } from './staff.ts'

export type PartnerCallers = Callers & AccessCallers & { partner: TestPartner; suspended: TestPartner }

/** Every kind of caller of the partner's own pages; needs `TRUST_PROXY=1`. */
export async function openPartnerCallers(app: TestDray): Promise<PartnerCallers> {
  const [partner, other, suspended] = [await app.partner(), await app.partner(), await app.partner()]
  const { partnerId } = partner
  const first = await joinAsPartner(app, partnerId, 'admin')
  const joined = {
    viewer: await joinAsPartner(app, partnerId, 'viewer'),
    developer: await joinAsPartner(app, partnerId, 'developer'),
    admin: await joinAsPartner(app, partnerId, 'admin'),
    unproved: await joinAsPartner(app, partnerId, 'admin'),
    another: await joinAsPartner(app, partnerId, 'admin'),
    suspended: await joinAsPartner(app, partnerId, 'admin'),
    foreign: await joinAsPartner(app, other.partnerId, 'admin'),
    'partner suspended': await joinAsPartner(app, suspended.partnerId, 'admin'),
  }
  await app.db.pool.query('update member set suspended_at = now() where id = $1', [joined.suspended.memberId])
  const inBrowser = (staff: Staff) => () => inNewBrowser(app, staff, 'partner')
  const staff = await joinAsOwner(app)
  return {
    app,
    partner,
    suspended,
    maker: inBrowser(first),
    members: {
      ...Object.fromEntries(Object.entries(joined).map(([name, each]) => [name, inBrowser(each)])),
      viewing: () => startViewing(app, staff, partnerId),
    },
    outsiders: await outsidersOf(app, partner),
    strangers: { another: 'viewer', foreign: 'admin' },
    forgetProof: () => setProof(app, joined.unproved, false),
    browser: () => browserElsewhere(app),
    changeSecret: secretOf([first, ...Object.values(joined)]),
  }
}

async function startViewing(app: TestDray, staff: Staff, partnerId: string): Promise<Staff> {
  const browser = await inNewBrowser(app, staff, 'admin')
  await browser.ok(viewPartner, { params: { partner_id: partnerId }, body: because })
  return browser
}

async function outsidersOf(app: TestDray, { apiKey }: TestPartner): Promise<Callers['outsiders']> {
  const people: Callers['outsiders'] = await openOutsiders(app, apiKey)
  for (const role of staffRoles)
    people[`operator's ${role}`] = outsider(app, await newSession(app, await insertMember(app, null, role)))
  return people
}
