import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { closedPort } from '../support/local-server.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { lockTable } from '../support/table-lock.ts'
import { trip, unknownAddress } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'
const operations = [
  { path: '/v1/pricing/estimate', body: trip },
  { path: '/v1/jobs', body: sofa },
]
const plain = (code: string) => ({ error: exactly(code), message: 'string' }) as const

test('7 400 validation_error has error, message and details, on estimate and create', async () => {
  for (const { path, body } of operations) {
    const answer = await partner.call(path, { body: { ...body, size: 'XXL', pickup: {} } })
    assert.equal(answer.status, 400)
    const details = { size: /S, M, L, XL/, 'pickup.address': /required/ }
    assertShape(answer.body, { ...plain('validation_error'), details })
  }
})

test('7 400 validation_error for a bad customer_phone names the expected format', async () => {
  const { body } = await partner.call('/v1/jobs', { body: { ...sofa, customer_phone: '612345678' } })
  assertShape(body, { ...plain('validation_error'), details: { customer_phone: /E\.164/ } })
})

test('7 400 for a taken external_reference has `detail` alone, and Location names the job that holds it', async () => {
  const first = await partner.create({ external_reference: 'order-7' })
  const { status, body, headers } = await partner.call('/v1/jobs', {
    body: { ...sofa, external_reference: 'order-7' },
  })
  assert.equal(status, 400)
  assertShape(body, { detail: 'string' })
  assert.equal(headers.get('location'), `/v1/jobs/${first.body.job_id}`)
})

test('7 a duplicate among other faults is a validation_error: the input is judged first', async () => {
  const body = { ...sofa, external_reference: 'order-7', size: 's' }
  const answer = await partner.call('/v1/jobs', { body })
  assertShape(answer.body, { ...plain('validation_error'), details: { size: 'string' } })
})

test('7 401 unauthorized has error and message, on all', async () => {
  for (const path of ['/v1/pricing/estimate', '/v1/jobs', unknownJob]) {
    const { status, body } = await app.fetch(path, path === unknownJob ? {} : { body: sofa })
    assert.equal(status, 401)
    assertShape(body, plain('unauthorized'))
  }
})

test('7 403 has the code unauthorized too, for a job of another key', async () => {
  const { body } = await partner.create()
  const answer = await (await app.partner()).read(body.job_id)
  assert.equal(answer.status, 403)
  assertShape(answer.body, plain('unauthorized'))
})

test('7 404 not_found has error and message', async () => {
  const { status, body } = await partner.call(unknownJob)
  assert.equal(status, 404)
  assertShape(body, plain('not_found'))
})

test('7 422 geocoding_failed has error, message and details, on estimate and create', async () => {
  for (const { path, body } of operations) {
    const answer = await partner.call(path, { body: { ...body, dropoff: unknownAddress } })
    assert.equal(answer.status, 422)
    assertShape(answer.body, { ...plain('geocoding_failed'), details: { 'dropoff.address': 'string' } })
  }
})

test('7 429 has both documented shapes at once, and Retry-After', async () => {
  const limited = await app.partner({ rateLimit: 1 })
  await limited.estimate({})
  const { status, body, headers } = await limited.call(unknownJob)
  assert.equal(status, 429)
  const seconds = Number(headers.get('retry-after'))
  assertShape(body, {
    ...plain('rate_limit_exceeded'),
    retry_after_seconds: exactly(seconds),
    detail: 'string',
    retry_after: exactly(seconds),
  })
})

test('7 an unknown path is 404 not_found for any method and body', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    const { status, text } = await partner.call('/v1/nothing/here', { method })
    assert.equal(status, 404, method)
    if (method !== 'HEAD') assertShape(JSON.parse(text), plain('not_found'))
  }
  assert.equal((await partner.call('/v1/nothing', { raw: '{"broken' })).status, 404)
})

test('7 a known path and another method is 405 method_not_allowed with Allow', async () => {
  const known = {
    '/v1/pricing/estimate': 'POST',
    '/v1/jobs': 'POST',
    [unknownJob]: 'GET',
    '/v1/openapi.json': 'GET',
  }
  for (const [path, allowed] of Object.entries(known)) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (method) => method !== allowed,
    )) {
      const { status, headers, body } = await partner.call(path, { method })
      assert.equal(status, 405, `${method} ${path}`)
      assert.ok(headers.get('allow')?.split(', ').includes(allowed), `${method} ${path}`)
      assertShape(body, plain('method_not_allowed'))
    }
  }
})

test('7 CORS is for browsers, and keys are not: a preflight is 405 without allow headers', async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  const preflight = await partner.call('/v1/jobs', { method: 'OPTIONS', headers })
  const simple = await partner.call('/v1/pricing/estimate', { body: trip, headers })
  assert.equal(preflight.status, 405)
  for (const answer of [preflight, simple])
    assert.deepEqual(
      [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
})

test('7 messages and details are in Spanish when the caller asks for it', async () => {
  const spanish = { 'accept-language': 'es-MX, en;q=0.5' }
  const english = { 'accept-language': 'fr, en;q=0.8, es;q=0.2' }
  const body = { ...sofa, size: 'XXL', title: '', customer_phone: '6' }
  const inSpanish = await partner.call('/v1/jobs', { body, headers: spanish })
  assert.match(String(inSpanish.body['message']), /no son válidos/)
  const details = inSpanish.body['details'] as Record<string, string>
  assert.match(details['size'] ?? '', /^debe ser uno de S, M, L, XL/)
  assert.match(details['title'] ?? '', /vacío/)
  assert.match(details['customer_phone'] ?? '', /prefijo de país/)
  const inEnglish = await partner.call('/v1/jobs', { body, headers: english })
  assert.match(String(inEnglish.body['message']), /are not valid/)
  const located = await partner.call('/v1/jobs', {
    body: { ...sofa, pickup: unknownAddress },
    headers: spanish,
  })
  assert.match(JSON.stringify(located.body), /localizar|encontrado/)
  const unauthorized = await app.fetch(unknownJob, { headers: spanish })
  assert.match(unauthorized.text, /clave/)
})

test('7 a malformed Accept-Language does not change the response', async () => {
  for (const language of [
    '*',
    '',
    'xx',
    'es;q=0',
    'q=1;es',
    ','.repeat(500),
    'es;q=abc',
    '-'.repeat(2_000),
  ]) {
    const { status } = await partner.call(unknownJob, { headers: { 'accept-language': language } })
    assert.equal(status, 404, language)
  }
})

test('7 422 and 503 differ: a geocoder that is down is 503 service_unavailable with Retry-After, and nothing is left', async () => {
  const env = { GEOCODER: 'nominatim', NOMINATIM_URL: `http://127.0.0.1:${await closedPort()}` }
  await using blind = await startDray(env, { beside: app })
  const other = await blind.partner()
  const before = await countRows(app)
  for (const { path, body } of operations) {
    const answer = await other.call(path, { body: { ...body, external_reference: 'down' } })
    assert.equal(answer.status, 503)
    assertShape(answer.body, plain('service_unavailable'))
    assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  }
  assert.deepEqual(await countRows(app), before)
})

test('7 a database that does not answer is 503 service_unavailable with Retry-After', async () => {
  await using other = await startDray()
  const reader = await other.partner()
  await using _lock = await lockTable(other.db.url, 'job', 'ACCESS EXCLUSIVE')
  const { status, text, headers } = await reader.call(unknownJob)
  assert.equal(status, 503)
  assertShape(JSON.parse(text), plain('service_unavailable'))
  assert.ok(Number(headers.get('retry-after')) >= 1)
})

test('7 an internal error is 500 internal_error without its cause', async () => {
  await using broken = await startDray()
  const other = await broken.partner()
  await broken.db.pool.query('alter table job rename column title to gone')
  await broken.db.pool.query('alter table job rename column status to gone_too')
  const answers = [await other.call('/v1/jobs', { body: sofa }), await other.call(unknownJob)]
  for (const { status, body, text } of answers) {
    assert.equal(status, 500)
    assertShape(body, plain('internal_error'))
    assert.doesNotMatch(text, /column|title|select|insert|\.ts|at /)
  }
  assert.ok(
    broken.logged.some((line) => line.includes('does not exist')),
    'the cause is in the log',
  )
})

test('7 no answer names a file, a line, SQL or a library', async () => {
  const calls = [
    partner.call('/v1/jobs', { raw: '{"a":' }),
    partner.call('/v1/jobs', { body: { ...sofa, title: 1 } }),
    partner.call("/v1/jobs/'%3b--"),
    partner.call('/v1/jobs/%zz'),
    partner.call('/v1/jobs', { body: sofa, headers: { 'content-type': 'text/plain' } }),
    app.fetch('/v1/jobs', { body: sofa }),
  ]
  for (const { text, headers } of await Promise.all(calls)) {
    assert.doesNotMatch(
      text,
      /node_modules|\.[jt]s\b|at \w+ \(|FST_|Ajv|fastify|postgres|SyntaxError|Unexpected/i,
    )
    assert.equal(headers.get('x-powered-by'), null)
    assert.equal(headers.get('server'), null)
  }
})
