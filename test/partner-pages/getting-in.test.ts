import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readStaffMe } from '#contract/admin/own-access.ts'
import {
  invitePartnerMember,
  listPartnerInvitations,
  listPartnerMembers,
  removePartnerMember,
  resumePartnerMember,
  revokePartnerInvitation,
  suspendPartnerMember,
} from '#contract/admin/partner-members.ts'
import { resumePartner, suspendPartner } from '#contract/admin/partners.ts'
import { openInvitation } from '#contract/admin/session.ts'
import {
  changePartnerMe,
  endOtherPartnerSessions,
  openPartnerInvitation,
  partnerSignOut,
  readPartnerMe,
  setPartnerPassword,
  signInToPartnerWithPassword,
} from '#contract/partner-panel/access.ts'
import { listOwnJobs } from '#contract/partner-panel/jobs.ts'
import { issueTestKey, listOwnKeys } from '#contract/partner-panel/keys.ts'
import { startDray } from '../support/dray.ts'
import { joinAsPartner, joinPartner } from '../support/partner-people.ts'
import {
  because,
  freshCode,
  joinAs,
  joinAsOwner,
  openBrowser,
  password,
  stepUp,
  tokenOf,
  totpCode,
} from '../support/staff.ts'

/* Decision 35: how the people of a partner get in, and what ends it. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const { partnerId } = await app.partner({ companyName: 'Muebles Sol' })
const params = { partner_id: partnerId }

async function invited(role: 'viewer' | 'developer' | 'admin' = 'developer'): Promise<string> {
  await stepUp(app, staff)
  const body = { name: 'Ana', role, ...because }
  return (await staff.ok(invitePartnerMember, { params, body })).link
}

test('the operator invites somebody of a partner; the link works once, and only at /partner', async () => {
  const link = await invited()
  assert.match(link, /^http:\/\/dray\.test\/partner\/invitation#[\w-]{43}$/)
  const token = tokenOf(link)
  assert.equal(await openBrowser(app).refused(openInvitation, { body: { token } }), '422 invitation_ended')
  const shown = await openBrowser(app).ok(openPartnerInvitation, { body: { token } })
  assert.deepEqual([shown.name, shown.role, shown.way_back], ['Ana', 'developer', false])
  const { invitations } = await staff.ok(listPartnerInvitations, { params })
  assert.deepEqual(
    invitations.map(({ name, role }) => [name, role]),
    [['Ana', 'developer']],
  )
  const person = await joinPartner(app, token)
  const me = await person.ok(readPartnerMe)
  assert.deepEqual(
    [me.role, me.partner_id, me.company_name, me.partner_suspended, me.viewed_by],
    ['developer', partnerId, 'Muebles Sol', false, null],
  )
  const again = { body: { token, login_name: 'second@dray.test', password } }
  assert.equal(await openBrowser(app).refused(setPartnerPassword, again), '422 invitation_ended')
  const { members } = await staff.ok(listPartnerMembers, { params })
  assert.deepEqual(
    members.map(({ member_id, role }) => [member_id, role]),
    [[person.memberId, 'developer']],
  )
  assert.ok(!app.logged.join('').includes(token))
})

test('a revoked invitation opens nothing', async () => {
  const link = await invited()
  const { invitations } = await staff.ok(listPartnerInvitations, { params })
  const revoke = { params: { ...params, invitation_id: invitations[0]?.invitation_id ?? '' }, body: because }
  await staff.ok(revokePartnerInvitation, revoke)
  await staff.ok(revokePartnerInvitation, revoke)
  const body = { token: tokenOf(link) }
  assert.equal(await openBrowser(app).refused(openPartnerInvitation, { body }), '422 invitation_ended')
})

test('the cookie goes only to /partner; sessions of one surface open nothing on the other', async () => {
  const person = await joinAsPartner(app, partnerId, 'admin')
  const code = await freshCode(app, person)
  const body = { login_name: person.loginName, password, code }
  const { headers } = await person.call(signInToPartnerWithPassword, { body })
  const [session = ''] = headers.getSetCookie()
  assert.match(session, /^dray_member=[\w-]{43}; Max-Age=1209600; Path=\/partner; HttpOnly; SameSite=Strict$/)
  const asStaff = openBrowser(app)
  asStaff.cookies.set('dray_staff', person.cookies.get('dray_member') ?? '')
  assert.equal(await asStaff.refused(readStaffMe), '401 signed_out')
  const asPartner = openBrowser(app)
  asPartner.cookies.set('dray_member', owner.cookies.get('dray_staff') ?? '')
  assert.equal(await asPartner.refused(readPartnerMe), '401 signed_out')
  // The names and codes of one surface are unknown on the other.
  const ofOwner = { login_name: owner.loginName, password, code: await freshCode(app, owner) }
  assert.equal(
    await openBrowser(app).refused(signInToPartnerWithPassword, { body: ofOwner }),
    '422 sign_in_refused',
  )
  const foreign = { body: { name: 'Eva' }, headers: { origin: 'https://other.example' } }
  assert.equal(await person.refused(changePartnerMe, foreign), '403 unauthorized')
})

test('a way in from a session needs a fresh proof, and a member signs out', async () => {
  const person = await joinAsPartner(app, partnerId, 'viewer')
  await app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '1 hour' where member_id = $1`,
    [person.memberId],
  )
  const body = { login_name: 'other@dray.test', password }
  assert.equal(await person.refused(setPartnerPassword, { body }), '403 step_up_required')
  const { cookies } = person
  const token = cookies.get('dray_member') ?? ''
  await person.ok(partnerSignOut)
  const later = openBrowser(app)
  later.cookies.set('dray_member', token)
  assert.equal(await later.refused(readPartnerMe), '401 signed_out')
})

test('the operator suspends, lets in and removes a member', async () => {
  const person = await joinAsPartner(app, partnerId, 'developer')
  const about = { params: { ...params, member_id: person.memberId }, body: because }
  const suspended = await staff.ok(suspendPartnerMember, about)
  assert.ok(suspended.suspended_at)
  assert.equal(await person.refused(readPartnerMe), '401 signed_out')
  const body = { login_name: person.loginName, password, code: totpCode(person.secret) }
  await app.db.pool.query('update member_password set last_totp_step = 0 where member_id = $1', [
    person.memberId,
  ])
  assert.equal(await openBrowser(app).refused(signInToPartnerWithPassword, { body }), '403 member_suspended')
  await stepUp(app, staff)
  await staff.ok(resumePartnerMember, about)
  const code = await freshCode(app, person)
  await person.ok(signInToPartnerWithPassword, { body: { ...body, code } })
  await staff.ok(removePartnerMember, about)
  assert.equal(await person.refused(readPartnerMe), '401 signed_out')
  assert.equal(await staff.refused(removePartnerMember, about), '404 not_found')
})

test('the people of a suspended partner read, and change only what is about themselves', async () => {
  const other = await app.partner({ companyName: 'Muebles Luna' })
  const person = await joinAsPartner(app, other.partnerId, 'admin')
  const about = { params: { partner_id: other.partnerId }, body: because }
  await staff.ok(suspendPartner, about)
  assert.equal((await person.ok(readPartnerMe)).partner_suspended, true)
  await person.ok(listOwnJobs)
  const { keys } = await person.ok(listOwnKeys)
  assert.deepEqual(
    keys.map(({ state }) => state),
    ['suspended'],
  )
  assert.equal(await person.refused(issueTestKey, { body: {} }), '403 partner_suspended')
  await person.ok(endOtherPartnerSessions)
  await person.ok(changePartnerMe, { body: { language: 'es' } })
  await staff.ok(resumePartner, about)
  await person.ok(issueTestKey, { body: {} })
})
