import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { checkCode, readMe, signOut, startSignIn } from '#contract/app/account.ts'
import { runTasks, startDray, type TestDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, signIn, stranger } from '../support/person.ts'
import { wordsOf } from '../support/sealed-texts.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

// DESIGN 3, "Codes".
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { ok, call, refused } = stranger(app)

const start = (phone: string) => ok(startSignIn, { body: { phone, language: 'en' } })
const attempt = (challenge_id: string, phone: string, code: string) =>
  call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } })
const errorOf = ({ body }: { body: unknown }) => (body as { error?: string } | undefined)?.error
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** All SMS to a number, with the codes decrypted. */
async function textsTo(phone: string, { db, dataDir }: TestDray = app) {
  const rows = await db.kysely
    .selectFrom('sms')
    .selectAll()
    .where('to_phone', '=', phone)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, body: wordsOf({ dataDir }, { ...row, sealedBody: row.sealed_body }) }))
}
const challenge = (id: string, { db }: TestDray = app) =>
  db.kysely.selectFrom('phone_challenge').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Moves the challenges of a number back in time. */
async function turnBack(seconds: number, phone: string, { db }: TestDray = app): Promise<void> {
  await db.pool.query(
    `update phone_challenge set created_at = created_at - make_interval(secs => $1),
       expires_at = expires_at - make_interval(secs => $1) where phone = $2`,
    [seconds, phone],
  )
}

/** Returns a function that requests a code from an IP address. */
const askerFrom =
  (other: TestDray) =>
  (phone: string, address = '203.0.113.200') =>
    stranger(other).ok(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })

const codesTo = <Sms extends { challenge_id: string | null }>(texts: Sms[]): Sms[] =>
  texts.filter(({ challenge_id }) => challenge_id !== null)

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
  const [text] = await textsTo(phone)
  assert.match(
    text?.body ?? '',
    /^Dray: (\d{6}) is your sign-in code\. It expires in 10 minutes\. .*\n\n@dray\.test #\1$/,
  )
  assert.deepEqual(
    [text?.mode, text?.provider, text?.status, text?.challenge_id, text?.job_id],
    ['live', 'outbox', 'sent', challenge_id, null],
  )
  const row = await challenge(challenge_id)
  assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 600_000)
  assert.equal(expires_at, row.expires_at.toISOString())
  assert.equal(resend_after_seconds, 30)
})

test('it is in the language asked for, else in that of the country of the number', async () => {
  const [spanish, portuguese] = [newPhone(), '+351912345678']
  await ok(startSignIn, { body: { phone: spanish } })
  await ok(startSignIn, { body: { phone: portuguese } })
  assert.match((await textsTo(spanish))[0]?.body ?? '', /es tu codigo para entrar/)
  assert.match((await textsTo(portuguese))[0]?.body ?? '', /is your sign-in code/)
})

test('a code is stored only as a hash that is bound to its challenge and phone', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  const { code_hash } = await challenge(challenge_id)
  assert.equal(code_hash?.length, 32)
  const other = newPhone()
  const { challenge_id: otherId } = await start(other)
  assert.equal(
    errorOf(await attempt(challenge_id, other, code)),
    'code_expired',
    'the challenge of another phone',
  )
  assert.equal((await challenge(challenge_id)).checks, 0, 'and not counted, or others could use it up')
  await app.db.kysely.updateTable('phone_challenge').set({ code_hash }).where('id', '=', otherId).execute()
  assert.equal(errorOf(await attempt(otherId, other, code)), 'code_wrong', 'the hash of another challenge')
  assert.equal((await attempt(challenge_id, phone, code)).status, 200)
})

test('a code signs in for 10 minutes and not longer', async () => {
  const phone = newPhone()
  const first = await start(phone)
  await turnBack(570, phone)
  assert.equal((await attempt(first.challenge_id, phone, await codeOf(app, first.challenge_id))).status, 200)
  const second = await start(phone)
  const code = await codeOf(app, second.challenge_id)
  await turnBack(601, phone)
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

test('of right codes that come at once, one signs in', async () => {
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
    const answer = await attempt(challenge_id, phone, wrong(code))
    assert.deepEqual([answer.status, errorOf(answer)], [422, 'code_wrong'])
  }
  assert.equal(errorOf(await attempt(challenge_id, phone, code)), 'code_expired')
})

test('checks are counted before comparing: of 20 at once five are compared', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = wrong(await codeOf(app, challenge_id))
  const answers = await atOnce(() => attempt(challenge_id, phone, code))
  assert.equal(answers.filter((answer) => errorOf(answer) === 'code_wrong').length, 5)
  assert.equal(answers.filter((answer) => errorOf(answer) === 'code_expired').length, 15)
  assert.equal((await challenge(challenge_id)).checks, 5)
})

test('a new code leaves the one before its 10 minutes, and a sign-in ends all of its number', async () => {
  const phone = newPhone()
  const first = await start(phone)
  await turnBack(31, phone)
  const second = await start(phone)
  const [firstCode, secondCode] = [
    await codeOf(app, first.challenge_id),
    await codeOf(app, second.challenge_id),
  ]
  assert.equal((await attempt(first.challenge_id, phone, firstCode)).status, 200)
  assert.equal(errorOf(await attempt(second.challenge_id, phone, secondCode)), 'code_expired')
})

test('who asks for the number of somebody else does not end the code they have', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const ask = askerFrom(other)
  const own = await ask(phone, '203.0.113.9')
  await turnBack(31, phone, other)
  const theirs = await ask(phone, '203.0.113.10')
  assert.equal((await textsTo(phone, other)).length, 2)
  const check = (challenge_id: string, code: string) =>
    stranger(other).call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } })
  const code = await codeOf(other, own.challenge_id)
  for (let i = 0; i < 5; i++) await check(theirs.challenge_id, wrong(code))
  assert.equal((await check(own.challenge_id, code)).status, 200)
})

test('of the codes of a number one address gets 3 in 10 minutes and 6 a day; another still gets its own', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const ask = askerFrom(other)
  const [greedy, own] = ['203.0.113.9', '203.0.113.10']
  const sent = async () => (await textsTo(phone, other)).length
  for (const wait of [31, 61, 121]) {
    await ask(phone, greedy)
    await turnBack(wait, phone, other)
  }
  const fourth = await ask(phone, greedy)
  assert.equal(await sent(), 3)
  // 213 s have passed since the first; the wait ends when it no longer counts.
  assert.ok(fourth.resend_after_seconds > 300 && fourth.resend_after_seconds <= 387)
  await ask(phone, own)
  assert.equal(await sent(), 4)
  await turnBack(700, phone, other)
  for (let i = 0; i < 5; i++) {
    await ask(phone, greedy)
    await turnBack(700, phone, other)
  }
  assert.equal(await sent(), 7, 'six of them at the asking of one')
  const { challenge_id } = await ask(phone, own)
  assert.equal(await sent(), 8)
  assert.match(await codeOf(other, challenge_id), /^\d{6}$/)
})

test('30, 60, 120 s between sends; an earlier request gets the open challenge', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const ask = askerFrom(other)
  let last = await ask(phone, '203.0.113.0')
  for (const [texts, wait, next] of [
    [1, 30, 60],
    [2, 60, 120],
    [3, 120, 120],
  ] as const) {
    assert.equal(last.resend_after_seconds, wait)
    await turnBack(wait - 10, phone, other)
    const early = await ask(phone, `203.0.113.${texts - 1}`)
    assert.equal(early.challenge_id, last.challenge_id)
    assert.ok(early.resend_after_seconds <= 10 && early.resend_after_seconds >= 1)
    assert.equal((await textsTo(phone, other)).length, texts)
    await turnBack(10, phone, other)
    last = await ask(phone, `203.0.113.${texts}`)
    assert.equal((await textsTo(phone, other)).length, texts + 1)
    assert.equal(last.resend_after_seconds, next)
  }
})

test('parallel starts for one number send one text', async () => {
  const phone = newPhone()
  const started = await Promise.all(Array.from({ length: 20 }, () => start(phone)))
  assert.equal((await textsTo(phone)).length, 1)
  const ids = new Set(started.map(({ challenge_id }) => challenge_id))
  assert.equal(ids.size, 1)
  const [id = ''] = ids
  assert.equal((await attempt(id, phone, await codeOf(app, id))).status, 200)
})

test('several nodes are one: a code of one signs in at another, and their limits are the same', async () => {
  await using second = await startDray({}, { beside: app })
  const phone = newPhone()
  const nodes = [stranger(app), stranger(second)] as const
  const asked = Array.from({ length: 10 }, () => nodes.map(({ ok }) => ok(startSignIn, { body: { phone } })))
  const [{ challenge_id } = assert.fail('somebody asked')] = await Promise.all(asked.flat())
  assert.equal((await textsTo(phone)).length, 1)
  const body = { phone, code: await codeOf(app, challenge_id), kind: 'native' as const }
  const { token } = await nodes[1].ok(checkCode, { params: { challenge_id }, body })
  const headers = { authorization: `Bearer ${token}` }
  await nodes[0].ok(readMe, { headers })
  await nodes[1].ok(signOut, { headers })
  assert.equal((await nodes[0].refused(readMe, { headers })).status, 401)
})

test('5 per number in 10 minutes, 10 in a day; what is over is answered the same and nothing is sent', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const ask = askerFrom(other)
  const sent = async () => (await textsTo(phone, other)).length
  let fifth = ''
  for (const [i, wait] of [31, 61, 121, 121, 121].entries()) {
    fifth = (await ask(phone, `203.0.113.${i % 2}`)).challenge_id
    await turnBack(wait, phone, other)
  }
  assert.equal(await sent(), 5)
  const sixth = await ask(phone, '203.0.113.0')
  assert.equal(await sent(), 5)
  assert.equal(sixth.challenge_id, fifth, 'whose code still works')
  // 455 s have passed since the first; the wait ends when it no longer counts.
  assert.ok(sixth.resend_after_seconds > 100 && sixth.resend_after_seconds <= 145)
  await turnBack(3_600, phone, other)
  for (let i = 0; i < 5; i++) {
    await ask(phone, `203.0.113.${i}`)
    await turnBack(700, phone, other)
  }
  assert.equal(await sent(), 10)
  const eleventh = await ask(phone, '203.0.113.7')
  assert.equal(await sent(), 10)
  assert.equal((await challenge(eleventh.challenge_id, other)).kept_back, 'number')
  await turnBack(86_400 - 3_600, phone, other)
  await ask(phone)
  assert.equal(await sent(), 11, 'a day later')
})

test('a challenge whose code was kept back cannot be told from another by checking', async () => {
  const phone = newPhone()
  await using other = await startDray({ CODES_PER_HOUR: '1' })
  const { ok, call } = stranger(other)
  const sent = await call(startSignIn, { body: { phone: newPhone() } })
  const kept = await call(startSignIn, { body: { phone } })
  assert.deepEqual([sent.status, kept.status], [202, 202])
  const { challenge_id, ...rest } = await ok(startSignIn, { body: { phone } })
  assert.deepEqual(Object.keys(rest), ['expires_at', 'resend_after_seconds'])
  assert.equal((await challenge(challenge_id, other)).code_hash, null)
  for (const [error, times] of [
    ['code_wrong', 5],
    ['code_expired', 1],
  ] as const)
    for (let i = 0; i < times; i++) {
      const input = { params: { challenge_id }, body: { phone, code: '123456', kind: 'native' as const } }
      assert.equal(errorOf(await call(checkCode, input)), error)
    }
})

test('per-address caps hold against parallel starts for different numbers', async () => {
  await using other = await startDray({ CODES_PER_HOUR_PER_ADDRESS: '3', TRUST_PROXY: '1' })
  const { ok } = stranger(other)
  const from = (address: string) =>
    ok(startSignIn, { body: { phone: newPhone() }, headers: { 'x-forwarded-for': address } })
  await Promise.all(Array.from({ length: 12 }, () => from('203.0.113.9')))
  assert.equal((await other.texts()).length, 3)
  await from('203.0.113.10')
  assert.equal((await other.texts()).length, 4, 'another address is not held up')
  await other.db.pool.query(`update phone_challenge set created_at = created_at - interval '1 hour'`)
  await from('203.0.113.9')
  assert.equal((await other.texts()).length, 5, 'an hour later')
})

test('a neighbourhood of a hundred numbers, a country and all together have caps', async () => {
  for (const [cap, phones, kept] of [
    ['CODES_PER_HOUR_PER_NEIGHBOURHOOD', ['+34612340001', '+34612340002', '+34612340003'], 'neighbourhood'],
    ['CODES_PER_HOUR_PER_COUNTRY', ['+34612340001', '+34612349901', '+34699340003'], 'country'],
    ['CODES_PER_HOUR', ['+34612340001', '+351912345678', '+447911123456'], 'all'],
  ] as const) {
    await using other = await startDray({ [cap]: '2' })
    const ids: string[] = []
    for (const phone of phones)
      ids.push((await stranger(other).ok(startSignIn, { body: { phone } })).challenge_id)
    assert.equal((await other.texts()).length, 2, cap)
    assert.equal((await challenge(ids[2] ?? '', other)).kept_back, kept)
    await stranger(other).ok(startSignIn, { body: { phone: '+33612345678' } })
    assert.equal((await other.texts()).length, kept === 'all' ? 2 : 3, `${cap} holds nobody else up`)
    if (kept !== 'neighbourhood') continue
    const phone = '+34612340004'
    await (await other.partner()).create({ customer_phone: phone })
    await stranger(other).ok(startSignIn, { body: { phone } })
    assert.equal(codesTo(await textsTo(phone, other)).length, 1, 'nor a number for which a draft waits')
  }
})

test('who asks for a number from elsewhere during the wait gets a challenge of no use', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const { ok } = stranger(other)
  const from = (address: string) =>
    ok(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })
  const own = await from('203.0.113.9')
  const theirs = await from('203.0.113.10')
  assert.notEqual(theirs.challenge_id, own.challenge_id)
  assert.equal((await textsTo(phone, other)).length, 1)
  const code = await codeOf(other, own.challenge_id)
  const body = { phone, code, kind: 'native' as const }
  const answer = await stranger(other).call(checkCode, {
    params: { challenge_id: theirs.challenge_id },
    body,
  })
  assert.equal(errorOf(answer), 'code_wrong')
  assert.ok((await ok(checkCode, { params: { challenge_id: own.challenge_id }, body })).token)
})

test('SMS_COUNTRIES names who may be texted; costly lines never are', async () => {
  await using other = await startDray({ SMS_COUNTRIES: 'ES' })
  const { refused } = stranger(other)
  for (const phone of ['+351912345678', '+34803123456', '0034612345678', '+34 612 345 678']) {
    const { status, body } = await refused(startSignIn, { body: { phone } })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details ?? {}), ['phone'])
  }
  assert.deepEqual(await other.texts(), [])
})

test('a country that gets many codes and uses hardly any is stopped for a while, and the operator is told', async () => {
  await using other = await startDray({ CODES_STOP_FROM: '5', CODES_STOP_MINUTES: '90', TRUST_PROXY: '1' })
  const ask = askerFrom(other)
  const known = await signIn(other, '+351912345600', { kind: 'native' })
  const partner = await other.partner()
  await partner.create({ customer_phone: '+351912345700' })
  await partner.create({ customer_phone: '+351912345800' })
  await other.db.pool.query(`update job set expires_at = now() where customer_phone = '+351912345800'`)
  const pumped = Array.from({ length: 10 }, (_, i) => `+3519620001${10 + i}`)
  for (const [i, phone] of pumped.entries()) await ask(phone, `203.0.113.${i + 1}`)
  for (const phone of [...pumped, known.phone]) await turnBack(240, phone, other)
  await ask('+351912345999')
  assert.deepEqual(codesTo(await textsTo('+351912345999', other)), [], 'one of eleven used is under 10 %')
  const line = other.logged.find((logged) => logged.includes('no codes to a country'))
  assert.match(line ?? '', /"country":"PT","minutes":90/)
  assert.match(
    (await other.fetch('/metrics')).text,
    /dray_codes_total\{outcome="country_stopped",country="PT"\} 1/,
  )
  await ask('+34612345678')
  assert.equal((await textsTo('+34612345678', other)).length, 1, 'another country goes on')
  await ask(known.phone)
  assert.equal((await textsTo(known.phone, other)).length, 2, 'who has signed in before is nobody’s pumping')
  await ask('+351912345700')
  assert.equal(codesTo(await textsTo('+351912345700', other)).length, 1, 'nor is for whom a draft waits')
  await ask('+351912345800')
  assert.deepEqual(codesTo(await textsTo('+351912345800', other)), [], 'while it waits')
  await other.db.pool.query(`update phone_challenge set created_at = created_at - interval '90 minutes'`)
  await ask('+351912345999')
  assert.deepEqual(
    await textsTo('+351912345999', other),
    [],
    'the stop lasts, also when the codes are forgotten',
  )
  await other.db.pool.query('update code_stop set until = now()')
  await ask('+351912345999')
  assert.equal((await textsTo('+351912345999', other)).length, 1, 'and ends')
})

test('few addresses cannot stop a country: what one has sent and nobody uses counts five times at most', async () => {
  await using other = await startDray({ CODES_STOP_FROM: '11', TRUST_PROXY: '1' })
  const ask = askerFrom(other)
  const pumped = Array.from({ length: 18 }, (_, i) => `+3519620001${10 + i}`)
  for (const [i, phone] of pumped.entries()) await ask(phone, `203.0.113.${(i % 2) + 1}`)
  for (const phone of pumped) await turnBack(240, phone, other)
  await ask('+351912345999', '203.0.113.3')
  assert.equal((await textsTo('+351912345999', other)).length, 1)
  await turnBack(240, '+351912345999', other)
  await ask('+351912345998', '203.0.113.4')
  assert.deepEqual(await textsTo('+351912345998', other), [], 'the eleventh that counts stops it')
})

test('fail closed: without the database nothing is sent and nobody signs in', async () => {
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
  assert.deepEqual(await textsTo(phone), [])
})

test('a text the provider refused is sent later, while the code lives; the answer does not wait for it', async () => {
  await using provider = await startSmsProvider()
  provider.manners = { taken: false, answer: 'no' }
  await using other = await startDray(provider.env)
  const [soon, late] = [newPhone(), newPhone()]
  const { challenge_id } = await stranger(other).ok(startSignIn, { body: { phone: soon } })
  await stranger(other).ok(startSignIn, { body: { phone: late } })
  await until('both were tried', async () =>
    (await other.texts()).every(({ status }) => status === 'pending'),
  )
  provider.manners = { taken: true, answer: 'yes' }
  await turnBack(601, late, other)
  await other.db.pool.query(`update sms set due_at = now()`)
  await other.db.pool.query(`update sms set give_up_at = now() where to_phone = $1`, [late])
  await using _tasks = runTasks(other)
  await until('neither waits', async () => (await other.texts()).every(({ status }) => status !== 'pending'))
  await until('nor is in progress', async () =>
    (await other.texts()).every(({ status }) => status !== 'sending'),
  )
  assert.equal(provider.sentTo(soon), 1)
  assert.equal(provider.sentTo(late), 0)
  const code = await codeOf(other, challenge_id)
  const body = { phone: soon, code, kind: 'native' as const }
  assert.ok((await stranger(other).ok(checkCode, { params: { challenge_id }, body })).token)
})

test('codes and the texts on drafts have separate daily caps', async () => {
  await using provider = await startSmsProvider()
  await using other = await startDray({ ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '1' })
  const phone = newPhone()
  const partner = await other.partner()
  const { ok } = stranger(other)
  await ok(startSignIn, { body: { phone } })
  await until('the code went out', () => provider.sentTo(phone) === 1)
  const drafts = [
    await partner.create({ customer_phone: phone }),
    await partner.create({ customer_phone: phone }),
  ]
  assert.deepEqual(
    drafts.map(({ body }) => body.sms_sent),
    [true, false],
  )
  await turnBack(31, phone, other)
  await ok(startSignIn, { body: { phone } })
  await until('the next code went out', () => provider.sentTo(phone) === 3)
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
  })
  assert.notEqual(second.accountId, first.accountId)
  await turnBack(31, phone)
  const again = await signIn(app, phone, { language: 'en' })
  assert.equal(again.accountId, first.accountId)
  assert.equal((await again.ok(readMe)).language, 'es')
})

test('codes are forgotten: out of the texts once they are over, and what they were counted by after a day', async () => {
  await using other = await startDray()
  const [used, expired, open, old] = [newPhone(), newPhone(), newPhone(), newPhone()]
  await signIn(other, used)
  for (const phone of [expired, open, old]) await stranger(other).ok(startSignIn, { body: { phone } })
  await turnBack(601, expired, other)
  await turnBack(86_401, old, other)
  await using _tasks = runTasks(other)
  await until('they are', async () => (await textsTo(old, other)).length === 0)
  await until('they are', async () => (await textsTo(expired, other))[0]?.body === '')
  for (const phone of [used, expired]) {
    const [text] = await textsTo(phone, other)
    assert.deepEqual([text?.body, text?.sealed_body], ['', null])
  }
  assert.match((await textsTo(open, other))[0]?.body ?? '', /#\d{6}$/)
  const { rows } = await other.db.pool.query<{ phone: string }>(
    'select phone from phone_challenge order by id',
  )
  assert.deepEqual(
    rows.map(({ phone }) => phone),
    [used, expired, open],
  )
})

test('no code, phone or token is logged', async () => {
  const phone = newPhone()
  const { challenge_id } = await start(phone)
  const code = await codeOf(app, challenge_id)
  await attempt(challenge_id, phone, wrong(code))
  const answer = await attempt(challenge_id, phone, code)
  const { token } = answer.body as { token: string }
  assert.equal(token.length, 43)
  await app.fetch('/app/v1/me', { headers: { authorization: `Bearer ${token}` } })
  const logged = app.logged.join('\n')
  assert.match(logged, /"route":"\/app\/v1\/sign-in\/:challenge_id"/)
  for (const secret of [phone.slice(1), token]) assert.ok(!logged.includes(secret))
  assert.doesNotMatch(logged, new RegExp(`(?<![\\d.])${code}(?!\\d)`))
})
