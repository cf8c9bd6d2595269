import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changePartnerMemberRole, removePartnerMember } from '#contract/admin/partner-members.ts'
import { readPartnerMe } from '#contract/partner-panel/access.ts'
import {
  changeOwnMemberRole,
  inviteOwnMember,
  inviteOwnMemberBack,
  listOwnInvitations,
  listOwnMembers,
  removeOwnMember,
  resumeOwnMember,
  revokeOwnInvitation,
  suspendOwnMember,
} from '#contract/partner-panel/members.ts'
import { startDray } from '../support/dray.ts'
import { holdBody } from '../support/held-body.ts'
import { joinAsPartner, joinPartner, type PartnerPerson } from '../support/partner-people.ts'
import { because, joinAs, joinAsOwner, stepUp, tokenOf } from '../support/staff.ts'

/* Decision 35: the admins of a partner decide on its people; the operator can always decide. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const { partnerId } = await app.partner()
const admin = await joinAsPartner(app, partnerId, 'admin')
const of = ({ memberId }: PartnerPerson) => ({ params: { member_id: memberId }, body: because })

test('an admin invites, changes, suspends, lets in and removes people of the same partner', async () => {
  const body = { name: 'Ana', role: 'viewer' as const, ...because }
  const { link } = await admin.ok(inviteOwnMember, { body })
  assert.match(link, /^http:\/\/dray\.test\/partner\/invitation#/)
  const ana = await joinPartner(app, tokenOf(link))
  assert.equal((await ana.ok(readPartnerMe)).partner_id, partnerId)
  await admin.ok(changeOwnMemberRole, { ...of(ana), body: { role: 'developer', ...because } })
  assert.equal((await ana.ok(readPartnerMe)).role, 'developer')
  const { members } = await ana.ok(listOwnMembers)
  assert.deepEqual(
    members.map(({ role }) => role),
    ['developer', 'admin'],
  )
  await admin.ok(suspendOwnMember, of(ana))
  assert.equal(await ana.refused(readPartnerMe), '401 signed_out')
  await admin.ok(resumeOwnMember, of(ana))
  const back = await admin.ok(inviteOwnMemberBack, of(ana))
  const returned = await joinPartner(app, tokenOf(back.link))
  assert.equal(returned.memberId, ana.memberId)
  await admin.ok(removeOwnMember, of(ana))
  assert.equal(await returned.refused(readPartnerMe), '401 signed_out')
})

test('a role of staff cannot be given', async () => {
  const body = { name: 'Ana', role: 'owner' as never, ...because }
  assert.equal(await admin.refused(inviteOwnMember, { body }), '400 validation_error')
  const role = { ...of(admin), body: { role: 'staff' as never, ...because } }
  assert.equal(await admin.refused(changeOwnMemberRole, role), '400 validation_error')
})

test('people of another partner, and of the staff, are not found', async () => {
  const other = await app.partner()
  const stranger = await joinAsPartner(app, other.partnerId, 'admin')
  for (const memberId of [stranger.memberId, owner.memberId]) {
    const about = { params: { member_id: memberId }, body: because }
    assert.equal(await admin.refused(suspendOwnMember, about), '404 not_found')
    assert.equal(await admin.refused(resumeOwnMember, about), '404 not_found')
    assert.equal(await admin.refused(removeOwnMember, about), '404 not_found')
    assert.equal(await admin.refused(inviteOwnMemberBack, about), '404 not_found')
    const role = { ...about, body: { role: 'viewer' as const, ...because } }
    assert.equal(await admin.refused(changeOwnMemberRole, role), '404 not_found')
  }
  const body = { name: 'Eva', role: 'viewer' as const, ...because }
  const { invitation_id } = await stranger.ok(inviteOwnMember, { body })
  const revoke = { params: { invitation_id }, body: because }
  assert.equal(await admin.refused(revokeOwnInvitation, revoke), '404 not_found')
  assert.deepEqual((await admin.ok(listOwnInvitations)).invitations, [])
  assert.equal((await stranger.ok(listOwnInvitations)).invitations.length, 1)
  assert.ok(
    !(await admin.ok(listOwnMembers)).members.some(({ member_id }) => member_id === stranger.memberId),
  )
  // Nor by staff who name the wrong partner.
  await stepUp(app, owner)
  const wrong = { params: { partner_id: partnerId, member_id: stranger.memberId }, body: because }
  assert.equal(await owner.refused(removePartnerMember, wrong), '404 not_found')
})

test('viewers and developers do not decide on people', async () => {
  for (const role of ['viewer', 'developer'] as const) {
    const person = await joinAsPartner(app, partnerId, role)
    const body = { name: 'Ana', role: 'viewer' as const, ...because }
    assert.equal(await person.refused(inviteOwnMember, { body }), '403 role_too_low')
    assert.equal(await person.refused(suspendOwnMember, of(admin)), '403 role_too_low')
    assert.equal(await person.refused(removeOwnMember, of(admin)), '403 role_too_low')
    assert.equal(await person.refused(listOwnInvitations), '403 role_too_low')
    await person.ok(listOwnMembers)
  }
})

test('the last active admin stays one, unless the operator decides otherwise', async () => {
  const alone = await app.partner()
  const last = await joinAsPartner(app, alone.partnerId, 'admin')
  const demote = { ...of(last), body: { role: 'viewer' as const, ...because } }
  assert.equal(await last.refused(changeOwnMemberRole, demote), '409 last_admin')
  assert.equal(await last.refused(suspendOwnMember, of(last)), '409 last_admin')
  assert.equal(await last.refused(removeOwnMember, of(last)), '409 last_admin')
  const staff = await joinAs(app, owner, 'staff')
  const params = { partner_id: alone.partnerId, member_id: last.memberId }
  await staff.ok(changePartnerMemberRole, { params, body: { role: 'viewer', ...because } })
  assert.equal((await last.ok(readPartnerMe)).role, 'viewer')
})

test('of admins who remove each other at the same time one stays', async () => {
  const crowd = await app.partner()
  const all: PartnerPerson[] = []
  for (let at = 0; at < 3; at++) all.push(await joinAsPartner(app, crowd.partnerId, 'admin'))
  await Promise.all(all.map((each, at) => each.call(removeOwnMember, of(all[(at + 1) % 3] as PartnerPerson))))
  const { rows } = await app.db.pool.query('select id from member where partner_id = $1', [crowd.partnerId])
  assert.ok(rows.length >= 1)
})

test('a demoted admin makes no link through a request that is open, nor does one of a suspended partner', async () => {
  const input = { body: { name: 'Back Door', role: 'admin' as const, ...because } }
  const demoted = await joinAsPartner(app, partnerId, 'admin')
  const held = await holdBody(app, demoted, { operation: inviteOwnMember, input })
  await admin.ok(changeOwnMemberRole, { ...of(demoted), body: { role: 'viewer', ...because } })
  assert.equal(await held.finish(), '403 role_too_low')
  const other = await app.partner()
  const person = await joinAsPartner(app, other.partnerId, 'admin')
  const open = await holdBody(app, person, { operation: inviteOwnMember, input })
  await app.db.pool.query('update partner set suspended_at = now() where id = $1', [other.partnerId])
  assert.equal(await open.finish(), '403 partner_suspended')
})
