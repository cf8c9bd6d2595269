import { partnerRoles } from '#contract/vocabulary.ts'
import type { AccessCallers } from './access-scenes.ts'
import type { Callers } from './authority-cells.ts'
import type { TestDray } from './dray.ts'
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
import { joinAs, joinAsOwner, type Staff } from './staff.ts'

/** Every kind of caller of the panel; needs `TRUST_PROXY=1`, because each browser has a separate address. */
export async function openPanelCallers(app: TestDray): Promise<Callers & AccessCallers> {
  const first = await joinAsOwner(app)
  const joined = {
    viewer: await joinAs(app, first, 'viewer'),
    staff: await joinAs(app, first, 'staff'),
    owner: await joinAs(app, first, 'owner'),
    unproved: await joinAs(app, first, 'owner'),
    another: await joinAs(app, first, 'owner'),
    suspended: await joinAs(app, first, 'owner'),
  }
  await app.db.pool.query('update member set suspended_at = now() where id = $1', [joined.suspended.memberId])
  const inBrowser = (staff: Staff) => () => inNewBrowser(app, staff, 'admin')
  return {
    app,
    maker: inBrowser(first),
    members: Object.fromEntries(Object.entries(joined).map(([name, staff]) => [name, inBrowser(staff)])),
    outsiders: await outsidersOf(app),
    strangers: { another: 'viewer' },
    forgetProof: () => setProof(app, joined.unproved, false),
    browser: () => browserElsewhere(app),
    changeSecret: secretOf([first, ...Object.values(joined)]),
  }
}

async function outsidersOf(app: TestDray): Promise<Callers['outsiders']> {
  const { partnerId, apiKey } = await app.partner()
  const people: Callers['outsiders'] = await openOutsiders(app, apiKey)
  for (const role of partnerRoles)
    people[`partner ${role}`] = outsider(app, await newSession(app, await insertMember(app, partnerId, role)))
  return people
}
