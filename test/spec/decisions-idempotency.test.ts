import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { issueKey, rotateKey } from '../../server/keys/issue.ts'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { serveLocally } from '../support/local-server.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { until } from '../support/until.ts'

// DESIGN 3, "Jobs": the optional request header `Idempotency-Key`.
const waiting = new Set<() => void>()
const host = await serveLocally((request, response) => {
  const answer = () => response.end(onePixel)
  if (request.url === '/held.gif') waiting.add(answer)
  else if (request.url?.startsWith('/photo.gif')) answer()
  else response.writeHead(404).end()
})
const app = await startDray({ PHOTO_SOURCES_ALLOWED: host.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})
const partner = await app.partner()

const onePixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const photo = `${host.url}/photo.gif`
/** URL of a photo that is served after `release`. */
const heldPhoto = `${host.url}/held.gif`

function release(): void {
  for (const answer of waiting) answer()
  waiting.clear()
}

const needs = { kysely: app.db.kysely, service: 'dray' }

let keys = 0
const newKey = () => `key-${++keys}`
const under = (key: string, body: object = sofa, by = partner) =>
  by.call('/v1/jobs', { body, headers: { 'idempotency-key': key } })
const nowhere = { address: 'Xyzzyqwv 12, Plugghtown Qqqq' }

test('the same key and body replay the first answer, marked Idempotent-Replayed, with one job and one SMS', async () => {
  const key = newKey()
  const body = { ...sofa, external_reference: 'replayed', photos: [photo] }
  const first = await under(key, body)
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const before = await countRows(app)
  for (let i = 0; i < 3; i++) {
    const again = await under(key, body)
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  }
  assert.deepEqual(await countRows(app), before)
})

test('a replay returns the first response, also after the job changed', async () => {
  const key = newKey()
  const first = await under(key)
  const id = first.body['job_id']
  await app.db.pool.query(`update job set status = 'posted', updated_at = now() where id = $1`, [id])
  await app.db.pool.query(`update sms set status = 'failed' where job_id = $1`, [id])
  assert.deepEqual((await under(key)).body, first.body)
})

test('the same body in other white space, or with its members in another order, is the same request', async () => {
  const headers = { 'idempotency-key': newKey() }
  const body = { ...sofa, pickup: { ...sofa.pickup, floor: 2 }, photos: [photo, `${photo}?back`] }
  const first = await partner.call('/v1/jobs', { raw: JSON.stringify(body), headers })
  assert.equal(first.status, 201)
  const reversed = (members: object) => Object.fromEntries(Object.entries(members).toReversed())
  const other = reversed({ ...body, pickup: reversed(body.pickup) })
  for (const raw of [JSON.stringify(body, null, 4), JSON.stringify(other)])
    assert.deepEqual((await partner.call('/v1/jobs', { raw, headers })).body, first.body)
  const photos = body.photos.toReversed()
  assert.equal((await partner.call('/v1/jobs', { body: { ...body, photos }, headers })).status, 422)
})

test('the same key with another body is 422 idempotency_key_reuse, and does nothing', async () => {
  const key = newKey()
  await under(key)
  const before = await countRows(app)
  for (const other of [
    { ...sofa, title: 'Another' },
    { ...sofa, external_reference: 'x' },
    { ...sofa, photos: [] },
  ]) {
    const { status, body } = await under(key, other)
    assert.equal(status, 422)
    assertShape(body, { error: exactly('idempotency_key_reuse'), message: 'string' })
  }
  assert.deepEqual(await countRows(app), before)
})

test('while the first call runs, the second is 409 idempotency_key_in_progress with Retry-After', async () => {
  const key = newKey()
  const body = { ...sofa, photos: [heldPhoto] }
  const first = under(key, body)
  await until('the first waits for its photo', () => waiting.size === 1)
  const second = await under(key, body)
  assert.equal(second.status, 409)
  assertShape(second.body, { error: exactly('idempotency_key_in_progress'), message: 'string' })
  assert.ok(Number(second.headers.get('retry-after')) >= 1)
  assert.equal((await under(key)).status, 422, 'another body is refused as such')
  release()
  const made = await first
  assert.equal(made.status, 201)
  assert.deepEqual((await under(key, body)).body, made.body)
})

test('a refused call gives the key back: the corrected body is a first try', async () => {
  const key = newKey()
  assert.equal((await under(key, { ...sofa, size: 's' })).status, 400)
  assert.equal((await under(key, { ...sofa, pickup: nowhere })).status, 422)
  assert.equal(
    (await under(key, { ...sofa, photos: [`${host.url}/missing.gif`, 'http://127.0.0.1:1/x'] })).status,
    400,
  )
  await partner.create({ external_reference: 'in-the-way' })
  assert.equal((await under(key, { ...sofa, external_reference: 'in-the-way' })).status, 400)
  const { status, headers } = await under(key)
  assert.equal(status, 201)
  assert.equal(headers.get('idempotent-replayed'), null)
})

test('the key outranks the reference: a retry of the same create is a replay, not a duplicate', async () => {
  const key = newKey()
  const body = { ...sofa, external_reference: 'lost-answer' }
  const first = await under(key, body)
  assert.equal((await under(key, body)).status, 201)
  const without = await partner.call('/v1/jobs', { body })
  assert.equal(without.status, 400)
  assert.equal(without.headers.get('location'), first.headers.get('location'))
})

test('a draft that expired frees the key, with any body', async () => {
  const key = newKey()
  const first = await under(key)
  await app.db.pool.query('update job set expires_at = now() where id = $1', [first.body['job_id']])
  const second = await under(key, { ...sofa, title: 'Another' })
  assert.equal(second.status, 201)
  assert.notEqual(second.body['job_id'], first.body['job_id'])
  assert.equal(second.headers.get('idempotent-replayed'), null)
})

test('a key is kept for 24 hours, and free after', async () => {
  const key = newKey()
  const first = await under(key)
  const age = (text: string) =>
    app.db.pool.query(
      `update idempotency_key set created_at = now() - interval '${text}' where idempotency_key = $1`,
      [key],
    )
  await age('23 hours 59 minutes')
  assert.deepEqual((await under(key)).body, first.body)
  await age('24 hours 1 second')
  const second = await under(key, { ...sofa, title: 'Another' })
  assert.equal(second.status, 201)
  assert.notEqual(second.body['job_id'], first.body['job_id'])
  assert.equal((await partner.read(String(first.body['job_id']))).status, 200, 'the first job stays')
})

test('keys belong to the API key record: another key’s are its own, a regenerated value’s are the same', async () => {
  const key = newKey()
  const first = await under(key)
  const stranger = await under(key, { ...sofa, title: 'Another' }, await app.partner())
  assert.equal(stranger.status, 201)
  const sibling = await issueKey(needs, {
    partnerId: partner.partnerId,
    mode: 'live',
    rateLimitPerMinute: 100,
  })
  const bySibling = await partner.call('/v1/jobs', {
    body: sofa,
    headers: { 'idempotency-key': key, 'x-api-key': sibling.apiKey },
  })
  assert.notEqual(bySibling.body['job_id'], first.body['job_id'])
  const owner = await app.partner()
  const before = await under(key, sofa, owner)
  const renewed = await rotateKey(needs, { keyId: owner.keyId, overlap: '0' })
  const headers = { 'idempotency-key': key, 'x-api-key': renewed?.apiKey ?? '' }
  assert.deepEqual((await owner.call('/v1/jobs', { body: sofa, headers })).body, before.body)
})

test('a key is 1 to 255 visible ASCII characters; anything else is 400 naming the header', async () => {
  for (const key of ['!', '~', 'a'.repeat(255), 'a,b;c="d"', "';--"])
    assert.equal((await under(key)).status, 201, key)
  for (const key of ['', 'a'.repeat(256), 'two words', 'tab\tbed', 'café']) {
    const { status, body } = await under(key)
    assert.equal(status, 400, key)
    assertShape(body, {
      error: exactly('validation_error'),
      message: 'string',
      details: { 'Idempotency-Key': 'string' },
    })
  }
})

test('two Idempotency-Key headers are 400', async () => {
  const headers = [
    'Host: dray.test',
    `X-API-Key: ${partner.apiKey}`,
    'Content-Type: application/json',
    'Idempotency-Key: one',
    'Idempotency-Key: two',
  ]
  const request = rawRequest('POST /v1/jobs HTTP/1.1', headers, JSON.stringify(sofa))
  assert.equal((await sendRaw(app.url, request, { path: '/v1/jobs' })).status, 400)
})

test('the header means nothing to the other operations', async () => {
  const key = newKey()
  const { body } = await under(key)
  const headers = { 'idempotency-key': key }
  const trip = { size: 'S', pickup: sofa.pickup, dropoff: sofa.dropoff }
  assert.equal((await partner.call('/v1/pricing/estimate', { body: trip, headers })).status, 200)
  assert.equal((await partner.read(String(body['job_id']), headers)).status, 200)
})

test('the holder of a key died: its lease runs out, the next call takes over, and the late holder does nothing', async () => {
  const key = newKey()
  const body = { ...sofa, external_reference: 'taken-over', photos: [heldPhoto] }
  const before = await countRows(app)
  const first = under(key, body)
  await until('the first waits for its photo', () => waiting.size === 1)
  await app.db.pool.query('update idempotency_key set lease_until = now() where idempotency_key = $1', [key])
  const second = under(key, body)
  await until('the second waits too', () => waiting.size === 2)
  release()
  const answers = await Promise.all([first, second])
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1, JSON.stringify(answers.map(({ status }) => status)))
  const { jobs, texts, photos: stored } = await countRows(app)
  assert.deepEqual([jobs - before.jobs, texts - before.texts, stored - before.photos], [1, 1, 1])
  assert.deepEqual((await under(key, body)).body, made[0]?.body)
})
