import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { checkCode, readMe, signOut, startSignIn } from '#contract/app/account.ts'
import { ageCodes, challengeOf, smsTo, wrongCode } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, signIn, stranger } from '../support/person.ts'
import { lockTable } from '../support/table-lock.ts'

// DESIGN 3, "Codes".
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { ok, call, refused } = stranger(app)

const start = (phone: string) => ok(startSignIn, { body: { phone, language: 'en' } })
const attempt = (challenge_id: string, phone: string, code: string) =>
  call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } })
const errorOf = ({ body }: { body: unknown }) => (body as { error?: string } | undefined)?.error

/** Twenty concurrent calls: a table lock holds them until at least twelve have reached the counting statement. */
async function atOnce<T>(one: () => Promise<T>): Promise<T[]> {
  let answers: Promise<T[]>
  {
    await using lock = await lockTable(app.db.url, 'phone_challenge', 'SHARE ROW EXCLUSIVE')
    answers = Promise.all(Array.from({ length: 20 }, one))
    await lock.reached(12)
  }
  return answers
}

test('a code has 6 digits, and its text says whose it is and lets phones fill it in', async () => {
  const phone = newPhone()
  const { challenge_id, expires_at, resend_after_seconds } = await start(phone)
  const [text] = await smsTo(app, phone)
  assert.match(
    text?.body ?? '',
    /^Dray: (\d{6}) is your sign-in code\. It expires in 10 minutes\. .*\n\n@dray\.test #\1$/,
  )
  assert.deepEqual(
    [text?.mode, text?.provider, text?.status, text?.challenge_id, text?.job_id],
    ['live', 'outbox', 'sent', challenge_id, null],
  )
  const row = await challengeOf(app, challenge_id)
  assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 600_000)
  assert.equal(expires_at, row.expires_at.toISOString())
  assert.equal(resend_after_seconds, 30)
})

test('it is in the language asked for, else in that of the country of the number', async () => {
  const [spanish, portuguese, polish] = [newPhone(), '+351912345678', '+48512345678']
  for (const phone of [spanish, portuguese, polish]) await ok(startSignIn, { body: { phone } })
  assert.match((await smsTo(app, spanish))[0]?.body ?? '', /es tu codigo para entrar/)
  assert.match((await smsTo(app, portuguese))[0]?.body ?? '', /serve para entrar na sua conta/)
  assert.match((await smsTo(app, polish))[0]?.body ?? '', /is your sign-in code/)
})

test('a code is stored only as a hash that is bound to its challenge and phone', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  const { code_hash } = await challengeOf(app, challenge_id)
  assert.equal(code_hash?.length, 32)
  const other = newPhone()
  const { challenge_id: otherId } = await start(other)
  assert.equal(
    errorOf(await attempt(challenge_id, other, code)),
    'code_expired',
    'the challenge of another phone',
  )
  assert.equal((await challengeOf(app, challenge_id)).checks, 0, 'and not counted, or others could use it up')
  await app.db.kysely.updateTable('phone_challenge').set({ code_hash }).where('id', '=', otherId).execute()
  assert.equal(errorOf(await attempt(otherId, other, code)), 'code_wrong', 'the hash of another challenge')
  assert.equal((await attempt(challenge_id, phone, code)).status, 200)
})

test('a code signs in for 10 minutes and not longer', async () => {
  const phone = newPhone()
  const first = await start(phone)
  await ageCodes(app, phone, 570)
  assert.equal((await attempt(first.challenge_id, phone, await codeOf(app, first.challenge_id))).status, 200)
  const second = await start(phone)
  const code = await codeOf(app, second.challenge_id)
  await ageCodes(app, phone, 601)
  const late = await attempt(second.challenge_id, phone, code)
  assert.deepEqual([late.status, errorOf(late)], [422, 'code_expired'])
})

test('a code is used once', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  assert.equal((await attempt(challenge_id, phone, code)).status, 200)
  assert.equal(errorOf(await attempt(challenge_id, phone, code)), 'code_expired')
})

test('of concurrent correct codes one signs in', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  const answers = await atOnce(() => attempt(challenge_id, phone, code))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter((answer) => errorOf(answer) === 'code_expired').length, 19)
  const { rows } = await app.db.pool.query(
    'select 1 from session s join account a on a.id = s.account_id where a.phone = $1',
    [phone],
  )
  assert.equal(rows.length, 1)
})

test('5 checks: after five wrong ones the right code is refused too', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  for (let i = 0; i < 5; i++) {
    const answer = await attempt(challenge_id, phone, wrongCode(code))
    assert.deepEqual([answer.status, errorOf(answer)], [422, 'code_wrong'])
  }
  assert.equal(errorOf(await attempt(challenge_id, phone, code)), 'code_expired')
})

test('checks are counted before comparing: of 20 at once five are compared', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = wrongCode(await codeOf(app, challenge_id))
  const answers = await atOnce(() => attempt(challenge_id, phone, code))
  assert.equal(answers.filter((answer) => errorOf(answer) === 'code_wrong').length, 5)
  assert.equal(answers.filter((answer) => errorOf(answer) === 'code_expired').length, 15)
  assert.equal((await challengeOf(app, challenge_id)).checks, 5)
})

test('a new code does not end the earlier code, and a sign-in ends all codes of the number', async () => {
  const phone = newPhone()
  const first = await start(phone)
  await ageCodes(app, phone, 31)
  const second = await start(phone)
  const [firstCode, secondCode] = [
    await codeOf(app, first.challenge_id),
    await codeOf(app, second.challenge_id),
  ]
  assert.equal((await attempt(first.challenge_id, phone, firstCode)).status, 200)
  assert.equal(errorOf(await attempt(second.challenge_id, phone, secondCode)), 'code_expired')
})

test('several nodes are one: a code of one signs in at another, and their limits are the same', async () => {
  await using second = await startDray({}, { beside: app })
  const phone = newPhone()
  const nodes = [stranger(app), stranger(second)] as const
  const asked = Array.from({ length: 10 }, () => nodes.map(({ ok }) => ok(startSignIn, { body: { phone } })))
  const [{ challenge_id } = assert.fail('somebody asked')] = await Promise.all(asked.flat())
  assert.equal((await smsTo(app, phone)).length, 1)
  const body = { phone, code: await codeOf(app, challenge_id), kind: 'native' as const }
  const { token } = await nodes[1].ok(checkCode, { params: { challenge_id }, body })
  const headers = { authorization: `Bearer ${token}` }
  await nodes[0].ok(readMe, { headers })
  await nodes[1].ok(signOut, { headers })
  assert.equal((await nodes[0].refused(readMe, { headers })).status, 401)
})

test('fail closed: without the database no code is sent and no sign-in succeeds', async () => {
  const phone = newPhone()
  const before = await start(newPhone())
  {
    await using _lock = await lockTable(app.db.url, 'phone_challenge', 'ACCESS EXCLUSIVE')
    const [{ status, headers, body }, checked] = await Promise.all([
      refused(startSignIn, { body: { phone } }),
      attempt(before.challenge_id, phone, '123456'),
    ])
    assert.deepEqual([status, body.error], [503, 'service_unavailable'])
    assert.match(headers.get('retry-after') ?? '', /^[12]$/)
    assert.equal(body.retry_after_seconds, Number(headers.get('retry-after')))
    assert.equal(checked.status, 503)
  }
  assert.deepEqual(await smsTo(app, phone), [])
})

test('the first sign-in of a number makes its account, in the language of the text; the next finds it', async () => {
  const phone = newPhone()
  const first = await signIn(app, phone, { language: 'es' })
  const second = await signIn(app, newPhone(), { language: 'en' })
  assert.deepEqual(await first.ok(readMe), {
    account_id: first.accountId,
    phone,
    name: null,
    language: 'es',
    carrier_status: null,
    terms: null,
  })
  assert.notEqual(second.accountId, first.accountId)
  await ageCodes(app, phone, 31)
  const again = await signIn(app, phone, { language: 'en' })
  assert.equal(again.accountId, first.accountId)
  assert.equal((await again.ok(readMe)).language, 'es')
})

test('no code, phone or token is logged', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  await attempt(challenge_id, phone, wrongCode(code))
  const answer = await attempt(challenge_id, phone, code)
  const { token } = answer.body as { token: string }
  assert.equal(token.length, 43)
  await app.fetch('/app/v1/me', { headers: { authorization: `Bearer ${token}` } })
  const logged = app.logged.join('\n')
  assert.match(logged, /"route":"\/app\/v1\/sign-in\/:challenge_id"/)
  for (const secret of [phone.slice(1), token]) assert.ok(!logged.includes(secret))
  assert.doesNotMatch(logged, new RegExp(`(?<![\\d.])${code}(?!\\d)`))
})
