import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import { ageCodes, challengeOf, codeRequester, onlyCodes, smsTo, wrongCode } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, stranger } from '../support/person.ts'

// DESIGN 3, "Codes": caps by number, address, country and in total.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { ok, call } = stranger(app)

const start = (phone: string) => ok(startSignIn, { body: { phone, language: 'en' } })
const attempt = (challenge_id: string, phone: string, code: string) =>
  call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } })
const errorOf = ({ body }: { body: unknown }) => (body as { error?: string } | undefined)?.error

test('a code requested from another address does not end the first code of the number', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const request = codeRequester(other)
  const own = await request(phone, '203.0.113.9')
  await ageCodes(other, phone, 31)
  const theirs = await request(phone, '203.0.113.10')
  assert.equal((await smsTo(other, phone)).length, 2)
  const check = (challenge_id: string, code: string) =>
    stranger(other).call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } })
  const code = await codeOf(other, own.challenge_id)
  for (let i = 0; i < 5; i++) await check(theirs.challenge_id, wrongCode(code))
  assert.equal((await check(own.challenge_id, code)).status, 200)
})

test('of the codes of a number one address gets 3 in 10 minutes, and none after the fifth of a day; another still gets its own', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const request = codeRequester(other)
  const [greedy, own] = ['203.0.113.9', '203.0.113.10']
  const sent = async () => (await smsTo(other, phone)).length
  for (const wait of [31, 61, 121]) {
    await request(phone, greedy)
    await ageCodes(other, phone, wait)
  }
  const fourth = await request(phone, greedy)
  assert.equal(await sent(), 3)
  // 213 s have passed since the first; the wait ends when it no longer counts.
  assert.ok(fourth.resend_after_seconds > 300 && fourth.resend_after_seconds <= 387)
  await request(phone, own)
  assert.equal(await sent(), 4)
  await ageCodes(other, phone, 700)
  for (let i = 0; i < 5; i++) {
    await request(phone, greedy)
    await ageCodes(other, phone, 700)
  }
  assert.equal(await sent(), 5, 'four of them at the asking of one')
  await request(phone, own)
  assert.equal(await sent(), 5, 'who has asked before too leaves the last two to others')
  const { challenge_id } = await request(phone, '203.0.113.11')
  assert.equal(await sent(), 6)
  assert.match(await codeOf(other, challenge_id), /^\d{6}$/)
})

test('30, 60, 120 s between sends; an earlier request gets the open challenge', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const request = codeRequester(other)
  let last = await request(phone, '203.0.113.0')
  for (const [texts, wait, next] of [
    [1, 30, 60],
    [2, 60, 120],
    [3, 120, 120],
  ] as const) {
    assert.equal(last.resend_after_seconds, wait)
    await ageCodes(other, phone, wait - 10)
    const early = await request(phone, `203.0.113.${texts - 1}`)
    assert.equal(early.challenge_id, last.challenge_id)
    assert.ok(early.resend_after_seconds <= 10 && early.resend_after_seconds >= 1)
    assert.equal((await smsTo(other, phone)).length, texts)
    await ageCodes(other, phone, 10)
    last = await request(phone, `203.0.113.${texts}`)
    assert.equal((await smsTo(other, phone)).length, texts + 1)
    assert.equal(last.resend_after_seconds, next)
  }
})

test('parallel starts for one number send one text', async () => {
  const phone = newPhone()
  const started = await Promise.all(Array.from({ length: 20 }, () => start(phone)))
  assert.equal((await smsTo(app, phone)).length, 1)
  const ids = new Set(started.map(({ challenge_id }) => challenge_id))
  assert.equal(ids.size, 1)
  const [id = ''] = ids
  assert.equal((await attempt(id, phone, await codeOf(app, id))).status, 200)
})

test('codes: 5 per number in 10 minutes, 10 in a day, the last ones for a proof; a request over the cap gets the same response', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const request = codeRequester(other)
  const { body: draft } = await (await other.partner()).create({ customer_phone: phone })
  const short_id = /draft\/(\w+)/.exec(draft.deep_link_url)?.[1] ?? assert.fail('no link')
  const withLink = (address: string) =>
    stranger(other).ok(startSignIn, { body: { phone, short_id }, headers: { 'x-forwarded-for': address } })
  const sent = async () => onlyCodes(await smsTo(other, phone)).length
  for (const [i, wait] of [31, 61, 121, 121].entries()) {
    await request(phone, `203.0.113.${i % 2}`)
    await ageCodes(other, phone, wait)
  }
  await request(phone, '203.0.113.1')
  assert.equal(await sent(), 4)
  const fifth = await withLink('203.0.113.2')
  assert.equal(await sent(), 5)
  await ageCodes(other, phone, 121)
  const sixth = await withLink('203.0.113.2')
  assert.equal(await sent(), 5)
  assert.equal(sixth.challenge_id, fifth.challenge_id, 'whose code still works')
  // 455 s have passed since the first; the wait ends when it no longer counts.
  assert.ok(sixth.resend_after_seconds > 100 && sixth.resend_after_seconds <= 145)
  await ageCodes(other, phone, 3_600)
  for (let i = 0; i < 3; i++) {
    await request(phone, `203.0.113.${10 + i}`)
    await ageCodes(other, phone, 700)
  }
  assert.equal(await sent(), 8)
  await request(phone, '203.0.113.20')
  assert.equal(await sent(), 8, 'seven of a day without a proof')
  for (let i = 0; i < 2; i++) {
    await withLink(`203.0.113.${30 + i}`)
    await ageCodes(other, phone, 700)
  }
  assert.equal(await sent(), 10)
  const eleventh = await withLink('203.0.113.7')
  assert.equal(await sent(), 10)
  assert.equal((await challengeOf(other, eleventh.challenge_id)).kept_back, 'number')
  await ageCodes(other, phone, 86_400 - 3_600)
  await request(phone)
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
  assert.equal((await challengeOf(other, challenge_id)).code_hash, null)
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
    assert.equal((await challengeOf(other, ids[2] ?? '')).kept_back, kept)
    await stranger(other).ok(startSignIn, { body: { phone: '+33612345678' } })
    assert.equal((await other.texts()).length, kept === 'all' ? 2 : 3, `${cap} holds nobody else up`)
    if (kept !== 'neighbourhood') continue
    const phone = '+34612340004'
    await (await other.partner()).create({ customer_phone: phone })
    await stranger(other).ok(startSignIn, { body: { phone } })
    assert.equal(onlyCodes(await smsTo(other, phone)).length, 1, 'nor a number for which a draft waits')
  }
})

test('a request from another address during the wait gets a challenge without a code', async () => {
  await using other = await startDray({ TRUST_PROXY: '1' })
  const phone = newPhone()
  const { ok } = stranger(other)
  const from = (address: string) =>
    ok(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })
  const own = await from('203.0.113.9')
  const theirs = await from('203.0.113.10')
  assert.notEqual(theirs.challenge_id, own.challenge_id)
  assert.equal((await smsTo(other, phone)).length, 1)
  const code = await codeOf(other, own.challenge_id)
  const body = { phone, code, kind: 'native' as const }
  const answer = await stranger(other).call(checkCode, {
    params: { challenge_id: theirs.challenge_id },
    body,
  })
  assert.equal(errorOf(answer), 'code_wrong')
  assert.ok((await ok(checkCode, { params: { challenge_id: own.challenge_id }, body })).token)
})

test('SMS_COUNTRIES lists the countries that get SMS; premium numbers never do', async () => {
  await using other = await startDray({ SMS_COUNTRIES: 'ES' })
  const { refused } = stranger(other)
  for (const phone of ['+351912345678', '+34803123456', '0034612345678', '+34 612 345 678']) {
    const { status, body } = await refused(startSignIn, { body: { phone } })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details ?? {}), ['phone'])
  }
  assert.deepEqual(await other.texts(), [])
})
