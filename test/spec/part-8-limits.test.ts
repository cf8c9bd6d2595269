import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { revokeKey, rotateKey } from '../../server/keys/issue.ts'
import { type Answer, sofa, startDray, type TestPartner } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { rateOf, read, unknownJob, windowMs } from '../support/rate-window.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { stopClocks } from '../support/still-clock.ts'
import { trip, unknownAddress } from '../support/trips.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const isLimited = async (partner: TestPartner) => (await read(partner)).status === 429

test('8.3 X-RateLimit-Limit is the limit, Remaining counts this call down to 0, and then the next gets 429', async () => {
  const partner = await app.partner({ rateLimit: 4 })
  for (const remaining of [3, 2, 1, 0]) {
    const answer = await read(partner)
    assert.equal(answer.status, 404)
    assert.deepEqual({ ...rateOf(answer), reset: 0 }, { limit: 4, remaining, reset: 0 })
  }
  const refused = await read(partner)
  assert.equal(refused.status, 429)
  assert.equal(rateOf(refused).remaining, 0)
})

test('8 100 requests per 60 seconds: of 150 at once exactly 100 pass, each with a different Remaining', async () => {
  const partner = await app.partner({ rateLimit: 100 })
  const answers = await Promise.all(Array.from({ length: 150 }, () => read(partner)))
  const passed = answers.filter(({ status }) => status !== 429)
  assert.equal(passed.length, 100)
  assert.equal(new Set(passed.map((answer) => rateOf(answer).remaining)).size, 100)
})

test('8 every endpoint counts on one counter: estimate, create, status', async () => {
  const partner = await app.partner({ rateLimit: 10 })
  const answers = [await partner.estimate({}), await partner.create(), await read(partner)]
  assert.deepEqual(
    answers.map((answer) => rateOf(answer).remaining),
    [9, 8, 7],
  )
})

test('8.3 X-RateLimit-Reset is the Unix second at which the oldest call is more than 60 s old', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 3 })
  const firstMs = clock.nowMs()
  const reset = Math.floor((firstMs + windowMs) / 1_000) + 1
  assert.equal(rateOf(await read(partner)).reset, reset)
  clock.advance(20_345)
  assert.equal(rateOf(await read(partner)).reset, reset, 'it is the oldest call that counts')
  clock.advance(windowMs - 20_345 + 1)
  const next = Math.floor((firstMs + 20_345 + windowMs) / 1_000) + 1
  assert.equal(rateOf(await read(partner)).reset, next, 'the first has left the window')
})

test('8.2 the window slides: a call is free again once the oldest is more than 60 seconds old, not sooner', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 3 })
  for (let i = 0; i < 3; i++) {
    assert.equal(await isLimited(partner), false)
    clock.advance(15_000)
  }
  // Requests were sent at 0, 15 and 30 s; now it is 45 s.
  assert.equal(await isLimited(partner), true)
  clock.advance(15_000)
  assert.equal(await isLimited(partner), true, 'at exactly 60 s the first still counts')
  clock.advance(1)
  assert.equal(await isLimited(partner), false, 'a millisecond later it does not')
  assert.equal(await isLimited(partner), true, 'one left, one came')
  clock.advance(15_000)
  assert.equal(await isLimited(partner), false)
  assert.equal(await isLimited(partner), true)
})

test('8.2 it is not a calendar minute: the last second of one and the first of the next share the limit', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 2 })
  clock.advance(windowMs - (clock.nowMs() % windowMs) - 500)
  for (const _ of [1, 2]) assert.equal(await isLimited(partner), false)
  clock.advance(1_000)
  assert.equal(await isLimited(partner), true)
})

test('8.2 a refused call is not counted', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 1 })
  assert.equal(await isLimited(partner), false)
  for (let i = 0; i < 20; i++) {
    clock.advance(3_000)
    assert.equal(await isLimited(partner), true)
  }
  clock.advance(1)
  assert.equal(await isLimited(partner), false)
})

test('8.4 Retry-After and retry_after_seconds are the same, and waiting exactly that long succeeds', async () => {
  using clock = stopClocks()
  for (const waitedMs of [0, 1, 499, 999, 1_000, 30_000, 58_999, 59_000, 59_999, 60_000]) {
    const partner = await app.partner({ rateLimit: 1 })
    await read(partner)
    clock.advance(waitedMs)
    const { status, headers, body } = await read(partner)
    assert.equal(status, 429)
    const seconds = Number(headers.get('retry-after'))
    assert.equal(body['retry_after_seconds'], seconds)
    assert.equal(body['retry_after'], seconds)
    assert.equal(seconds, Math.max(1, rateOf({ headers }).reset - Math.floor(clock.nowMs() / 1_000)))
    assert.ok(seconds >= 1 && seconds <= 61, String(seconds))
    clock.advance(seconds * 1_000)
    assert.equal(await isLimited(partner), false, `after ${waitedMs} ms and ${seconds} s`)
    clock.advance(317)
  }
})

test('8.4 Retry-After is 61 at most: just after the oldest call, rounded up to whole seconds', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 1 })
  await read(partner)
  assert.equal((await read(partner)).headers.get('retry-after'), '61')
  clock.advance(30_000)
  assert.equal((await read(partner)).headers.get('retry-after'), '31')
})

test('8.4 Retry-After asks for no more than it takes: two seconds less are too few', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 1 })
  await read(partner)
  clock.advance(12_345)
  const seconds = Number((await read(partner)).headers.get('retry-after'))
  clock.advance((seconds - 2) * 1_000)
  assert.equal(await isLimited(partner), true)
})

test('8.1 each key has its own independent counter, also two keys of one partner and the test key', async () => {
  const keys = [await app.partner({ rateLimit: 2 }), await app.partner({ rateLimit: 2, mode: 'test' })]
  for (const partner of keys) {
    for (const remaining of [1, 0]) assert.equal(rateOf(await read(partner)).remaining, remaining)
    assert.equal(await isLimited(partner), true)
  }
})

test('8.1 the limit is configurable per key, and a change holds within 2 s', async () => {
  const [few, many] = [await app.partner({ rateLimit: 2 }), await app.partner({ rateLimit: 7 })]
  assert.equal(rateOf(await read(few)).limit, 2)
  assert.equal(rateOf(await read(many)).limit, 7)
  await app.db.pool.query('update api_key set rate_limit_per_minute = 5 where id = $1', [few.keyId])
  await until('the new limit holds', async () => rateOf(await read(few)).limit === 5, 2_500)
})

test('8.1 the counter is the record’s: a regenerated value goes on counting where the old one stood', async () => {
  const partner = await app.partner({ rateLimit: 3 })
  await read(partner)
  const needs = { kysely: app.db.kysely, service: 'dray' }
  const renewed = await rotateKey(needs, { keyId: partner.keyId, overlap: '1h' })
  const headers = { 'x-api-key': renewed?.apiKey ?? '' }
  assert.equal(rateOf(await partner.call(unknownJob, { headers })).remaining, 1)
  assert.equal(rateOf(await read(partner)).remaining, 0, 'within the overlap both count together')
  assert.equal((await partner.call(unknownJob, { headers })).status, 429)
})

test('8 answers with an error count like any other, and carry the counter', async () => {
  const partner = await app.partner({ rateLimit: 50 })
  const other = await (await app.partner()).create()
  const calls: Record<number, () => Promise<Answer<unknown>>> = {
    400: () => partner.call('/v1/jobs', { body: {} }),
    403: () => partner.read(other.body.job_id),
    404: () => partner.call('/v1/nothing'),
    405: () => partner.call('/v1/jobs', { method: 'DELETE' }),
    413: () => partner.call('/v1/jobs', { raw: `"${'a'.repeat(70_000)}"` }),
    415: () => partner.call('/v1/jobs', { body: sofa, headers: { 'content-type': 'text/plain' } }),
    422: () => partner.call('/v1/pricing/estimate', { body: { ...trip, pickup: unknownAddress } }),
  }
  let remaining = 50
  for (const [status, call] of Object.entries(calls)) {
    const answer = await call()
    assert.equal(answer.status, Number(status))
    assert.deepEqual({ ...rateOf(answer), reset: 0 }, { limit: 50, remaining: --remaining, reset: 0 }, status)
  }
})

test('8 a 304 and a replay count too', async () => {
  const partner = await app.partner({ rateLimit: 50 })
  const { body } = await partner.create({}, { 'idempotency-key': 'once' })
  assert.equal(rateOf(await partner.create({}, { 'idempotency-key': 'once' })).remaining, 48)
  assert.equal(rateOf(await partner.read(body.job_id, { 'if-none-match': '*' })).remaining, 47)
})

test('8.3 a revoked key’s 403 carries the headers', async () => {
  const partner = await app.partner({ rateLimit: 9 })
  await revokeKey({ kysely: app.db.kysely }, partner.keyId)
  const answer = await read(partner)
  assert.equal(answer.status, 403)
  assert.ok(rateOf(answer).limit > 0 && rateOf(answer).reset > Date.now() / 1_000)
})

test('8 the limit is checked before the input: a request over it is 429 for any body and changes nothing', async () => {
  const partner = await app.partner({ rateLimit: 1 })
  await read(partner)
  const before = await countRows(app)
  const answers = [
    await partner.create(),
    await partner.call('/v1/jobs', { raw: '{"broken' }),
    await partner.call('/v1/jobs', { body: {} }),
    await partner.call('/v1/jobs', { body: sofa, headers: { 'content-type': 'text/plain' } }),
    await partner.call('/v1/jobs', { raw: 'a'.repeat(70_000) }),
    await partner.call('/v1/nothing'),
    await partner.call('/v1/jobs', { method: 'DELETE' }),
    await partner.call('/v1/jobs/%zz'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 429),
  )
  assert.deepEqual(await countRows(app), before)
})

test('8 the limit is checked before the body is read', async () => {
  const partner = await app.partner({ rateLimit: 1 })
  await read(partner)
  const headers = [
    'Host: dray.test',
    `X-API-Key: ${partner.apiKey}`,
    'Content-Type: application/json',
    'Content-Length: 5000',
  ]
  const answer = await sendRaw(app.url, rawRequest('POST /v1/jobs HTTP/1.1', headers), { path: '/v1/jobs' })
  assert.equal(answer.status, 429)
})

test('8 photo size, draft lifetime: the limits of the table are in the document partners read', async () => {
  const { text } = await app.fetch('/v1/openapi.json')
  assert.match(text, /at most 2 MB/)
})
