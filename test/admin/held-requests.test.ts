import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { issueKey } from '#contract/admin/keys.ts'
import {
  changeMemberRole,
  inviteMember,
  listInvitations,
  removeMember,
  suspendMember,
} from '#contract/admin/members.ts'
import { listPasskeys, newRecoveryCodes, readStaffMe, removePasskey } from '#contract/admin/own-access.ts'
import { invitePartnerMember, listPartnerInvitations } from '#contract/admin/partner-members.ts'
import { createPartner } from '#contract/admin/partners.ts'
import {
  confirmTotp,
  finishPasskeyRegistration,
  setPassword,
  signInWithPassword,
  staffSignOut,
  startPasskeyRegistration,
} from '#contract/admin/session.ts'
import { endSessionsOf } from '../../server/members/administer.ts'
import { byOperator } from '../support/by-operator.ts'
import { startDray } from '../support/dray.ts'
import { holdBody } from '../support/held-body.ts'
import { newPasskey } from '../support/passkey.ts'
import {
  because,
  freshCode,
  joinAs,
  joinAsOwner,
  password,
  type Staff,
  stepUp,
  totpCode,
} from '../support/staff.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/* Decision 30: a right that ends while a request waits for its body is not used by that request. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const of = ({ memberId }: Staff) => ({ params: { member_id: memberId }, body: because })

test('a demoted owner does not become an owner again through a request that is open', async () => {
  const other = await joinAs(app, owner, 'owner')
  const input = { ...of(other), body: { role: 'owner' as const, ...because } }
  const held = await holdBody(app, other, { operation: changeMemberRole, input })
  await owner.ok(changeMemberRole, { ...of(other), body: { role: 'staff', ...because } })
  assert.equal(await held.finish(), '403 role_too_low')
  assert.equal((await other.ok(readStaffMe)).role, 'staff')
})

test('nor does a demoted, suspended or removed owner make a link through one', async () => {
  const input = { body: { name: 'Back Door', role: 'owner' as const, ...because } }
  const ends: [string, (member: Staff) => Promise<unknown>][] = [
    [
      '403 role_too_low',
      (member) => owner.ok(changeMemberRole, { ...of(member), body: { role: 'viewer', ...because } }),
    ],
    ['401 signed_out', (member) => owner.ok(suspendMember, of(member))],
    ['401 signed_out', (member) => owner.ok(removeMember, of(member))],
  ]
  for (const [refusal, end] of ends) {
    const other = await joinAs(app, owner, 'owner')
    const held = await holdBody(app, other, { operation: inviteMember, input })
    await end(other)
    assert.equal(await held.finish(), refusal)
  }
  assert.deepEqual((await owner.ok(listInvitations)).invitations, [])
})

test('a session that has ended adds no passkey and replaces no password', async () => {
  const member = await joinAs(app, owner, 'staff')
  const started = await member.ok(setPassword, { body: { password: 'another battery staple' } })
  const params = { challenge_id: started.challenge_id }
  const newCode = await holdBody(app, member, {
    operation: confirmTotp,
    input: { params, body: { code: totpCode(started.secret) } },
  })
  const registration = await member.ok(startPasskeyRegistration, { body: {} })
  const newPasskeyHeld = await holdBody(app, member, {
    operation: finishPasskeyRegistration,
    input: {
      params: { challenge_id: registration.challenge_id },
      body: { credential: newPasskey().create(registration.options) },
    },
  })
  await endSessionsOf(app.db, { memberId: member.memberId, partnerId: null, by: byOperator() })
  assert.equal(await newCode.finish(), '401 signed_out')
  assert.equal(await newPasskeyHeld.finish(), '401 signed_out')
  const body = { login_name: member.loginName, password, code: await freshCode(app, member) }
  await member.ok(signInWithPassword, { body })
  assert.deepEqual((await member.ok(listPasskeys)).passkeys, [])
})

test('nor does a member who is suspended meanwhile', async () => {
  const member = await joinAs(app, owner, 'staff')
  const started = await member.ok(setPassword, { body: { password } })
  const held = await holdBody(app, member, {
    operation: confirmTotp,
    input: { params: { challenge_id: started.challenge_id }, body: { code: totpCode(started.secret) } },
  })
  await owner.ok(suspendMember, of(member))
  assert.equal(await held.finish(), '401 signed_out')
})

test('a right that ends while the body comes is not used for any act', async () => {
  const body = { company_name: 'Muebles Sol', reason: 'agreed by phone' }
  const partners = async () => (await app.db.pool.query('select from partner')).rowCount
  const before = await partners()
  const ends: [string, (member: Staff) => Promise<unknown>][] = [
    ['401 signed_out', (member) => member.ok(staffSignOut)],
    ['401 signed_out', (member) => owner.ok(suspendMember, of(member))],
    ['401 signed_out', (member) => owner.ok(removeMember, of(member))],
    [
      '403 role_too_low',
      (member) => owner.ok(changeMemberRole, { ...of(member), body: { role: 'viewer', ...because } }),
    ],
  ]
  for (const [refusal, end] of ends) {
    const member = await joinAs(app, owner, 'staff')
    const held = await holdBody(app, member, { operation: createPartner, input: { body } })
    await end(member)
    assert.equal(await held.finish(), refusal)
  }
  assert.equal(await partners(), before)
})

test('nor is a fresh proof that has become old', async () => {
  const member = await joinAs(app, owner, 'staff')
  const { partnerId } = await app.partner()
  const input = { params: { partner_id: partnerId }, body: { mode: 'test' as const, ...because } }
  const held = await holdBody(app, member, { operation: issueKey, input })
  await app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '11 minutes' where member_id = $1`,
    [member.memberId],
  )
  assert.equal(await held.finish(), '403 step_up_required')
})

test('nor one that has become old while the change of an own way in waits', async () => {
  const member = await joinAs(app, owner, 'staff')
  const started = await member.ok(startPasskeyRegistration, { body: {} })
  const credential = newPasskey().create(started.options)
  const params = { challenge_id: started.challenge_id }
  await member.ok(finishPasskeyRegistration, { params, body: { credential } })
  const [passkey] = (await member.ok(listPasskeys)).passkeys
  const renewed = await member.ok(setPassword, { body: { password } })
  const acts = [
    () => member.refused(removePasskey, { params: { passkey_id: passkey?.passkey_id ?? '' } }),
    () => member.refused(newRecoveryCodes),
    () =>
      member.refused(confirmTotp, {
        params: { challenge_id: renewed.challenge_id },
        body: { code: totpCode(renewed.secret) },
      }),
  ]
  for (const act of acts) {
    await stepUp(app, member)
    const client = await app.db.pool.connect()
    await client.query('begin')
    await client.query('select from member where id = $1 for update', [member.memberId])
    const refused = act()
    await until('the act waits', async () => (await waiting()) > 0)
    await client.query(
      `update member_session set stepped_up_at = now() - interval '11 minutes' where member_id = $1`,
      [member.memberId],
    )
    await client.query('commit')
    client.release()
    assert.equal(await refused, '403 step_up_required')
  }
  assert.equal((await member.ok(listPasskeys)).passkeys.length, 1)
})

test('an invitation that is made while its owner is removed does not stay', async () => {
  const other = await joinAs(app, owner, 'owner')
  await stepUp(app, other)
  const lock = await lockTable(app.db.url, 'member', 'SHARE ROW EXCLUSIVE')
  const removal = owner.call(removeMember, of(other))
  await lock.reached(1)
  let isOver = false
  const invited = other
    .call(inviteMember, { body: { name: 'Late Door', role: 'owner', ...because } })
    .finally(() => (isOver = true))
  await until('the invitation is made, or waits', async () => isOver || (await waiting()) > 1)
  await lock[Symbol.asyncDispose]()
  assert.equal((await removal).status, 204)
  assert.equal((await invited).status, 401)
  assert.deepEqual((await owner.ok(listInvitations)).invitations, [])
})

test('nor does one to a partner that is made while the member of staff is removed', async () => {
  const { partnerId } = await app.partner()
  const params = { partner_id: partnerId }
  const other = await joinAs(app, owner, 'staff')
  await stepUp(app, other)
  await stepUp(app, owner)
  const lock = await lockTable(app.db.url, 'member', 'SHARE ROW EXCLUSIVE')
  const removal = owner.call(removeMember, of(other))
  await lock.reached(1)
  let isOver = false
  const input = { params, body: { name: 'Late Door', role: 'admin' as const, ...because } }
  const invited = other.call(invitePartnerMember, input).finally(() => (isOver = true))
  await until('the invitation is made, or waits', async () => isOver || (await waiting()) > 1)
  await lock[Symbol.asyncDispose]()
  assert.equal((await removal).status, 204)
  assert.equal((await invited).status, 401)
  assert.deepEqual((await owner.ok(listPartnerInvitations, { params })).invitations, [])
})

async function waiting(): Promise<number> {
  const { rowCount } = await app.db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
