import assert from 'node:assert/strict'
import test, { after, type TestContext } from 'node:test'
import pg from 'pg'
import { regenerateKey, revokeKey } from '../../server/keys/issue.ts'
import { newKeyValue } from '../../server/keys/key-value.ts'
import { type Answer, sofa, startDray, type TestDray, type TestPartner } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { stopClocks } from '../support/still-clock.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'
const trip = { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff }
const windowMs = 60_000

const rate = ({ headers }: Pick<Answer<unknown>, 'headers'>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
})
const read = (partner: TestPartner) => partner.call(unknownJob)
const isLimited = async (partner: TestPartner) => (await read(partner)).status === 429

test('8.3 X-RateLimit-Limit is the limit, Remaining counts this call down to 0, and then the next gets 429', async () => {
  const partner = await app.partner({ rateLimit: 4 })
  for (const remaining of [3, 2, 1, 0]) {
    const answer = await read(partner)
    assert.equal(answer.status, 404)
    assert.deepEqual({ ...rate(answer), reset: 0 }, { limit: 4, remaining, reset: 0 })
  }
  const refused = await read(partner)
  assert.equal(refused.status, 429)
  assert.equal(rate(refused).remaining, 0)
})

test('8 100 requests per 60 seconds: of 150 at once exactly 100 pass, each with a different Remaining', async () => {
  const partner = await app.partner({ rateLimit: 100 })
  const answers = await Promise.all(Array.from({ length: 150 }, () => read(partner)))
  const passed = answers.filter(({ status }) => status !== 429)
  assert.equal(passed.length, 100)
  assert.equal(new Set(passed.map((answer) => rate(answer).remaining)).size, 100)
})

test('8 every endpoint counts on one counter: estimate, create, status', async () => {
  const partner = await app.partner({ rateLimit: 10 })
  const answers = [await partner.estimate({}), await partner.create(), await read(partner)]
  assert.deepEqual(
    answers.map((answer) => rate(answer).remaining),
    [9, 8, 7],
  )
})

test('8.3 X-RateLimit-Reset is the Unix second at which the oldest call is more than 60 s old', async () => {
  using clock = stopClocks()
  const partner = await app.partner({ rateLimit: 3 })
  const firstMs = clock.nowMs()
  const reset = Math.floor((firstMs + windowMs) / 1_000) + 1
  assert.equal(rate(await read(partner)).reset, reset)
  clock.advance(20_345)
  assert.equal(rate(await read(partner)).reset, reset, 'it is the oldest call that counts')
  clock.advance(windowMs - 20_345 + 1)
  const next = Math.floor((firstMs + 20_345 + windowMs) / 1_000) + 1
  assert.equal(rate(await read(partner)).reset, next, 'the first has left the window')
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
    assert.equal(seconds, Math.max(1, rate({ headers }).reset - Math.floor(clock.nowMs() / 1_000)))
    assert.ok(seconds >= 1 && seconds <= 61, String(seconds))
    clock.advance(seconds * 1_000)
    assert.equal(await isLimited(partner), false, `after ${waitedMs} ms and ${seconds} s`)
    clock.advance(317)
  }
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
    for (const remaining of [1, 0]) assert.equal(rate(await read(partner)).remaining, remaining)
    assert.equal(await isLimited(partner), true)
  }
})

test('8.1 the limit is configurable per key, and a change holds within 2 s', async () => {
  const [few, many] = [await app.partner({ rateLimit: 2 }), await app.partner({ rateLimit: 7 })]
  assert.equal(rate(await read(few)).limit, 2)
  assert.equal(rate(await read(many)).limit, 7)
  await app.db.pool.query('update api_key set rate_limit_per_minute = 5 where id = $1', [few.keyId])
  await until('the new limit holds', async () => rate(await read(few)).limit === 5, 2_500)
})

test('8.1 the counter is the record’s: a regenerated value goes on counting where the old one stood', async () => {
  const partner = await app.partner({ rateLimit: 3 })
  await read(partner)
  const needs = { kysely: app.db.kysely, service: 'dray' }
  const renewed = await regenerateKey(needs, { keyId: partner.keyId, overlap: '1h' })
  const headers = { 'x-api-key': renewed?.apiKey ?? '' }
  assert.equal(rate(await partner.call(unknownJob, { headers })).remaining, 1)
  assert.equal(rate(await read(partner)).remaining, 0, 'within the overlap both count together')
  assert.equal((await partner.call(unknownJob, { headers })).status, 429)
})

const nowhere = { address: 'Xyzzyqwv 12, Plugghtown Qqqq' }

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
    422: () => partner.call('/v1/pricing/estimate', { body: { ...trip, pickup: nowhere } }),
  }
  let remaining = 50
  for (const [status, call] of Object.entries(calls)) {
    const answer = await call()
    assert.equal(answer.status, Number(status))
    assert.deepEqual({ ...rate(answer), reset: 0 }, { limit: 50, remaining: --remaining, reset: 0 }, status)
  }
})

test('8 a 304 and a replay count too', async () => {
  const partner = await app.partner({ rateLimit: 50 })
  const { body } = await partner.create({}, { 'idempotency-key': 'once' })
  assert.equal(rate(await partner.create({}, { 'idempotency-key': 'once' })).remaining, 48)
  assert.equal(rate(await partner.read(body.job_id, { 'if-none-match': '*' })).remaining, 47)
})

test('8.3 a revoked key’s 403 carries the headers', async () => {
  const partner = await app.partner({ rateLimit: 9 })
  await revokeKey({ kysely: app.db.kysely }, partner.keyId)
  const answer = await read(partner)
  assert.equal(answer.status, 403)
  assert.ok(rate(answer).limit > 0 && rate(answer).reset > Date.now() / 1_000)
})

test('8 the limit goes before the input: what is over it is 429 whatever it holds, and does nothing', async () => {
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

test('8 the limit goes before the body is read: it answers while the body is still to come', async () => {
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

test('8 without a valid key the address is counted, by the same limit, and carries that counter', async () => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const partner = await small.partner({ rateLimit: 50 })
  const tries: Record<string, string>[] = [
    {},
    { 'x-api-key': 'nonsense' },
    { 'x-api-key': `${partner.apiKey}0` },
    {},
    {},
  ]
  for (const [index, headers] of tries.entries()) {
    const answer = await small.fetch(unknownJob, { headers })
    assert.equal(answer.status, 401)
    assert.deepEqual({ ...rate(answer), reset: 0 }, { limit: 5, remaining: 4 - index, reset: 0 })
  }
  const refused = await small.fetch('/v1/jobs', { body: sofa })
  assert.equal(refused.status, 429)
  const code = exactly('rate_limit_exceeded')
  const wait = exactly(Number(refused.headers.get('retry-after')))
  assertShape(refused.body, {
    error: code,
    message: 'string',
    detail: 'string',
    retry_after_seconds: wait,
    retry_after: wait,
  })
  assert.equal(
    rate(await partner.call(unknownJob)).remaining,
    49,
    'a key from the same address has its own counter',
  )
})

test('8 made-up keys, however well formed, are looked up no more once their address is at its limit', async (t) => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const lookUps = countLookUps(t)
  const statuses = []
  for (let i = 0; i < 50; i++) statuses.push((await present(small, newKeyValue('dray', 'live'))).status)
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(45).fill(429)])
  assert.equal(lookUps.count, 5)
})

test('8 of a flood from many connections at once no more are looked up than were in progress', async (t) => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const lookUps = countLookUps(t)
  for (let wave = 0; wave < 10; wave++) {
    const flood = Array.from({ length: 20 }, () => present(small, newKeyValue('dray', 'live')))
    for (const { status } of await Promise.all(flood)) assert.ok(status === 401 || status === 429)
  }
  assert.ok(lookUps.count >= 5 && lookUps.count <= 20, String(lookUps.count))
})

test('8 a partner behind the address of a flood goes on working, and a new key works once it is over', async () => {
  using clock = stopClocks()
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const [known, fresh] = [await small.partner({ rateLimit: 50 }), await small.partner({ rateLimit: 50 })]
  assert.equal(rate(await read(known)).remaining, 49)
  for (let i = 0; i < 20; i++) await present(small, newKeyValue('dray', 'live'))
  // Longer than a lookup is cached, so the key has to be looked up again.
  clock.advance(10_000)
  assert.deepEqual(pick(await read(known)), { status: 404, limit: 50, remaining: 48 })
  assert.deepEqual(pick(await read(fresh)), { status: 429, limit: 5, remaining: 0 })
  clock.advance(windowMs)
  assert.deepEqual(pick(await read(fresh)), { status: 404, limit: 50, remaining: 49 })
})

test('8 an address that is not full any more has its keys looked up, and each call counts once', async (t) => {
  using clock = stopClocks()
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '2' })
  // The window of the address is filled without a key; the last invalid key is looked up when half a window has passed.
  for (const _ of [1, 2]) await small.fetch(unknownJob)
  clock.advance(windowMs / 2)
  for (const _ of [1, 2]) assert.equal((await present(small, newKeyValue('dray', 'live'))).status, 429)
  clock.advance(windowMs / 2 + 1)
  const lookUps = countLookUps(t)
  const answer = await present(small, newKeyValue('dray', 'live'))
  assert.deepEqual(pick(answer), { status: 401, limit: 2, remaining: 1 })
  const partner = await small.partner({ rateLimit: 50 })
  assert.deepEqual(pick(await read(partner)), { status: 404, limit: 50, remaining: 49 })
  assert.equal((await present(small, newKeyValue('dray', 'live'))).status, 429)
  assert.equal(lookUps.count, 2)
})

const present = (node: TestDray, key: string) => node.fetch(unknownJob, { headers: { 'x-api-key': key } })

const pick = (answer: Answer<unknown>) => {
  const { limit, remaining } = rate(answer)
  return { status: answer.status, limit, remaining }
}

/** Counts the keys that are looked up in PostgreSQL; a statement may look up several. */
function countLookUps(t: TestContext): { count: number } {
  const counted = { count: 0 }
  const query = Reflect.get(pg.Pool.prototype, 'query') as (...args: unknown[]) => unknown
  t.mock.method(pg.Pool.prototype, 'query', function count(this: pg.Pool, ...args: unknown[]) {
    const [statement] = args as [{ name?: string; values?: [unknown[]] }]
    if (statement.name === 'find-secrets') counted.count += statement.values?.[0].length ?? 0
    return query.apply(this, args)
  })
  return counted
}

test('8 no header of the caller’s choosing changes the address that is counted', async () => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '3' })
  const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip']
  const statuses = []
  for (const [index, name] of names.entries()) {
    const value = name === 'forwarded' ? `for=203.0.113.${index}` : `203.0.113.${index}`
    statuses.push((await small.fetch(unknownJob, { headers: { [name]: value } })).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
})

test('8 behind the proxies TRUST_PROXY names, the client’s own address is counted', async () => {
  await using behind = await startDray({ RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })
  const from = (client: string) => behind.fetch(unknownJob, { headers: { 'x-forwarded-for': client } })
  assert.equal((await from('203.0.113.1')).status, 401)
  assert.equal((await from('203.0.113.2')).status, 401)
  assert.equal((await from('203.0.113.1')).status, 429)
  assert.equal(
    (await from('198.51.100.7, 203.0.113.2')).status,
    429,
    'what comes further left is the caller’s own claim',
  )
})

test('8.3 what never became a request is counted by its address and carries the headers too', async () => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const broken = await sendRaw(small.url, 'nonsense\r\n\r\n')
  assert.deepEqual({ ...rate(broken), reset: 0 }, { limit: 5, remaining: 4, reset: 0 })
  const large = await sendRaw(
    small.url,
    rawRequest('GET /v1/jobs HTTP/1.1', ['Host: a', `X-Other: ${'a'.repeat(70_000)}`]),
  )
  assert.equal(large.status, 431)
  assert.equal(rate(large).remaining, 3)
})

test('8 photo size, draft lifetime: the limits of the table are in the document partners read', async () => {
  const { text } = await app.fetch('/v1/openapi.json')
  assert.match(text, /at most 2 MB/)
})
