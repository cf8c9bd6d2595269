import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { closedPort } from '../support/local-server.ts'
import { assertShape, exactly } from '../support/shape.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

const breakdown = {
  base_by_size: 'number',
  distance_km: 'number',
  distance_charge_eur: 'number',
  stairs_charge_eur: 'number',
  service_modifier: 'number',
  urgency_modifier: 'number',
} as const

const pricing = {
  base_price_eur: 'number',
  platform_fee_eur: 'number',
  total_customer_pays_eur: 'number',
  calculation_breakdown: breakdown,
} as const

const trip = { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff }
const unknownId = '01890000-0000-7000-8000-000000000000'
const nowhere = { address: 'Xyzzyqwv 12, Plugghtown Qqqq' }

test('4.1 the estimate answers 200 with exactly the pricing object of 2.4', async () => {
  const { status, body } = await partner.estimate({})
  assert.equal(status, 200)
  assertShape(body, {
    ...pricing,
    helper_receives_eur: 'number',
    estimated_duration_minutes: 'integer',
    disclaimer: 'string',
  })
})

test('4.1 the estimate leaves nothing behind: no job, no SMS', async () => {
  const before = await countRows(app)
  await partner.estimate({})
  assert.deepEqual(await countRows(app), before)
})

test('4.1 422 geocoding_failed names the address that could not be geocoded', async () => {
  const { status, body } = await partner.call('/v1/pricing/estimate', { body: { ...trip, pickup: nowhere } })
  assert.equal(status, 422)
  const shape = { error: exactly('geocoding_failed'), message: 'string' } as const
  assertShape(body, { ...shape, details: { 'pickup.address': 'string' } })
})

test('4.1 422 names both addresses when neither could be geocoded', async () => {
  const body = { ...trip, pickup: nowhere, dropoff: nowhere }
  const answer = await partner.call('/v1/pricing/estimate', { body })
  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.body['details'] as object), ['pickup.address', 'dropoff.address'])
})

test('4.1 no road between the ends is 400 on dropoff.address', async () => {
  for (const address of [
    'Calle Real 1, 51001 Ceuta',
    'Avenida 1, 52001 Melilla',
    'Plaça 1, 07001 Palma de Mallorca',
  ]) {
    const { status, body } = await partner.call('/v1/pricing/estimate', {
      body: { ...trip, dropoff: { address } },
    })
    assert.equal(status, 400, address)
    assertShape(body, {
      error: exactly('validation_error'),
      message: 'string',
      details: { 'dropoff.address': 'string' },
    })
  }
})

test('4.1 farther than MAX_DISTANCE_KM is 400 on dropoff.address, on create too', async () => {
  await using near = await startDray({ MAX_DISTANCE_KM: '100' }, { beside: app })
  const other = await near.partner()
  for (const { status, body } of [
    await other.call('/v1/pricing/estimate', { body: trip }),
    await other.call('/v1/jobs', { body: sofa }),
  ]) {
    assert.equal(status, 400)
    assertShape(body, {
      error: exactly('validation_error'),
      message: 'string',
      details: { 'dropoff.address': /100/ },
    })
  }
})

test('4.2 create answers 201 with exactly the documented body', async () => {
  const { status, body } = await partner.create({ external_reference: 'shape-1' })
  assert.equal(status, 201)
  assertShape(body, {
    job_id: 'uuid',
    status: exactly('draft'),
    external_reference: exactly('shape-1'),
    created_at: 'instant',
    deep_link_url: /^dray:\/\/draft\/\w+\?phone=%2B34612345678$/,
    sms_sent: exactly(true),
    pricing: { ...pricing, helper_payout_eur: 'number' },
    photos: exactly([]),
    next_steps: {
      action: exactly('customer_must_complete_in_app'),
      message: 'string',
      expires_at: 'instant',
    },
  })
})

test('4.2 without an external_reference the answer says null', async () => {
  for (const external_reference of [undefined, null]) {
    const { body } = await partner.create({ ...(external_reference === null && { external_reference }) })
    assert.equal(body.external_reference, null)
    assert.equal((await partner.read(body.job_id)).body.external_reference, null)
  }
})

test('4.2 Location says where the job is read', async () => {
  const { headers, body } = await partner.create()
  assert.equal(headers.get('location'), `/v1/jobs/${body.job_id}`)
  assert.equal((await partner.call(headers.get('location') ?? '')).status, 200)
})

test('4.2 creates a draft job and sends the SMS; it does not publish the job to carriers', async () => {
  const before = await countRows(app)
  const { body } = await partner.create()
  const { jobs, texts, events } = await countRows(app)
  assert.deepEqual(
    { jobs, texts, events },
    { jobs: before.jobs + 1, texts: before.texts + 1, events: before.events + 1 },
  )
  assert.equal((await partner.read(body.job_id)).body.status, 'draft')
})

test('4.2 a duplicate external_reference is refused before anything is looked up or sent', async () => {
  const { body } = await partner.create({ external_reference: 'taken' })
  const before = await countRows(app)
  // The address cannot be geocoded, so a lookup would have caused a 422.
  const again = await partner.create({ external_reference: 'taken', pickup: nowhere })
  assert.equal(again.status, 400)
  assert.equal(again.headers.get('location'), `/v1/jobs/${body.job_id}`)
  assert.deepEqual(await countRows(app), before)
})

test('4.2 references are unique per key, by NFC form and case; null never collides', async () => {
  const other = await app.partner()
  assert.equal((await partner.create({ external_reference: 'caf\u00e9' })).status, 201)
  assert.equal((await other.create({ external_reference: 'caf\u00e9' })).status, 201, 'another key')
  assert.equal((await partner.create({ external_reference: 'CAF\u00c9' })).status, 201, 'another case')
  assert.equal((await partner.create({ external_reference: 'cafe\u0301' })).status, 400, 'the same in NFD')
  assert.equal((await partner.create({ external_reference: ' caf\u00e9' })).status, 201, 'compared as it is')
  for (const _ of [1, 2]) assert.equal((await partner.create({ external_reference: null })).status, 201)
})

test('4.2 an address that cannot be geocoded is 422 and leaves nothing; the reference stays free', async () => {
  const before = await countRows(app)
  const refused = await partner.call('/v1/jobs', {
    body: { ...sofa, external_reference: 'free-1', dropoff: nowhere },
  })
  assert.equal(refused.status, 422)
  assertShape(refused.body, {
    error: exactly('geocoding_failed'),
    message: 'string',
    details: { 'dropoff.address': 'string' },
  })
  assert.deepEqual(await countRows(app), before)
  assert.equal((await partner.create({ external_reference: 'free-1' })).status, 201)
})

test('4.2 an SMS provider that is down makes sms_sent false; the draft stays', async () => {
  const env = {
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'x',
    TWILIO_FROM: 'Dray',
  }
  await using silent = await startDray(
    { ...env, TWILIO_URL: `http://127.0.0.1:${await closedPort()}` },
    { beside: app },
  )
  const other = await silent.partner()
  const { status, body } = await other.create()
  assert.equal(status, 201)
  assert.equal(body.sms_sent, false)
  assert.equal((await other.read(body.job_id)).status, 200)
})

test('4.3 the status answers 200 with exactly the five fields', async () => {
  const { body: created } = await partner.create({ external_reference: 'status-1' })
  const { status, body } = await partner.read(created.job_id)
  assert.equal(status, 200)
  assertShape(body, {
    job_id: exactly(created.job_id),
    external_reference: exactly('status-1'),
    status: exactly('draft'),
    created_at: exactly(created.created_at),
    updated_at: 'instant',
  })
})

test('4.3 an unknown job is 404 not_found', async () => {
  const { status, body } = await partner.call(`/v1/jobs/${unknownId}`)
  assert.equal(status, 404)
  assertShape(body, { error: exactly('not_found'), message: 'string' })
})

test('4.3 a malformed job id is 404 not_found, never an error of another kind', async () => {
  const { body } = await partner.create()
  const ids = [
    '0',
    'abc',
    `${unknownId}0`,
    unknownId.slice(1),
    unknownId.replaceAll('-', ''),
    `{${unknownId}}`,
    `${unknownId}%20`,
    `${body.job_id}%00`,
    `..%2f${body.job_id}`,
    `%2e%2e`,
    `${body.job_id}%2f`,
    `${body.job_id};x`,
    '%00',
    '%zz',
    '%',
    "'%20or%201=1--",
    'a'.repeat(600),
    'a'.repeat(10_000),
    '🛋',
    `${body.job_id}/extra`,
    `${body.job_id}/`,
  ]
  for (const id of ids) {
    const answer = await partner.call(`/v1/jobs/${id}`)
    assert.equal(answer.status, 404, id.slice(0, 60))
    assertShape(answer.body, { error: exactly('not_found'), message: 'string' })
  }
})

test('4.3 a job id in upper case is the same UUID', async () => {
  const { body } = await partner.create()
  const read = await partner.read(body.job_id.toUpperCase())
  assert.equal(read.status, 200)
  assert.equal(read.body.job_id, body.job_id)
})

test('4.3 ETag: 304 without a body while nothing changed, whole again when it did', async () => {
  const { body } = await partner.create()
  const first = await partner.read(body.job_id)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[^"]+"$/)
  assert.equal(first.headers.get('cache-control'), 'private')
  for (const tag of [etag, '*', `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`]) {
    const again = await partner.read(body.job_id, { 'if-none-match': tag })
    assert.equal(again.status, 304, tag)
    assert.equal(again.text, '')
    assert.equal(again.headers.get('etag'), etag)
  }
  for (const tag of ['"other"', etag.replaceAll('"', ''), '']) {
    assert.equal((await partner.read(body.job_id, { 'if-none-match': tag })).status, 200, tag)
  }
  await app.db.pool.query(`update job set status = 'posted', updated_at = clock_timestamp() where id = $1`, [
    body.job_id,
  ])
  const changed = await partner.read(body.job_id, { 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('4.3 If-None-Match opens no door: a foreign job is 403 and a missing one 404', async () => {
  const { body } = await partner.create()
  const stranger = await app.partner()
  assert.equal((await stranger.read(body.job_id, { 'if-none-match': '*' })).status, 403)
  assert.equal((await partner.read(unknownId, { 'if-none-match': '*' })).status, 404)
})

test('4.3 HEAD answers as GET does, without the body', async () => {
  const { body } = await partner.create()
  const head = await partner.call(`/v1/jobs/${body.job_id}`, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.equal(head.headers.get('etag'), (await partner.read(body.job_id)).headers.get('etag'))
})

test('4.3 a body on the status call is not looked at', async () => {
  const { body } = await partner.create()
  const { status } = await partner.read(body.job_id, { 'content-type': 'text/plain' })
  assert.equal(status, 200)
})

test('4 query strings change nothing', async () => {
  const { body } = await partner.create()
  const read = await partner.call(`/v1/jobs/${body.job_id}?status=posted&fields=title`)
  assert.equal(read.status, 200)
  assert.equal(read.body['status'], 'draft')
})

test('4 paths are exact: no trailing slash, no other case, no doubled slash', async () => {
  for (const path of [
    '/v1/jobs/',
    '/v1/Jobs',
    '/v1//jobs',
    '/v1/pricing/estimate/',
    '/V1/jobs',
    '/v1/pricing',
    '/v1',
    '/v1/',
  ]) {
    const { status } = await partner.call(path, { method: 'POST', body: sofa })
    assert.equal(status, 404, path)
  }
})

test('4 Content-Type may carry a UTF-8 charset in any spelling', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json; charset=utf8',
  ]) {
    const { status } = await partner.call('/v1/pricing/estimate', {
      body: trip,
      headers: { 'content-type': type },
    })
    assert.equal(status, 200, type)
  }
})

test('4 every answer has X-Request-Id, another one each time', async () => {
  const answers = [
    await partner.estimate({}),
    await partner.create(),
    await partner.read(unknownId),
    await app.fetch('/v1/jobs'),
  ]
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(!ids.includes(null))
})
