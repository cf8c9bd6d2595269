import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { type Person, signIn, stranger } from '../support/person.ts'

// DESIGN 1 and 2: accounts, sessions, and access to the app API.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })
const native = () => signIn(app, newPhone(), { kind: 'native' })

const shown = async (path: string, sent: Parameters<typeof app.fetch>[1] = {}) => {
  const { status, body, headers } = await app.fetch(path, sent)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.ok(headers.get('x-request-id'))
  return { status, headers, body: body as { error: string; message: string; details?: object } }
}

test('app API: an unknown path is 404 and another method 405, both in the one shape of errors', async () => {
  const unknown = await shown('/app/v1/nothing')
  assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['error', 'message']])
  assert.equal((await shown('/app/v1/nothing', { method: 'POST' })).status, 404)
  assert.equal((await shown('/app/v1/sign-in')).status, 405, 'not a page of the web app')
  const other = await shown('/app/v1/me', { method: 'DELETE' })
  assert.deepEqual([other.status, other.body.error], [405, 'method_not_allowed'])
  assert.equal(other.headers.get('allow'), 'GET, HEAD, PUT')
})

test('app API: bodies are strict JSON of at most 64 KiB', async () => {
  const headers = bearer(await native())
  const put = (raw: string, more: Record<string, string> = {}) =>
    shown('/app/v1/me', { method: 'PUT', raw, headers: { ...headers, ...more } })
  for (const [raw, status] of [
    ['{"name":"a"}', 200],
    ['{"name":"a","name":"b"}', 400],
    ['{"name":', 400],
    ['[]', 400],
    ['null', 400],
    [`{"name":"${'a'.repeat(65_536)}"}`, 413],
  ] as const)
    assert.equal((await put(raw)).status, status, raw.slice(0, 40))
  assert.equal((await put('{"name":"a"}', { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await put('{"name":"a"}', { 'content-type': 'image/jpeg' })).status, 415)
  assert.equal(
    (await put('{"name":"a"}', { 'content-type': 'application/json; charset=latin1' })).status,
    415,
  )
  assert.equal((await put('{"name":7,"language":"fr"}')).status, 400)
})

test('app API: authorization is checked before the body is read', async () => {
  const { status } = await shown('/app/v1/me', { method: 'PUT', raw: '{"name":' })
  assert.equal(status, 401)
})

test('app API: too many requests from one address: 429 with Retry-After', async () => {
  await using other = await startDray({ TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100' })
  const ask = (address: string) => other.fetch('/app/v1/nothing', { headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 620 }, () => ask('203.0.113.9')))
  const limited = answers.filter(({ status }) => status === 429)
  assert.equal(limited.length, 20)
  const body = limited[0]?.body as { error: string; retry_after_seconds: number }
  assert.deepEqual(Object.keys(body), ['error', 'message', 'retry_after_seconds'])
  assert.equal(limited[0]?.headers.get('retry-after'), String(body.retry_after_seconds))
  assert.equal((await ask('203.0.113.10')).status, 404)
})

test('app API: the start of a sign-in is limited more narrowly', async () => {
  await using other = await startDray({ TRUST_PROXY: '1', CODES_PER_HOUR_PER_ADDRESS: '40' })
  const ask = (phone: string, address: string) =>
    stranger(other).call(startSignIn, { body: { phone }, headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 61 }, () => ask('+34612345678', '203.0.113.9')))
  assert.equal(answers.filter(({ status }) => status === 429).length, 1)
  assert.equal((await ask('+34612345678', '203.0.113.10')).status, 202)
})

test('app API: the OpenAPI document of the app API is served', async () => {
  const { status, body } = await app.fetch('/app/openapi.json')
  const { openapi, paths } = body as { openapi: string; paths: Record<string, object> }
  assert.deepEqual([status, openapi], [200, '3.1.0'])
  assert.ok(paths['/app/v1/sign-in/{challenge_id}'])
})

test('app API: an undecodable path is 404 with the error body', async () => {
  const { status, body } = await app.fetch('/app/v1/%zz')
  assert.deepEqual([status, Object.keys(body as object)], [404, ['error', 'message']])
})
