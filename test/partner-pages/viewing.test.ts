import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeMemberRole, suspendMember } from '#contract/admin/members.ts'
import { listStaffSessions, readStaffMe } from '#contract/admin/own-access.ts'
import { viewPartner } from '#contract/admin/partner-members.ts'
import { suspendPartner } from '#contract/admin/partners.ts'
import { setPassword, staffSignOut } from '#contract/admin/session.ts'
import {
  changePartnerMe,
  readPartnerMe,
  setPartnerPassword,
  startPartnerPasskeyRegistration,
} from '#contract/partner-panel/access.ts'
import { exportOwnRequests } from '#contract/partner-panel/activity.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { listOwnJobs } from '#contract/partner-panel/jobs.ts'
import { listOwnKeys } from '#contract/partner-panel/keys.ts'
import { endViewing } from '#contract/partner-panel/viewing.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { joinAsPartner } from '../support/partner-people.ts'
import { because, joinAs, joinAsOwner, openBrowser, password, type Staff } from '../support/staff.ts'

/* Decision 35: staff see a partner's own pages as its viewer, for an hour, and change nothing. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const partner = await app.partner({ companyName: 'Muebles Sol' })
const about = { params: { partner_id: partner.partnerId }, body: because }

async function viewing(): Promise<Staff> {
  const staff = await joinAs(app, owner, 'staff')
  await staff.ok(viewPartner, about)
  return staff
}

test('a member of staff sees the pages of one partner, as its viewer, and is named', async () => {
  const { body: job } = await partner.create()
  const staff = await joinAs(app, owner, 'staff')
  assert.equal(await staff.refused(readPartnerMe), '401 signed_out')
  const { headers, body } = await staff.call(viewPartner, about)
  assert.match(
    headers.getSetCookie()[0] ?? '',
    /^dray_member=[\w-]{43}; Max-Age=1209600; Path=\/partner; HttpOnly; SameSite=Strict$/,
  )
  const me = await staff.ok(readPartnerMe)
  assert.ok('expires_at' in body)
  assert.deepEqual(
    [me.role, me.partner_id, me.company_name, me.viewed_by],
    ['viewer', partner.partnerId, 'Muebles Sol', { name: 'New staff', until: body.expires_at }],
  )
  const { jobs } = await staff.ok(listOwnJobs)
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    [job.job_id],
  )
  assert.equal((await staff.ok(readStaffMe)).role, 'staff', 'the panel is as before')
  const { sessions } = await staff.ok(listStaffSessions)
  assert.equal(sessions.length, 1, 'a view is not a sign-in')
  const event = (await trailOf(app.db, partner.partnerId)).find(({ act }) => act === 'partner.view')
  assert.deepEqual(
    [event?.actor_type, event?.actor_id, event?.reason],
    ['staff', staff.memberId, because.reason],
  )
})

test('a view changes nothing, and adds no way in', async () => {
  const staff = await viewing()
  const params = new Proxy({}, { get: () => partner.keyId })
  const changing = partnerPanelOperations.filter(
    ({ method, access, operationId }) =>
      method !== 'GET' && access !== 'anyone' && operationId !== endViewing.operationId,
  )
  assert.ok(changing.length > 15)
  for (const operation of changing) {
    const input = { params, ...(operation.body && { body: {} }) }
    assert.equal(await staff.refused(operation, input as never), '403 role_too_low', operation.operationId)
  }
  assert.equal(await staff.refused(startPartnerPasskeyRegistration, { body: {} }), '401 signed_out')
  const body = { login_name: 'viewer@dray.test', password }
  assert.equal(await staff.refused(setPartnerPassword, { body }), '401 signed_out')
  const onlyView = openBrowser(app)
  onlyView.cookies.set('dray_staff', staff.cookies.get('dray_member') ?? '')
  assert.equal(await onlyView.refused(readStaffMe), '401 signed_out', 'nor does it open the panel')
  assert.equal(await onlyView.refused(setPassword, { body }), '401 signed_out')
})

test('a file that is downloaded in a view is recorded as an act of the member of staff', async () => {
  const staff = await viewing()
  await staff.ok(exportOwnRequests)
  const event = (await trailOf(app.db, partner.partnerId)).find(
    ({ act }) => act === 'partner.export_requests',
  )
  assert.deepEqual([event?.actor_type, event?.actor_id], ['staff', staff.memberId])
})

test('a view ends by its operation, which is recorded; the session of the panel goes on', async () => {
  const staff = await viewing()
  const token = staff.cookies.get('dray_member') ?? ''
  await staff.ok(endViewing)
  assert.equal(staff.cookies.has('dray_member'), false)
  staff.cookies.set('dray_member', token)
  assert.equal(await staff.refused(readPartnerMe), '401 signed_out')
  await staff.ok(readStaffMe)
  const events = await trailOf(app.db, partner.partnerId)
  assert.deepEqual([events.at(-1)?.act, events.at(-1)?.actor_id], ['partner.end_view', staff.memberId])
  const person = await joinAsPartner(app, partner.partnerId, 'viewer')
  assert.equal(await person.refused(endViewing), '409 wrong_state')
})

test('a view ends with the session, the suspension and the role of the member, and after an hour', async () => {
  const ends: [string, (staff: Staff) => Promise<unknown>][] = [
    ['sign-out', (staff) => staff.ok(staffSignOut)],
    ['suspension', (staff) => owner.ok(suspendMember, member(staff))],
    [
      'role',
      (staff) =>
        owner.ok(changeMemberRole, { ...member(staff), body: { role: 'viewer' as const, ...because } }),
    ],
    [
      'time',
      ({ memberId }) =>
        app.db.pool.query(
          `update member_session set expires_at = expires_at - interval '1 hour'
           where member_id = $1 and viewed_partner_id is not null`,
          [memberId],
        ),
    ],
  ]
  for (const [what, end] of ends) {
    const staff = await viewing()
    await staff.ok(listOwnKeys)
    await end(staff)
    assert.equal(await staff.refused(listOwnKeys), '401 signed_out', what)
  }
})

const member = ({ memberId }: Staff) => ({ params: { member_id: memberId }, body: because })

test('use does not make a view longer, and a new view ends the one before', async () => {
  const staff = await viewing()
  const first = staff.cookies.get('dray_member') ?? ''
  await app.db.pool.query(
    `update member_session set last_seen_at = now() - interval '6 minutes' where member_id = $1`,
    [staff.memberId],
  )
  const before = (await staff.ok(readPartnerMe)).viewed_by
  assert.deepEqual((await staff.ok(readPartnerMe)).viewed_by, before)
  const other = await app.partner({ companyName: 'Muebles Luna' })
  await staff.ok(viewPartner, { params: { partner_id: other.partnerId }, body: because })
  assert.equal((await staff.ok(readPartnerMe)).company_name, 'Muebles Luna')
  const old = openBrowser(app)
  old.cookies.set('dray_member', first)
  assert.equal(await old.refused(readPartnerMe), '401 signed_out')
})

test('a viewer of the panel views no partner; an unknown partner is not found, a suspended one is', async () => {
  const viewer = await joinAs(app, owner, 'viewer')
  assert.equal(await viewer.refused(viewPartner, about), '403 role_too_low')
  const unknown = { ...about, params: { partner_id: partner.keyId } }
  assert.equal(await owner.refused(viewPartner, unknown), '404 not_found')
  const sleeping = await app.partner()
  const input = { params: { partner_id: sleeping.partnerId }, body: because }
  await owner.ok(suspendPartner, input)
  await owner.ok(viewPartner, input)
  assert.equal((await owner.ok(readPartnerMe)).partner_suspended, true)
  assert.equal(await owner.refused(changePartnerMe, { body: { name: 'Eva' } }), '403 role_too_low')
  await owner.ok(endViewing)
})
