import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  inviteMember,
  inviteMemberBack,
  listInvitations,
  listMembers,
  revokeInvitation,
  suspendMember,
} from '#contract/admin/members.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import {
  confirmTotp,
  openInvitation,
  setPassword,
  signInWithPassword,
  startPasskeyRegistration,
} from '#contract/admin/session.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import {
  because,
  freshCode,
  join,
  joinAs,
  joinAsOwner,
  openBrowser,
  password,
  stepUp,
  tokenOf,
  totpCode,
} from '../support/staff.ts'

/* Decision 30: an invitation is a link that works once. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

async function invite() {
  await stepUp(app, owner)
  const { link, invitation_id } = await owner.ok(inviteMember, {
    body: { name: 'Ines', role: 'staff', ...because },
  })
  return { token: tokenOf(link), invitation_id }
}

async function assertEnded(token: string): Promise<void> {
  const browser = openBrowser(app)
  assert.equal(await browser.refused(openInvitation, { body: { token } }), '422 invitation_ended')
  assert.equal(await browser.refused(setPassword, { body: { token, password } }), '422 invitation_ended')
  assert.equal(await browser.refused(startPasskeyRegistration, { body: { token } }), '422 invitation_ended')
}

test('a used link is refused', async () => {
  const { token, invitation_id } = await invite()
  await join(app, token)
  await assertEnded(token)
  assert.equal(
    await owner.refused(revokeInvitation, { params: { invitation_id }, body: because }),
    '409 wrong_state',
  )
})

test('a revoked, an expired and an invented link are refused alike', async () => {
  const revoked = await invite()
  await owner.ok(revokeInvitation, { params: { invitation_id: revoked.invitation_id }, body: because })
  await owner.ok(revokeInvitation, { params: { invitation_id: revoked.invitation_id }, body: because })
  await assertEnded(revoked.token)
  await assertEnded('A'.repeat(43))
  const expired = await invite()
  await passTime(app.db, '25 hours')
  await assertEnded(expired.token)
  await owner.ok(signInWithPassword, {
    body: { login_name: owner.loginName, password, code: await freshCode(app, owner) },
  })
})

test('concurrent uses of one link give one member', async () => {
  const { token } = await invite()
  const before = (await owner.ok(listMembers)).members.length
  const starts = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const browser = openBrowser(app)
      const body = { token, login_name: `racer${at}@dray.test`, password }
      return { browser, ...(await browser.ok(setPassword, { body })) }
    }),
  )
  const ends = await Promise.all(
    starts.map(({ browser, challenge_id, secret }) =>
      browser.call(confirmTotp, { params: { challenge_id }, body: { token, code: totpCode(secret) } }),
    ),
  )
  const statuses = ends.map(({ status }) => status).sort((a, b) => a - b)
  assert.deepEqual(statuses, [200, 422, 422, 422, 422, 422])
  assert.equal((await owner.ok(listMembers)).members.length, before + 1)
})

test('a wrong code of the new authenticator app makes no member, and the right one still does', async () => {
  const { token } = await invite()
  const browser = openBrowser(app)
  const started = await browser.ok(setPassword, {
    body: { token, login_name: 'Late@dray.test', password },
  })
  const params = { challenge_id: started.challenge_id }
  const wrong = { params, body: { token, code: '000000' } }
  assert.equal(await browser.refused(confirmTotp, wrong), '422 proof_refused')
  assert.equal(await browser.refused(readStaffMe), '401 signed_out')
  const stranger = { params, body: { code: totpCode(started.secret) } }
  assert.equal(await openBrowser(app).refused(confirmTotp, stranger), '401 signed_out')
  const { me } = await browser.ok(confirmTotp, { params, body: { token, code: totpCode(started.secret) } })
  assert.equal(me.login_name, 'late@dray.test')
})

test('a name belongs to one member, also when two ask for it at the same time', async () => {
  const [one, two] = [await invite(), await invite()]
  const login_name = 'same@dray.test'
  const started = await Promise.all(
    [one, two].map(async ({ token }) => ({
      token,
      ...(await openBrowser(app).ok(setPassword, { body: { token, login_name, password } })),
    })),
  )
  const ends = await Promise.all(
    started.map(({ token, challenge_id, secret }) =>
      openBrowser(app).call(confirmTotp, {
        params: { challenge_id },
        body: { token, code: totpCode(secret) },
      }),
    ),
  )
  assert.deepEqual(
    ends.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  )
  const late = { body: { token: (await invite()).token, login_name: 'SAME@dray.test', password } }
  assert.equal(await openBrowser(app).refused(setPassword, late), '409 login_name_taken')
})

test('a password of eleven characters, or a new member without a name, is refused', async () => {
  const { token } = await invite()
  const browser = openBrowser(app)
  for (const body of [
    { token, login_name: 'short@dray.test', password: 'x'.repeat(11) },
    { token, password },
    { token, login_name: 'a b', password },
    { token: 'short', login_name: 'short@dray.test', password },
  ])
    assert.equal(await browser.refused(setPassword, { body }), '400 validation_error')
})

test('a way back gives a member who lost everything a new way in, and ends the old ones when asked', async () => {
  const lost = await joinAs(app, owner, 'staff')
  const params = { member_id: lost.memberId }
  const first = tokenOf((await owner.ok(inviteMemberBack, { params, body: because })).link)
  const token = tokenOf((await owner.ok(inviteMemberBack, { params, body: because })).link)
  await assertEnded(first)
  const browser = openBrowser(app)
  const shown = await browser.ok(openInvitation, { body: { token } })
  assert.deepEqual([shown.way_back, shown.has_login_name], [true, true])
  const { challenge_id, secret } = await browser.ok(setPassword, {
    body: { token, password: 'another battery staple' },
  })
  const body = { token, code: totpCode(secret), ends_others: true }
  const { me } = await browser.ok(confirmTotp, { params: { challenge_id }, body })
  assert.deepEqual([me.member_id, me.login_name], [lost.memberId, lost.loginName])
  assert.equal(await lost.refused(readStaffMe), '401 signed_out', 'the old session ended')
  const old = { login_name: lost.loginName, password, code: await freshCode(app, lost) }
  assert.equal(await openBrowser(app).refused(signInWithPassword, { body: old }), '422 sign_in_refused')
})

test('a way back leaves the invitations alone that the member made for others', async () => {
  const lost = await joinAs(app, owner, 'owner')
  await stepUp(app, lost)
  const { link } = await lost.ok(inviteMember, { body: { name: 'Rosa', role: 'viewer', ...because } })
  await owner.ok(inviteMemberBack, { params: { member_id: lost.memberId }, body: because })
  await openBrowser(app).ok(openInvitation, { body: { token: tokenOf(link) } })
})

test('the invitations of an owner end with the owner: nobody leaves a door open', async () => {
  const leaving = await joinAs(app, owner, 'owner')
  await stepUp(app, leaving)
  const { link } = await leaving.ok(inviteMember, { body: { name: 'Back Door', role: 'owner', ...because } })
  const listed = await owner.ok(listInvitations)
  assert.ok(listed.invitations.some(({ name }) => name === 'Back Door'))
  assert.ok(!JSON.stringify(listed).includes(tokenOf(link)))
  await owner.ok(suspendMember, { params: { member_id: leaving.memberId }, body: because })
  await assertEnded(tokenOf(link))
})
