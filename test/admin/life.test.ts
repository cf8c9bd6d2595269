import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import { changeMemberRole, inviteMember, listMembers, suspendMember } from '#contract/admin/members.ts'
import { newRecoveryCodes, readStaffMe, stepUpWithCode } from '#contract/admin/own-access.ts'
import { openInvitation, signInWithPassword, staffSignOut } from '#contract/admin/session.ts'
import type { StaffAccess } from '#contract/operation.ts'
import { ownerLink } from '../../server/start/first-start.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import {
  because,
  freshCode,
  join,
  joinAs,
  joinAsOwner,
  openBrowser,
  origin,
  password,
  stepUp,
  tokenOf,
} from '../support/staff.ts'
import { lockTable } from '../support/table-lock.ts'

/* Decision 30: how the people of the operator get into the panel, over HTTP. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

const credentials = async (staff: typeof owner) => ({
  login_name: staff.loginName,
  password,
  code: await freshCode(app, staff),
})

test('an owner comes in by the link of the first start, and no second link is made', async () => {
  const me = await owner.ok(readStaffMe)
  assert.deepEqual(
    { ...me, member_id: '', stepped_up_until: '' },
    {
      member_id: '',
      name: 'Owner',
      login_name: owner.loginName,
      role: 'owner',
      language: 'en',
      stepped_up_until: '',
      has_passkey: false,
      has_password: true,
      recovery_codes_left: 10,
      refused_before: null,
    },
  )
  assert.ok(Date.parse(me.stepped_up_until ?? '') > Date.now(), 'the sign-in itself is a fresh proof')
  assert.equal(await ownerLink(app.db.kysely, origin), null)
})

test('name, password and code sign in; the name in any case; the session ends with the sign-out', async () => {
  const browser = openBrowser(app)
  const body = await credentials(owner)
  const { me } = await browser.ok(signInWithPassword, {
    body: { ...body, login_name: ` ${body.login_name.toUpperCase()}` },
  })
  assert.equal(me.member_id, owner.memberId)
  await browser.ok(readStaffMe)
  await browser.ok(staffSignOut)
  assert.equal(browser.cookies.has('dray_staff'), false)
  assert.equal(await browser.refused(readStaffMe), '401 signed_out')
  await owner.ok(readStaffMe)
})

test('each wrong part gets the same answer', async () => {
  const browser = openBrowser(app)
  const good = await credentials(owner)
  const wrong = [
    { login_name: 'nobody@dray.test' },
    { password: 'wrong horse battery' },
    { code: '000000' },
    { code: 'aaaa-bbbb-cccc-dddd' },
  ]
  const answers = new Set<string>()
  for (const part of wrong) {
    const { status, body } = await browser.call(signInWithPassword, { body: { ...good, ...part } })
    answers.add(`${status} ${JSON.stringify(body)}`)
  }
  assert.equal(answers.size, 1)
  assert.match([...answers].join(), /^422 .*sign_in_refused/)
})

test('a fresh proof counts for ten minutes; after that an owner proves again before inviting', async () => {
  await stepUp(app, owner)
  await passTime(app.db, '11 minutes')
  const invite = { body: { name: 'Vera', role: 'viewer' as const, ...because } }
  assert.equal((await owner.ok(readStaffMe)).stepped_up_until, null)
  assert.equal(await owner.refused(inviteMember, invite), '403 step_up_required')
  assert.equal(await owner.refused(stepUpWithCode, { body: { code: '000000' } }), '422 proof_refused')
  await stepUp(app, owner)
  const { link } = await owner.ok(inviteMember, invite)
  assert.match(link, /^http:\/\/dray\.test\/admin\/invitation#[\w-]{43}$/)
  const invitation = await openBrowser(app).ok(openInvitation, { body: { token: tokenOf(link) } })
  assert.deepEqual([invitation.name, invitation.role, invitation.way_back], ['Vera', 'viewer', false])
  const viewer = await join(app, tokenOf(link))
  assert.equal((await viewer.ok(readStaffMe)).role, 'viewer')
  assert.equal((await viewer.ok(listMembers)).members.length, 2)
})

const ranks: StaffAccess[] = ['anyone', 'viewer', 'staff', 'owner']

/** An operation with an id that does not exist: admission answers before anything is looked up. */
const anyInput = {
  params: new Proxy({}, { get: () => '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }),
  body: {},
}

for (const role of ['viewer', 'staff'] as const)
  test(`${role}: every operation of a higher role is refused, every other is let in`, async () => {
    const member = await joinAs(app, owner, role)
    for (const operation of adminOperations) {
      if (operation.operationId === 'staffSignOut') continue
      const input = operation.body ? anyInput : { params: anyInput.params }
      const { body, status } = await member.call(operation, input as never)
      const isRefused = status === 403 && (body as { error: string }).error === 'role_too_low'
      assert.equal(isRefused, ranks.indexOf(operation.access) > ranks.indexOf(role), operation.operationId)
    }
  })

test('without a session every operation that is not for anyone is refused', async () => {
  for (const operation of adminOperations.filter(({ access }) => access !== 'anyone')) {
    const input = operation.body ? anyInput : { params: anyInput.params }
    assert.equal(await openBrowser(app).refused(operation, input as never), '401 signed_out')
  }
})

test('without a fresh proof every operation that needs one is refused', async () => {
  await passTime(app.db, '11 minutes')
  for (const operation of adminOperations.filter(({ stepUp }) => stepUp)) {
    const input = operation.body ? anyInput : { params: anyInput.params }
    assert.equal(await owner.refused(operation, input as never), '403 step_up_required')
  }
})

test('a session that ends while the member is read is signed out', async () => {
  const member = await joinAs(app, owner, 'viewer')
  for (const end of ['update member_session set ended_at = now()', 'delete from member_session']) {
    const lock = await lockTable(app.db.url, 'member_passkey', 'ACCESS EXCLUSIVE')
    const read = member.refused(readStaffMe)
    await lock.reached(1)
    await app.db.pool.query(`${end} where member_id = $1`, [member.memberId])
    await lock[Symbol.asyncDispose]()
    assert.equal(await read, '401 signed_out')
    await app.db.pool.query('update member_session set ended_at = null where member_id = $1', [
      member.memberId,
    ])
  }
})

test('a change of role, a suspension and a removal count from the next request', async () => {
  const member = await joinAs(app, owner, 'owner')
  const params = { member_id: member.memberId }
  await owner.ok(changeMemberRole, { params, body: { role: 'staff', ...because } })
  const invite = { body: { name: 'Ana', role: 'staff' as const, ...because } }
  assert.equal(await member.refused(inviteMember, invite), '403 role_too_low')
  await owner.ok(suspendMember, { params, body: because })
  assert.equal(await member.refused(readStaffMe), '401 signed_out')
  const again = openBrowser(app)
  assert.equal(
    await again.refused(signInWithPassword, { body: await credentials(member) }),
    '403 member_suspended',
  )
})

test('a session ends after 12 hours without use, and after 14 days in any case', async () => {
  const member = await joinAs(app, owner, 'viewer')
  for (let hours = 0; hours < 13 * 24; hours += 11) {
    await passTime(app.db, '11 hours')
    await member.ok(readStaffMe)
  }
  await passTime(app.db, '11 hours')
  await passTime(app.db, '11 hours')
  await passTime(app.db, '11 hours')
  assert.equal(await member.refused(readStaffMe), '401 signed_out')
  const other = openBrowser(app)
  await other.ok(signInWithPassword, { body: await credentials(owner) })
  await passTime(app.db, '13 hours')
  assert.equal(await other.refused(readStaffMe), '401 signed_out')
})

test('recovery codes work once each, in place of the app, and new ones replace them', async () => {
  const member = await joinAs(app, await again(), 'staff')
  const [first = '', second = ''] = member.recoveryCodes
  const body = { login_name: member.loginName, password, code: first.toUpperCase() }
  await openBrowser(app).ok(signInWithPassword, { body })
  assert.equal(await openBrowser(app).refused(signInWithPassword, { body }), '422 sign_in_refused')
  const { recovery_codes } = await member.ok(newRecoveryCodes)
  assert.equal(recovery_codes.length, 10)
  const old = { ...body, code: second }
  assert.equal(await openBrowser(app).refused(signInWithPassword, { body: old }), '422 sign_in_refused')
  const [code = ''] = recovery_codes
  const tries = Array.from({ length: 5 }, () =>
    openBrowser(app).call(signInWithPassword, { body: { ...body, code } }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort((a, b) => a - b)
  assert.deepEqual(statuses, [200, 422, 422, 422, 422], 'also when asked at the same time')
})

/** The owner, signed in again after time has passed. */
async function again() {
  await owner.ok(signInWithPassword, { body: await credentials(owner) })
  return owner
}
