import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { StaffMe } from '#contract/admin/common.ts'
import { inviteMember } from '#contract/admin/members.ts'
import {
  finishStepUp,
  listPasskeys,
  readStaffMe,
  removePasskey,
  startStepUp,
  stepUpWithCode,
} from '#contract/admin/own-access.ts'
import {
  finishPasskeyRegistration,
  finishPasskeySignIn,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import { recordRefusals } from '../../server/members/refused-proofs.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import { newPasskey, type Passkey } from '../support/passkey.ts'
import { because, joinAsOwner, openBrowser, type StaffBrowser, stepUp, tokenOf } from '../support/staff.ts'
import { advanceClocks } from '../support/still-clock.ts'

/* Decision 30: passkeys, with an authenticator in software. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

async function register(browser: StaffBrowser, { token, passkey }: { token?: string; passkey: Passkey }) {
  const started = await browser.ok(startPasskeyRegistration, { body: { ...(token && { token }) } })
  const credential = passkey.create(started.options)
  const params = { challenge_id: started.challenge_id }
  return browser.call(finishPasskeyRegistration, { params, body: { ...(token && { token }), credential } })
}

async function signIn(passkey: Passkey, more: Parameters<Passkey['get']>[1] = {}) {
  const browser = openBrowser(app)
  const { challenge_id, options } = await browser.ok(startPasskeySignIn)
  const body = { credential: passkey.get(options, more) }
  return { browser, ...(await browser.call(finishPasskeySignIn, { params: { challenge_id }, body })) }
}

/** A member of staff who has only a passkey. */
async function joinWithPasskey(passkey = newPasskey()) {
  await stepUp(app, owner)
  const { link } = await owner.ok(inviteMember, { body: { name: 'Pia', role: 'owner', ...because } })
  const browser = openBrowser(app)
  assert.equal((await register(browser, { token: tokenOf(link), passkey })).status, 200)
  return { browser, passkey }
}

test('an invitation is taken with a passkey, which then signs in without a name and gives fresh proofs', async () => {
  const { browser, passkey } = await joinWithPasskey()
  const me = await browser.ok(readStaffMe)
  assert.deepEqual([me.has_passkey, me.has_password, me.login_name], [true, false, null])
  const { browser: other, status } = await signIn(passkey)
  assert.equal(status, 200)
  await passTime(app.db, '11 minutes')
  const invite = { body: { name: 'Ana', role: 'viewer' as const, ...because } }
  assert.equal(await other.refused(inviteMember, invite), '403 step_up_required')
  const { challenge_id, options } = await other.ok(startStepUp)
  assert.equal(options.allowCredentials?.length, 1)
  const proof = { params: { challenge_id }, body: { credential: passkey.get(options) } }
  await other.ok(finishStepUp, proof)
  await other.ok(inviteMember, invite)
  assert.equal(await other.refused(finishStepUp, proof), '422 challenge_ended', 'a challenge works once')
  assert.equal(await other.refused(stepUpWithCode, { body: { code: '123456' } }), '422 proof_refused')
})

test('what is not of this service, not verified, or was changed on the way is refused', async () => {
  const { passkey } = await joinWithPasskey()
  const wrong = [
    { origin: 'https://dray.test.example' },
    { rpId: 'dray.test.example' },
    { flags: 0x01 },
    { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  ]
  for (const deviation of wrong) {
    const { status, text } = await signIn(passkey, deviation)
    assert.equal(status, 422, JSON.stringify(deviation))
    assert.match(text, /sign_in_refused/)
  }
  assert.equal((await signIn(newPasskey())).status, 422, 'a passkey that nobody registered')
  assert.equal((await signIn(passkey)).status, 200)
})

test('a counter that does not go up is refused and noted: the passkey may have been copied', async () => {
  const { passkey } = await joinWithPasskey()
  assert.equal((await signIn(passkey)).status, 200)
  const { counter } = passkey
  passkey.counter = counter - 1
  assert.equal((await signIn(passkey)).status, 422, 'the same count again')
  passkey.counter = counter - 2
  assert.equal((await signIn(passkey)).status, 422, 'a smaller count')
  passkey.counter = counter
  const { body, status } = await signIn(passkey)
  assert.equal(status, 200)
  const { me } = body as { me: StaffMe }
  assert.equal(me.refused_before?.count, 2)
  await recordRefusals(app.db, new AbortController().signal)
  const noted = (await trailOf(app.db, me.member_id)).filter(({ act }) => act === 'member.refuse_proof')
  assert.deepEqual(
    noted.map(({ changes }) => changes),
    [{ copied_passkeys: { from: null, to: 2 } }],
  )
})

test('a counter that does not go up lets in where the passkey is backed up, and is noted', async () => {
  advanceClocks(60_000)
  const { browser, passkey } = await joinWithPasskey(newPasskey(undefined, { isSynced: true }))
  const { member_id } = await browser.ok(readStaffMe)
  assert.equal((await signIn(passkey)).status, 200)
  passkey.counter -= 1
  const again = await signIn(passkey)
  assert.equal(again.status, 200, 'the same count, from another device of the member')
  passkey.counter = 0
  await passTime(app.db, '11 minutes')
  const { challenge_id, options } = await again.browser.ok(startStepUp)
  const credential = passkey.get(options)
  await again.browser.ok(finishStepUp, { params: { challenge_id }, body: { credential } })
  const notes = (await trailOf(app.db, member_id)).map(({ act, changes }) => [
    act,
    changes?.['passkey_counter'],
  ])
  assert.deepEqual(notes.slice(-3), [
    ['member.sign_in', undefined],
    ['member.sign_in', { from: 2, to: 2 }],
    ['member.step_up', { from: 2, to: 1 }],
  ])
  passkey.counter = 2
  assert.equal((await signIn(passkey)).status, 200)
})

test('a passkey that was bound to its device at first is not let in by saying that it is backed up', async () => {
  const { passkey } = await joinWithPasskey()
  assert.equal((await signIn(passkey)).status, 200)
  passkey.counter -= 1
  assert.equal((await signIn(passkey, { flags: 0x1d })).status, 422)
})

test('of concurrent answers to one challenge one signs in', async () => {
  const { passkey } = await joinWithPasskey()
  const browser = openBrowser(app)
  const { challenge_id, options } = await browser.ok(startPasskeySignIn)
  const body = { credential: passkey.get(options) }
  const tries = Array.from({ length: 8 }, () =>
    openBrowser(app).call(finishPasskeySignIn, { params: { challenge_id }, body }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
})

test('a challenge ends after five minutes and is of no use to somebody else', async () => {
  const { browser, passkey } = await joinWithPasskey()
  const late = await browser.ok(startStepUp)
  const proof = {
    params: { challenge_id: late.challenge_id },
    body: { credential: passkey.get(late.options) },
  }
  assert.equal(await owner.refused(finishStepUp, proof), '422 challenge_ended')
  await passTime(app.db, '6 minutes')
  assert.equal(await browser.refused(finishStepUp, proof), '422 challenge_ended')
})

test('a member adds another passkey only with a fresh proof, and the last way in stays', async () => {
  const { browser } = await joinWithPasskey()
  const second = newPasskey()
  assert.equal((await register(browser, { passkey: second })).status, 200)
  const again = await register(browser, { passkey: second })
  assert.match(again.text, /passkey_refused/, 'one passkey is registered once')
  const { passkeys } = await browser.ok(listPasskeys)
  assert.equal(passkeys.length, 2)
  const [one, two] = passkeys.map(({ passkey_id }) => ({ params: { passkey_id } }))
  assert.ok(one && two)
  assert.equal(await owner.refused(removePasskey, one), '404 not_found', 'only of the own')
  const both = await Promise.all([one, two].map((input) => browser.call(removePasskey, input)))
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [204, 409],
    'also when asked at the same time',
  )
  await passTime(app.db, '11 minutes')
  assert.equal(await browser.refused(startPasskeyRegistration, { body: {} }), '403 step_up_required')
  assert.equal(await openBrowser(app).refused(startPasskeyRegistration, { body: {} }), '401 signed_out')
})

test('a body that is not a credential is refused by name of the field', async () => {
  const browser = openBrowser(app)
  const { challenge_id } = await browser.ok(startPasskeySignIn)
  const credential = { id: 'a b', rawId: 'x', type: 'password', response: {} }
  const { status, body } = await browser.call(finishPasskeySignIn, {
    params: { challenge_id },
    body: { credential } as never,
  })
  assert.equal(status, 400)
  const fields = Object.keys((body as { details: object }).details)
  assert.ok(
    fields.includes('credential.id') && fields.includes('credential.response.signature'),
    String(fields),
  )
})
