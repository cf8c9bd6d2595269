import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readStaffMe, startStepUp, stepUpWithCode } from '#contract/admin/own-access.ts'
import { setPassword, signInWithPassword, staffSignOut } from '#contract/admin/session.ts'
import { readToday } from '#contract/admin/today.ts'
import { Problem } from '../../server/lib/problem.ts'
import { createPasswordHasher, maxWaiting } from '../../server/members/password-hasher.ts'
import { recordRefusals } from '../../server/members/refused-proofs.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import { freshCode, joinAsOwner, joinAsStaff, openBrowser, password, type Staff } from '../support/staff.ts'

/* Decision 52: sign-ins that are refused are seen, and bounded by day. */
const app = await startDray({ TRUST_PROXY: '1' })
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

let addresses = 0
const stranger = () => openBrowser(app, { 'x-forwarded-for': `198.51.100.${(addresses++ % 250) + 1}` })
const wrongCode = '000000'
const tryAs = (member: Staff, { word = password, code = wrongCode } = {}) =>
  stranger().refused(signInWithPassword, { body: { login_name: member.loginName, password: word, code } })

const record = () => recordRefusals(app.db, new AbortController().signal)

async function refusalsOf({ memberId }: Staff) {
  await record()
  const trail = await trailOf(app.db, memberId)
  return trail.filter(({ act }) => act === 'member.refuse_proof').map(({ changes }) => changes)
}

test('refused proofs are in the audit log, folded by member and hour, and tell that the password was right', async () => {
  const member = await joinAsStaff(app, 'staff')
  for (let at = 0; at < 3; at++) assert.equal(await tryAs(member), '422 sign_in_refused')
  const first = { wrong_codes_after_right_password: { from: null, to: 3 } }
  assert.deepEqual(await refusalsOf(member), [first])
  for (let at = 0; at < 5; at++) await tryAs(member, { word: 'wrong horse battery' })
  await member.refused(stepUpWithCode, { body: { code: wrongCode } })
  assert.deepEqual(await refusalsOf(member), [first], 'one event while the hour goes on')
  await passTime(app.db, '2 hours')
  const all = {
    ...first,
    wrong_passwords: { from: null, to: 5 },
    wrong_confirmations: { from: null, to: 1 },
  }
  assert.deepEqual(await refusalsOf(member), [first, all], 'and one with all of them after it')
  assert.deepEqual(await refusalsOf(member), [first, all])
})

test('of several nodes one records a refusal', async () => {
  const member = await joinAsStaff(app, 'staff')
  await tryAs(member)
  await Promise.all([record(), record(), record()])
  assert.equal((await refusalsOf(member)).length, 1)
})

test('the member reads at the next sign-in what was refused, once; and Today shows it to the staff', async () => {
  const member = await joinAsStaff(app, 'staff')
  const entry = async () =>
    (await owner.ok(readToday)).entries.find(({ subject_id }) => subject_id === member.memberId)
  await tryAs(member)
  await tryAs(member)
  assert.equal(await entry(), undefined, 'two slips are no attempt')
  await tryAs(member)
  const { kind, cause, label } = (await entry()) ?? assert.fail('no entry')
  assert.deepEqual([kind, cause, label], ['sign_in_refused', '3', 'New staff'])
  assert.equal((await member.ok(readStaffMe)).refused_before, null, 'not in the session from before')
  const signIn = async () =>
    member.ok(signInWithPassword, {
      body: { login_name: member.loginName, password, code: await freshCode(app, member) },
    })
  const { count, after_password } = (await signIn()).me.refused_before ?? assert.fail('not told')
  assert.deepEqual([count, after_password], [3, 3])
  assert.equal((await member.ok(readStaffMe)).refused_before?.count, 3)
  assert.equal((await signIn()).me.refused_before, null)
  await passTime(app.db, '25 hours')
  await owner.ok(signInWithPassword, {
    body: { login_name: owner.loginName, password, code: await freshCode(app, owner) },
  })
  assert.equal(await entry(), undefined)
})

test('after ten wrong codes of a day only a known browser, a passkey or a recovery code gets in', async () => {
  const member = await joinAsStaff(app, 'staff')
  const statuses: string[] = []
  for (let at = 0; at < 12; at++) {
    statuses.push(await tryAs(member))
    if (at === 5) await passTime(app.db, '61 minutes')
  }
  assert.deepEqual(
    new Set(statuses),
    new Set(['422 sign_in_refused']),
    'the answer does not tell that the password is right',
  )
  const right = async () => ({ login_name: member.loginName, password, code: await freshCode(app, member) })
  assert.equal(await stranger().refused(signInWithPassword, { body: await right() }), '422 sign_in_refused')
  member.cookies.delete('dray_staff')
  await member.ok(signInWithPassword, { body: await right() })
  const [code = ''] = member.recoveryCodes
  await stranger().ok(signInWithPassword, { body: { ...(await right()), code } })
  await passTime(app.db, '25 hours')
  await stranger().ok(signInWithPassword, { body: await right() })
})

test('of concurrent wrong codes ten are compared', async () => {
  const member = await joinAsStaff(app, 'staff')
  await Promise.all(Array.from({ length: 20 }, () => tryAs(member)))
  const right = { login_name: member.loginName, password, code: await freshCode(app, member) }
  assert.equal(await stranger().refused(signInWithPassword, { body: right }), '422 sign_in_refused')
  const { rows } = await app.db.pool.query<{ count: number }>(
    `select count(*) from member_guess where subject = sha256(convert_to($1, 'utf8'))`,
    [`codes ${member.memberId}`],
  )
  assert.equal(rows[0]?.count, 10)
})

test('a new sign-in ends the session that the browser had, also one of another member', async () => {
  const [member, other] = [await joinAsStaff(app, 'staff'), await joinAsStaff(app, 'staff')]
  const before = member.cookies.get('dray_staff') ?? ''
  const body = { login_name: other.loginName, password, code: await freshCode(app, other) }
  await member.ok(signInWithPassword, { body })
  const old = openBrowser(app)
  old.cookies.set('dray_staff', before)
  assert.equal(await old.refused(readStaffMe), '401 signed_out')
  const acts = (await trailOf(app.db, member.memberId)).map(({ act }) => act)
  assert.equal(acts.at(-1), 'member.sign_out')
})

test('a fresh proof gives the session another token; the one from before is answered for a minute without the proof', async () => {
  const member = await joinAsStaff(app, 'staff')
  const before = member.cookies.get('dray_staff') ?? ''
  await member.ok(stepUpWithCode, { body: { code: await freshCode(app, member) } })
  assert.notEqual(member.cookies.get('dray_staff'), before)
  const old = openBrowser(app)
  old.cookies.set('dray_staff', before)
  await old.ok(readStaffMe)
  const change = { body: { password: 'four other words here' } }
  assert.equal(await old.refused(setPassword, change), '403 step_up_required')
  await member.ok(setPassword, change)
  await passTime(app.db, '2 minutes')
  assert.equal(await old.refused(readStaffMe), '401 signed_out')
  await member.ok(readStaffMe)
  assert.equal(await member.refused(startStepUp), '409 wrong_state', 'no passkey')
})

test('a sign-out with the token from before a proof ends the session', async () => {
  const member = await joinAsStaff(app, 'staff')
  const old = openBrowser(app)
  old.cookies.set('dray_staff', member.cookies.get('dray_staff') ?? '')
  await member.ok(stepUpWithCode, { body: { code: await freshCode(app, member) } })
  await old.ok(staffSignOut)
  assert.equal(await member.refused(readStaffMe), '401 signed_out')
})

test('common passwords and the words of the person are refused, before anything is stored', async () => {
  const member = await joinAsStaff(app, 'staff')
  await member.ok(stepUpWithCode, { body: { code: await freshCode(app, member) } })
  const refused = async (word: string) => {
    const { status, body } = await member.call(setPassword, { body: { password: word } })
    return [status, Object.keys((body as { details?: object }).details ?? {})]
  }
  for (const word of [
    'password1234',
    'P@ssw0rd2026!',
    'Contraseña123',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    '123456789012',
  ])
    assert.deepEqual(await refused(word), [400, ['password']], word)
  for (const word of ['New staff 2026', 'dray.test1234', `${member.loginName}!!!`, 'DrayDrayDray!'])
    assert.deepEqual(await refused(word), [400, ['password']], word)
  await member.ok(setPassword, { body: { password: 'new staff takes a green bicycle' } })
})

test('the refusals name the member in the log, and are counted', async () => {
  const member = await joinAsStaff(app, 'staff')
  await tryAs(member)
  await tryAs(member, { word: 'a secret that is wrong' })
  const lines = app.logged.filter(
    (line) => line.includes('a proof of a member was refused') && line.includes(member.memberId),
  )
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { what: string }).what),
    ['code', 'password'],
  )
  const all = app.logged.join('')
  for (const secret of ['a secret that is wrong', member.loginName, 'New staff', password])
    assert.ok(!all.includes(secret), secret)
  const { text } = await app.fetch('/metrics')
  assert.match(text, /dray_member_refused_proofs_total\{surface="admin",what="code"\} \d+/)
})

test('passwords that wait to be hashed are bounded; known browsers have places besides and come first', async () => {
  const hasher = createPasswordHasher()
  const done: string[] = []
  const work = (name: string, isFirst: boolean) =>
    hasher
      .reserve({ isFirst })
      .verify('a password', null)
      .then(() => done.push(name))
  const strangers = Array.from({ length: maxWaiting.strangers }, () => work('stranger', false))
  assert.throws(
    () => hasher.reserve({ isFirst: false }),
    (error) =>
      error instanceof Problem && error.code === 'service_unavailable' && (error.retryAfterSeconds ?? 0) > 0,
  )
  const known = work('known', true)
  await known
  assert.ok(done.filter((name) => name === 'stranger').length <= 4, done.join())
  await Promise.all(strangers)
  hasher.reserve({ isFirst: false }).leave()
})
