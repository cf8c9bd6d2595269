import assert from 'node:assert/strict'
import test, { after, type TestContext } from 'node:test'
import pg from 'pg'
import { newKeyValue } from '../../server/keys/key-value.ts'
import { type Answer, sofa, startDray, type TestDray } from '../support/dray.ts'
import { rateOf, read, unknownJob, windowMs } from '../support/rate-window.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { stopClocks } from '../support/still-clock.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

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
    assert.deepEqual({ ...rateOf(answer), reset: 0 }, { limit: 5, remaining: 4 - index, reset: 0 })
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
    rateOf(await partner.call(unknownJob)).remaining,
    49,
    'a key from the same address has its own counter',
  )
})

test('8 well-formed unknown keys are not looked up while their address is at its limit', async (t) => {
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
  assert.equal(rateOf(await read(known)).remaining, 49)
  for (let i = 0; i < 20; i++) await present(small, newKeyValue('dray', 'live'))
  // Longer than a lookup is cached, so the key has to be looked up again.
  clock.advance(10_000)
  assert.deepEqual(pick(await read(known)), { status: 404, limit: 50, remaining: 48 })
  assert.deepEqual(pick(await read(fresh)), { status: 429, limit: 5, remaining: 0 })
  clock.advance(windowMs)
  assert.deepEqual(pick(await read(fresh)), { status: 404, limit: 50, remaining: 49 })
})

test('8 an address below its limit again has its keys looked up, and each call counts once', async (t) => {
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
  const { limit, remaining } = rateOf(answer)
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

test('8.3 malformed HTTP counts for its address, and its response has the headers', async () => {
  await using small = await startDray({ RATE_LIMIT_PER_MINUTE: '5' })
  const broken = await sendRaw(small.url, 'nonsense\r\n\r\n')
  assert.deepEqual({ ...rateOf(broken), reset: 0 }, { limit: 5, remaining: 4, reset: 0 })
  const large = await sendRaw(
    small.url,
    rawRequest('GET /v1/jobs HTTP/1.1', ['Host: a', `X-Other: ${'a'.repeat(70_000)}`]),
  )
  assert.equal(large.status, 431)
  assert.equal(rateOf(large).remaining, 3)
})
