import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { stepUpWithCode } from '#contract/admin/own-access.ts'
import { confirmTotp, openInvitation, setPassword, signInWithPassword } from '#contract/admin/session.ts'
import { endSessionsOf } from '../../server/members/administer.ts'
import { byOperator } from '../support/by-operator.ts'
import { startDray } from '../support/dray.ts'
import { passTime } from '../support/pass-time.ts'
import { freshCode, joinAs, joinAsOwner, openBrowser, password, totpCode } from '../support/staff.ts'

/* Decision 30: how many attempts at a password, a code or a link are looked at. */
const app = await startDray({ TRUST_PROXY: '1' })
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

const from = (address: string) => openBrowser(app, { 'x-forwarded-for': address })
const addressOf = (at: number) => `198.51.${100 + Math.floor(at / 250)}.${(at % 250) + 1}`

const evaluated = async (): Promise<number> => {
  const { rows } = await app.db.pool.query<{ count: number }>('select count(*) from member_guess')
  return rows[0]?.count ?? 0
}

test('a code of the app works once, also in concurrent requests', async () => {
  const member = await joinAs(app, owner, 'staff')
  const code = await freshCode(app, member)
  const body = { login_name: member.loginName, password, code }
  const tries = Array.from({ length: 6 }, (_, at) => from(addressOf(at)).call(signInWithPassword, { body }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort((a, b) => a - b)
  assert.deepEqual(statuses, [200, 422, 422, 422, 422, 422])
  const again = { body: { code } }
  assert.equal(await member.refused(stepUpWithCode, again), '422 proof_refused')
})

test('a code from before the last used one is refused', async () => {
  const member = await joinAs(app, owner, 'staff')
  await app.db.pool.query('update member_password set last_totp_step = $1', [Math.floor(Date.now() / 30_000)])
  const code = totpCode(member.secret, Date.now() - 30_000)
  const body = { login_name: member.loginName, password, code }
  assert.equal(await openBrowser(app).refused(signInWithPassword, { body }), '422 sign_in_refused')
})

test('of 1,000 guesses from 500 addresses 30 an hour are looked at, and the owner still gets in', async () => {
  await app.db.pool.query('delete from member_guess')
  const guess = (at: number) => ({
    login_name: owner.loginName,
    password: `guess number ${at}`,
    code: String(at).padStart(6, '0'),
  })
  const statuses: number[] = []
  const attack = Array.from({ length: 1_000 }, (_, at) => at)
  const attacker = async () => {
    for (let at = attack.pop(); at !== undefined; at = attack.pop())
      statuses.push((await from(addressOf(at % 500)).call(signInWithPassword, { body: guess(at) })).status)
  }
  await Promise.all(Array.from({ length: 40 }, attacker))
  assert.equal(await evaluated(), 30)
  assert.equal(statuses.filter((status) => status === 422).length, 30)
  // A busy machine may answer some with 503: those were not looked at either.
  const refused = statuses.filter((status) => status === 429 || status === 503).length
  assert.equal(refused, 970)

  const right = async () => ({ login_name: owner.loginName, password, code: await freshCode(app, owner) })
  const stranger = await from('203.0.113.7').call(signInWithPassword, { body: await right() })
  assert.equal(stranger.status, 429, 'also the right words, from a device that never signed in')
  assert.ok(Number(stranger.headers.get('retry-after')) > 3_000)
  owner.cookies.delete('dray_staff')
  assert.ok(owner.cookies.has('dray_staff_device'))
  await owner.ok(signInWithPassword, { body: await right() })

  await passTime(app.db, '61 minutes')
  await from('203.0.113.7').ok(signInWithPassword, { body: await right() })
})

test('a known device has ten attempts besides, which right ones do not use up', async () => {
  await app.db.pool.query('delete from member_guess')
  const attempt = async (word: string) =>
    (
      await owner.call(signInWithPassword, {
        body: { login_name: owner.loginName, password: word, code: await freshCode(app, owner) },
      })
    ).status
  for (let at = 0; at < 12; at++) assert.equal(await attempt(password), 200)
  for (let at = 0; at < 10; at++) assert.equal(await attempt('wrong horse battery'), 422)
  assert.equal(await attempt(password), 200, 'after those it is like any other device')
  for (let at = 0; at < 10; at++) assert.equal(await attempt('wrong horse battery'), 422)
  assert.equal(await attempt(password), 429)
})

test('sessions that the operator ends, or a new password, make every device unknown; the own one stays known', async () => {
  await app.db.pool.query('delete from member_guess')
  const member = await joinAs(app, owner, 'staff')
  const about = { memberId: member.memberId, partnerId: null, by: byOperator() }
  const wrong = { body: { login_name: member.loginName, password: 'wrong horse battery', code: '000000' } }
  const isKnown = async () => {
    assert.equal(await member.refused(signInWithPassword, wrong), '422 sign_in_refused')
    const { rows } = await app.db.pool.query<{ known_device: boolean }>(
      'select known_device from member_guess order by id desc limit 1',
    )
    return rows[0]?.known_device
  }
  assert.equal(await isKnown(), true)
  await endSessionsOf(app.db, about)
  assert.equal(await isKnown(), false)
  const body = { login_name: member.loginName, password, code: await freshCode(app, member) }
  await member.ok(signInWithPassword, { body })
  assert.equal(await isKnown(), true)
  const before = member.cookies.get('dray_staff_device') ?? ''
  const { challenge_id, secret } = await member.ok(setPassword, { body: { password } })
  await member.ok(confirmTotp, { params: { challenge_id }, body: { code: totpCode(secret) } })
  assert.equal(await isKnown(), true, 'the browser that set it')
  member.cookies.set('dray_staff_device', before)
  assert.equal(await isKnown(), false)
})

test('one address gets 30 attempts an hour over all names, ten for one name', async () => {
  await app.db.pool.query('delete from member_guess')
  const browser = from('203.0.113.8')
  const statuses: number[] = []
  for (let at = 0; at < 45; at++) {
    const body = { login_name: `nobody${at % 3 === 0 ? '' : at}`, password, code: '000000' }
    statuses.push((await browser.call(signInWithPassword, { body })).status)
  }
  assert.equal(statuses.filter((status) => status === 422).length, 30)
  await app.db.pool.query('delete from member_guess')
  const other = from('203.0.113.9')
  const body = { login_name: 'nobody', password, code: '000000' }
  const same: number[] = []
  for (let at = 0; at < 12; at++) same.push((await other.call(signInWithPassword, { body })).status)
  assert.deepEqual(
    same,
    [...Array<number>(10).fill(422), 429, 429],
    'an unknown name is bounded like any other',
  )
})

test('a stolen session gets ten codes an hour', async () => {
  const member = await joinAs(app, await signedInOwner(), 'staff')
  for (let at = 0; at < 10; at++)
    assert.equal(await member.refused(stepUpWithCode, { body: { code: '000000' } }), '422 proof_refused')
  const code = await freshCode(app, member)
  assert.equal(await member.refused(stepUpWithCode, { body: { code } }), '429 rate_limit_exceeded')
})

test('a member asks for ten names an hour that others have; free ones and the own one do not count', async () => {
  const member = await joinAs(app, await signedInOwner(), 'staff')
  let asked = 0
  const ask = (name: string) =>
    member.call(setPassword, {
      body: { login_name: name, password },
      // Each from its own address, because an address has a rate limit that belongs to it.
      headers: { 'x-forwarded-for': addressOf(600 + asked++) },
    })
  for (let at = 0; at < 12; at++) assert.equal((await ask(`free-name-${at}`)).status, 200)
  const statuses: number[] = []
  for (let at = 0; at < 12; at++) statuses.push((await ask(owner.loginName)).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(409), 429, 429])
  assert.equal((await ask('free-name-12')).status, 429)
  assert.equal((await ask(member.loginName)).status, 200)
})

test('an address gets 30 wrong links an hour', async () => {
  const browser = from('203.0.113.10')
  const answers: string[] = []
  for (let at = 0; at < 31; at++)
    answers.push(await browser.refused(openInvitation, { body: { token: `${at}`.padEnd(43, 'A') } }))
  assert.equal(answers.filter((said) => said === '422 invitation_ended').length, 30)
  assert.equal(answers.at(-1), '429 rate_limit_exceeded')
})

async function signedInOwner() {
  await app.db.pool.query('delete from member_guess')
  return owner
}
