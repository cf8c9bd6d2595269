import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { issueKey, type Overlap, revokeKey, rotateKey } from '../../server/keys/issue.ts'
import { newKeyValue } from '../../server/keys/key-value.ts'
import { setSuspended } from '../../server/partners/store.ts'
import { type Answer, sofa, startDray, type TestDray } from '../support/dray.ts'
import { wholeDatabase } from '../support/leftovers.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { advanceClocks } from '../support/still-clock.ts'
import { trip } from '../support/trips.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const needs = { kysely: app.db.kysely, service: 'dray' }
const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'

/** Calls each of the three operations once with the given headers. */
async function everywhere(headers: Record<string, string>, at: TestDray = app) {
  return [
    await at.fetch('/v1/pricing/estimate', { body: trip, headers }),
    await at.fetch('/v1/jobs', { body: sofa, headers }),
    await at.fetch(unknownJob, { headers }),
  ]
}

function assertUnauthorized(answers: Answer<unknown>[], status: 401 | 403, message = /./): void {
  for (const answer of answers) {
    assert.equal(answer.status, status)
    assertShape(answer.body, { error: exactly('unauthorized'), message })
  }
}

const withKey = (apiKey: string, at: TestDray = app) =>
  at.fetch(unknownJob, { headers: { 'x-api-key': apiKey } })
const flipped = (text: string) => (text.endsWith('0') ? '1' : '0')

async function rotate(keyId: string, overlap: Overlap): Promise<string> {
  const issued = await rotateKey(needs, { keyId, overlap })
  assert.ok(issued)
  assert.equal(issued.keyId, keyId, 'the record stays')
  return issued.apiKey
}

test('5.1 every endpoint asks for X-API-Key; without it 401', async () => {
  const missing = /^Send your API key in the header X-API-Key\.$/
  assertUnauthorized(await everywhere({}), 401, missing)
  assertUnauthorized(await everywhere({ 'x-api-key': '' }), 401, missing)
  assertUnauthorized(await everywhere({ 'x-api-key': '   ' }), 401, missing)
})

test('5.1 the key belongs into X-API-Key and nowhere else', async () => {
  const { apiKey } = await app.partner()
  assertUnauthorized(await everywhere({ authorization: `Bearer ${apiKey}` }), 401)
  assertUnauthorized(await everywhere({ cookie: `x-api-key=${apiKey}` }), 401)
  const inQuery = await app.fetch(`${unknownJob}?x-api-key=${apiKey}&X-API-Key=${apiKey}&api_key=${apiKey}`)
  assertUnauthorized([inQuery], 401)
})

test('5.1 the name of the header is read in any case', async () => {
  const { apiKey } = await app.partner()
  for (const name of ['X-API-KEY', 'X-Api-Key', 'x-api-key']) {
    const request = rawRequest(`GET ${unknownJob} HTTP/1.1`, ['Host: dray.test', `${name}: ${apiKey}`])
    assert.equal((await sendRaw(app.url, request, { method: 'GET', path: unknownJob })).status, 404)
  }
})

test('5.1 the header sent twice is 401, even with the same key', async () => {
  const { apiKey } = await app.partner()
  const headers = ['Host: dray.test', `X-API-Key: ${apiKey}`, `x-api-key: ${apiKey}`]
  const request = rawRequest(`GET ${unknownJob} HTTP/1.1`, headers)
  assert.equal((await sendRaw(app.url, request, { method: 'GET', path: unknownJob })).status, 401)
})

test('5.2 a key is <service>_live_ and 32 alphanumerics; test keys say test', async () => {
  assert.match((await app.partner()).apiKey, /^dray_live_[0-9A-Za-z]{32}$/)
  assert.match((await app.partner({ mode: 'test' })).apiKey, /^dray_test_[0-9A-Za-z]{32}$/)
})

test('5.2 the prefix is that of SERVICE_NAME; another service’s keys are unknown here', async () => {
  await using other = await startDray({ SERVICE_NAME: 'mudanza' }, { beside: app })
  const theirs = await other.partner()
  assert.match(theirs.apiKey, /^mudanza_live_[0-9A-Za-z]{32}$/)
  assert.equal((await theirs.estimate({})).status, 200)
  assert.equal((await withKey(theirs.apiKey)).status, 401)
})

test('5.5 an unknown, mistyped or malformed key is 401, always with the same body', async () => {
  const { apiKey } = await app.partner()
  const body = apiKey.slice('dray_live_'.length)
  const wrong = {
    unknown: newKeyValue('dray', 'live'),
    typo: `${apiKey.slice(0, -1)}${flipped(apiKey)}`,
    typoInside: `${apiKey.slice(0, 12)}${flipped(apiKey.slice(0, 13))}${apiKey.slice(13)}`,
    otherMode: `dray_test_${body}`,
    otherService: newKeyValue('other', 'live'),
    noPrefix: body,
    shorter: apiKey.slice(0, -1),
    longer: `${apiKey}0`,
    spaced: `${apiKey} x`,
    upper: apiKey.toUpperCase(),
    list: `${apiKey},${apiKey}`,
    quoted: `"${apiKey}"`,
    sql: `dray_live_' or '1'='1' -- aaaaaaaaaaaaaaaa`,
  }
  const message = 'The API key in the header X-API-Key is not valid: copy all of it, and send it once.'
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await withKey(value)
    assert.equal(answer.status, 401, name)
    assert.deepEqual(answer.body, { error: 'unauthorized', message }, name)
  }
})

test('5.5 white space around a header’s value is not part of it', async () => {
  const { apiKey } = await app.partner()
  assert.equal((await withKey(`  ${apiKey}\t`)).status, 404)
})

test('5.5 a revoked key is 403 unauthorized, effective within 2 s of the revocation', async () => {
  const { apiKey, keyId, estimate } = await app.partner()
  assert.equal((await estimate({})).status, 200)
  assert.equal(await revokeKey(needs, keyId), true)
  advanceClocks(2_000)
  assertUnauthorized(await everywhere({ 'x-api-key': apiKey }), 403, /revoked/)
})

test('5.5 a revocation holds within 2 s on every node, also on a node that has just used the key', async () => {
  await using other = await startDray({}, { beside: app })
  const { apiKey, keyId } = await app.partner()
  for (const node of [app, other]) assert.equal((await withKey(apiKey, node)).status, 404)
  await revokeKey(needs, keyId)
  // Constant use must not keep a revoked key in the cache.
  for (let ms = 0; ms < 2_000; ms += 100) {
    await Promise.all([app, other].map((node) => withKey(apiKey, node)))
    advanceClocks(100)
  }
  for (const node of [app, other]) assert.equal((await withKey(apiKey, node)).status, 403)
})

test('5.5 a key of a suspended partner is inactive: 403; let back in, it works again', async () => {
  const { apiKey, partnerId } = await app.partner()
  await setSuspended(app.db.kysely, partnerId, true)
  assertUnauthorized(await everywhere({ 'x-api-key': apiKey }), 403, /inactive/)
  await setSuspended(app.db.kysely, partnerId, false)
  await until('the partner is let in', async () => (await withKey(apiKey)).status === 404, 2_500)
})

test('5.3 a regenerated key: the new value works at once, the old one is 403 and says why', async () => {
  const { apiKey, keyId } = await app.partner()
  const renewed = await rotate(keyId, '0')
  assert.notEqual(renewed, apiKey)
  assert.equal((await withKey(renewed)).status, 404)
  assertUnauthorized(await everywhere({ 'x-api-key': apiKey }), 403, /replaced/)
})

test('5.3 with an overlap both values work, and after it the old one is 403', async () => {
  const { apiKey, keyId } = await app.partner()
  const renewed = await rotate(keyId, '1h')
  for (const value of [apiKey, renewed]) assert.equal((await withKey(value)).status, 404)
  await app.db.pool.query(
    `update api_key_secret set replaced_at = now() where key_id = $1 and replaced_at is not null`,
    [keyId],
  )
  await until('the overlap is over', async () => (await withKey(apiKey)).status === 403, 2_500)
  assert.equal((await withKey(renewed)).status, 404)
})

test('5.3 a second regeneration gives no old value more time', async () => {
  const { apiKey, keyId } = await app.partner()
  const second = await rotate(keyId, '0')
  const third = await rotate(keyId, '7d')
  assert.equal((await withKey(apiKey)).status, 403)
  for (const value of [second, third]) assert.equal((await withKey(value)).status, 404)
})

test('5.3 a revoked key cannot be regenerated, and its replaced values stay 403', async () => {
  const { keyId } = await app.partner()
  const renewed = await rotate(keyId, '0')
  await revokeKey(needs, keyId)
  assert.equal(await rotateKey(needs, { keyId, overlap: '0' }), null)
  assertUnauthorized([await withKey(renewed)], 403, /revoked/)
})

test('5.3 the value is shown once: no table, file or log line holds it, or its hash as text', async () => {
  const partner = await app.partner()
  const renewed = await rotate(partner.keyId, '24h')
  await partner.create({}, { 'idempotency-key': 'any' })
  await withKey(renewed)
  const stored = await wholeDatabase(app)
  for (const value of [partner.apiKey, renewed]) {
    const secret = value.slice('dray_live_'.length)
    assert.ok(!stored.includes(secret), 'not in the database')
    assert.ok(!stored.includes(Buffer.from(value).toString('hex')), 'nor as bytes')
    assert.ok(!stored.includes(Buffer.from(secret).toString('hex')), 'nor without its prefix')
    assert.ok(!app.logged.join('\n').includes(secret), 'not in the log')
  }
})

test('5.6 a key may read only jobs that were created with that same key; otherwise 403', async () => {
  const owner = await app.partner()
  const { body } = await owner.create()
  const stranger = await app.partner()
  assertUnauthorized([await stranger.read(body.job_id)], 403, /not created with this API key/)
  assert.equal((await owner.read(body.job_id)).status, 200)
})

test('5.6 a second key of the same partner reads 403 as well', async () => {
  const owner = await app.partner()
  const { body } = await owner.create()
  const second = await issueKey(needs, { partnerId: owner.partnerId, mode: 'live', rateLimitPerMinute: 100 })
  const answer = await app.fetch(`/v1/jobs/${body.job_id}`, { headers: { 'x-api-key': second.apiKey } })
  assertUnauthorized([answer], 403)
})

test('5.6 the key is the record: jobs stay readable after the value was regenerated', async () => {
  const owner = await app.partner()
  const { body } = await owner.create({ external_reference: 'before' })
  const renewed = { 'x-api-key': await rotate(owner.keyId, '0') }
  assert.equal((await owner.read(body.job_id, renewed)).status, 200)
  assert.equal(
    (await owner.create({ external_reference: 'before' }, renewed)).status,
    400,
    'the reference too',
  )
})

test('5.6 a job started in the app belongs to no key: 403', async () => {
  const { body } = await (await app.partner()).create()
  await app.db.pool.query('update job set key_id = null where id = $1', [body.job_id])
  assertUnauthorized([await (await app.partner()).read(body.job_id)], 403)
})

test('5.6 a test key of the same partner reads no live job', async () => {
  const owner = await app.partner()
  const { body } = await owner.create()
  const second = await issueKey(needs, { partnerId: owner.partnerId, mode: 'test', rateLimitPerMinute: 100 })
  const answer = await app.fetch(`/v1/jobs/${body.job_id}`, { headers: { 'x-api-key': second.apiKey } })
  assertUnauthorized([answer], 403)
})

test('5 test keys follow the same rules, and their SMS stay in the outbox', async () => {
  await using provider = await startSmsProvider()
  await using sending = await startDray(provider.env, { beside: app })
  const [live, trial] = [await sending.partner(), await sending.partner({ mode: 'test' })]
  const tried = await trial.create()
  assert.equal(tried.status, 201)
  assert.equal(tried.body.sms_sent, true)
  assert.equal(provider.ledger.length, 0, 'nothing went out')
  await live.create()
  assert.equal(provider.ledger.length, 1)
  const text = (await app.texts()).find(({ job_id }) => job_id === tried.body.job_id)
  assert.deepEqual({ provider: text?.provider, mode: text?.mode }, { provider: 'outbox', mode: 'test' })
})

test('5 last use is noted for the operator, and only of calls that were let in', async () => {
  const [used, unused] = [await app.partner(), await app.partner()]
  await revokeKey(needs, unused.keyId)
  await used.estimate({})
  await unused.estimate({})
  await app.dray.lastUsed.flush()
  const { rows } = await app.db.pool.query<{ id: string; last_used_at: Date | null }>(
    'select id, last_used_at from api_key where id = any($1)',
    [[used.keyId, unused.keyId]],
  )
  const at = new Map(rows.map(({ id, last_used_at }) => [id, last_used_at]))
  assert.ok(Math.abs(Number(at.get(used.keyId)) - Date.now()) < 60_000)
  assert.equal(at.get(unused.keyId), null)
})
