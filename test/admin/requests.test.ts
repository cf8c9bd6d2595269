import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  exportRequests,
  listProviderActivity,
  listRequestErrors,
  listRequests,
  readPartnerUsage,
} from '#contract/admin/activity.ts'
import { adminOperations } from '#contract/admin/index.ts'
import { languages } from '#contract/vocabulary.ts'
import { guideOf } from '../../server/http/admin/activity/handlers.ts'
import { startDray, type TestPartner } from '../support/dray.ts'
import { unknownJob } from '../support/rate-window.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 33: the calls of a partner, without personal data. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')

const flush = () => app.dray.activity.flush()
const paramsOf = ({ partnerId }: TestPartner) => ({ partner_id: partnerId })

test('each call of a partner is logged with its route, and with nothing of a person', async () => {
  const partner = await app.partner()
  const secrets = ['Grandmother piano', '+34612000777', 'Calle Toledo', '612000777']
  const made = await partner.create({
    title: 'Grandmother piano',
    customer_phone: '+34612000777',
    pickup: { address: 'Calle Toledo 10, 28005 Madrid' },
    external_reference: 'order 77',
  })
  await partner.read(made.body.job_id)
  await partner.call('/v1/nothing/+34612000777?phone=612000777')
  await partner.create({ customer_phone: '612000777' })
  await flush()
  const { requests } = await viewer.ok(listRequests, { params: paramsOf(partner), query: {} })
  assert.deepEqual(
    requests.map(({ method, route, status, error, field }) => [method, route, status, error, field]),
    [
      ['POST', '/v1/jobs', 400, 'validation_error', 'customer_phone'],
      ['GET', 'none', 404, 'not_found', null],
      ['GET', '/v1/jobs/:job_id', 200, null, null],
      ['POST', '/v1/jobs', 201, null, null],
    ],
  )
  assert.equal(requests.at(-1)?.request_id, made.headers.get('x-request-id'))
  const { rows } = await app.db.pool.query('select * from request_log, request_minute')
  const kept = JSON.stringify(rows)
  for (const secret of [...secrets, made.body.job_id, 'order 77', partner.apiKey])
    assert.ok(!kept.includes(secret), secret)
})

test('calls without a known key, and those of the panel, are not logged', async () => {
  const { rows: before } = await app.db.pool.query('select count(*) from request_log')
  await app.fetch(unknownJob)
  await app.fetch(unknownJob, { headers: { 'x-api-key': `dray_live_${'x'.repeat(32)}` } })
  await flush()
  const { rows } = await app.db.pool.query('select count(*) from request_log')
  assert.deepEqual(rows, before)
})

test('a call with a revoked or expired key is in the errors of its partner', async () => {
  const [revoked, expired] = [await app.partner(), await app.partner()]
  await app.db.pool.query('update api_key set revoked_at = now() where id = $1', [revoked.keyId])
  await app.db.pool.query(`update api_key set expires_at = now() - interval '1 hour' where id = $1`, [
    expired.keyId,
  ])
  for (const partner of [revoked, expired]) {
    assert.equal((await partner.call(unknownJob)).status, 403)
    await flush()
    const { requests, recorded_until } = await viewer.ok(listRequests, {
      params: paramsOf(partner),
      query: {},
    })
    assert.deepEqual(
      requests.map(({ status, key_id }) => [status, key_id]),
      [[403, partner.keyId]],
    )
    assert.equal(recorded_until, null)
    const { errors } = await viewer.ok(listRequestErrors, { params: paramsOf(partner), query: {} })
    assert.deepEqual(
      errors.map(({ status, calls }) => [status, calls]),
      [[403, 1]],
    )
  }
})

test('pages stay where they are while calls come, and the filters find what they name', async () => {
  const partner = await app.partner()
  const params = paramsOf(partner)
  for (let at = 0; at < 5; at++) await partner.call(unknownJob)
  await flush()
  const first = await viewer.ok(listRequests, { params, query: { limit: 2 } })
  await partner.create()
  await partner.create({ size: 'XXL' as never })
  await flush()
  const ids = first.requests.map(({ request_id }) => request_id)
  let { next } = first
  while (next) {
    const page = await viewer.ok(listRequests, { params, query: { limit: 2, before: next } })
    ids.push(...page.requests.map(({ request_id }) => request_id))
    next = page.next
  }
  assert.equal(new Set(ids).size, 5)
  const countOf = async (query: object) => (await viewer.ok(listRequests, { params, query })).requests.length
  assert.equal(await countOf({ status: 404 }), 5)
  assert.equal(await countOf({ error: 'validation_error' }), 1)
  assert.equal(await countOf({ route: '/v1/jobs' }), 2)
  assert.equal(await countOf({ key_id: partner.keyId, status: 201 }), 1)
  assert.equal(await countOf({ key_id: (await app.partner()).keyId }), 0)
  const [request_id = ''] = ids
  const { requests: found } = await viewer.ok(listRequests, { params, query: { request_id } })
  assert.deepEqual(
    found.map((each) => each.request_id),
    [request_id],
  )
  assert.equal(await countOf({ request_id: partner.keyId }), 0)
  assert.equal(await countOf({ to: '2020-01-01T00:00:00Z' }), 0)
  assert.equal(await countOf({ from: '2020-01-01T00:00:00Z' }), 7)
  assert.equal(await countOf({ limit: 200, before: first.next ?? '' }), 3)
  const bad = { params, query: { status: 'all' as never } }
  assert.equal(await viewer.refused(listRequests, bad), '400 validation_error')
})

test('the calls are downloaded as CSV by the same filters, and no cell is run as a formula', async () => {
  const partner = await app.partner()
  const params = paramsOf(partner)
  await partner.call(unknownJob)
  await partner.create({ size: 'XXL' as never })
  await flush()
  await app.db.pool.query(`update request_log set field = '=1+1' where partner_id = $1 and status = 400`, [
    partner.partnerId,
  ])
  const { text, headers } = await viewer.call(exportRequests, { params, query: { status: 400 } })
  assert.match(headers.get('content-disposition') ?? '', /attachment/)
  const [head, line, ...rest] = text.split('\r\n')
  assert.equal(head, 'request_id,at,key_id,method,route,status,error,field,latency_ms')
  assert.match(line ?? '', /^[\w-]{36},[^,]+,[\w-]{36},POST,\/v1\/jobs,400,validation_error,'=1\+1,\d+$/)
  assert.deepEqual(rest, [''])
  const all = await viewer.call(exportRequests, { params, query: {} })
  assert.equal(all.text.split('\r\n').length, 4)
})

test('errors are grouped by cause, with an example and the paragraph that says what to do', async () => {
  const partner = await app.partner()
  const reference = { external_reference: 'twice' }
  await partner.create(reference)
  for (let at = 0; at < 3; at++) await partner.create({ size: 'XXL' as never })
  await partner.create({ photos: ['ftp://x.test/1', 'ftp://x.test/2'] })
  const last = await partner.create({ ...reference })
  await partner.create({ pickup: { address: 'Calle Inventada 1, Ninguna Parte' } })
  await flush()
  const { errors } = await viewer.ok(listRequestErrors, { params: paramsOf(partner), query: {} })
  assert.deepEqual(
    errors.map(({ status, error, field, calls, guide }) => [status, error, field, calls, guide]),
    [
      [400, 'validation_error', 'size', 3, '/docs/create#request'],
      [400, 'duplicate_reference', 'external_reference', 1, '/docs/errors#duplicate_reference'],
      [400, 'validation_error', 'photos[]', 1, '/docs/photos'],
      [422, 'geocoding_failed', 'pickup.address', 1, '/docs/errors#geocoding_failed'],
    ],
  )
  assert.equal(errors[1]?.request_id, last.headers.get('x-request-id'))
  for (const { first_at, last_at } of errors) assert.ok(first_at <= last_at)
})

test('errors are read without the calls that went well', async () => {
  const partner = await app.partner()
  await app.db.pool.query(
    `insert into request_log (request_id, at, key_id, partner_id, method, route, status, latency_ms)
     select gen_random_uuid(), now(), $1, $2, 'GET', '/v1/jobs/:job_id', case when n = 1 then 404 else 200 end, 1
     from generate_series(1, 5000) n`,
    [partner.keyId, partner.partnerId],
  )
  await app.db.pool.query('analyze request_log')
  const { errors } = await viewer.ok(listRequestErrors, { params: paramsOf(partner), query: {} })
  assert.deepEqual(
    errors.map(({ calls }) => calls),
    [1],
  )
  const plan = async () => {
    const { rows } = await app.db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select from request_log where partner_id = '${partner.partnerId}' and status >= 400`,
    )
    return rows.map((row) => row['QUERY PLAN']).join()
  }
  assert.match(await plan(), /request_log_errors/)
})

test('every error leads to a heading of the partner guide, in the language of the reader', async () => {
  const causes = [
    { status: 422, error_code: 'geocoding_failed', field: 'pickup.address' },
    { status: 400, error_code: 'validation_error', field: 'photos[]' },
    { status: 400, error_code: 'validation_error', field: 'Idempotency-Key' },
    { status: 400, error_code: 'validation_error', field: 'size' },
    { status: 400, error_code: 'validation_error', field: 'body' },
    { status: 400, error_code: 'duplicate_reference', field: 'external_reference' },
    { status: 403, error_code: 'unauthorized', field: null },
    { status: 408, error_code: null, field: null },
  ]
  for (const cause of causes)
    for (const language of languages) {
      const [page = '', anchor] = guideOf(cause, language).split('#')
      assert.equal(page.startsWith('/docs/es/'), language === 'es')
      const { status, text } = await app.fetch(page)
      assert.equal(status, 200, page)
      if (anchor) assert.ok(text.includes(` id="${anchor}"`), `${page}#${anchor}`)
    }
})

test('the chart counts every call by key and status class', async () => {
  const partner = await app.partner()
  const params = paramsOf(partner)
  await partner.create()
  for (let at = 0; at < 3; at++) await partner.call(unknownJob)
  await flush()
  await partner.call(unknownJob)
  await flush()
  await app.db.pool.query('delete from request_log where partner_id = $1', [partner.partnerId])
  for (const step of ['hour', 'day'] as const) {
    const { points } = await viewer.ok(readPartnerUsage, { params, query: { step } })
    const sum = (status: number) =>
      points.filter(({ status_class }) => status_class === status).reduce((all, { calls }) => all + calls, 0)
    assert.deepEqual([sum(2), sum(4)], [1, 4])
    assert.ok(
      points.every(
        ({ key_id, slowest_ms, average_ms }) => key_id === partner.keyId && slowest_ms >= average_ms,
      ),
    )
    assert.match(points[0]?.at ?? '', step === 'day' ? /T00:00:00\.000Z$/ : /:00:00\.000Z$/)
  }
  const past = { step: 'day' as const, to: '2020-01-01T00:00:00Z' }
  assert.deepEqual((await viewer.ok(readPartnerUsage, { params, query: past })).points, [])
})

test('the calls to providers are shown with their last duration', async () => {
  await flush()
  const { providers } = await viewer.ok(listProviderActivity, { query: { hours: 1 } })
  const geocoder = providers.find(({ kind }) => kind === 'geocoder')
  assert.equal(geocoder?.provider, 'embedded')
  const located = geocoder?.outcomes.find(({ outcome }) => outcome === 'located')
  assert.ok(located && located.calls > 0 && located.slowest_ms >= located.average_ms)
})

test('what was not flushed is written at the stop', async () => {
  await using first = await startDray()
  const second = await startDray({}, { beside: first })
  const partner = await first.partner()
  await second.fetch(unknownJob, { headers: { 'x-api-key': partner.apiKey } })
  const logged = async () => (await first.db.pool.query('select status from request_log')).rows
  assert.deepEqual(await logged(), [])
  await second[Symbol.asyncDispose]()
  assert.deepEqual(await logged(), [{ status: 404 }])
})

test('an unknown partner is not found by any of these operations', async () => {
  const partner_id = '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'
  const ofAPartner = adminOperations.filter(
    ({ url, method }) => method === 'GET' && url.includes('/partners/:partner_id'),
  )
  assert.ok(ofAPartner.length >= 6)
  for (const operation of ofAPartner) {
    const query = operation.operationId === 'readPartnerUsage' ? { step: 'day' } : {}
    const input = { params: { partner_id }, query } as never
    assert.equal(await owner.refused(operation, input), '404 not_found', operation.operationId)
  }
})
