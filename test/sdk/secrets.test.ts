import assert from 'node:assert/strict'
import test from 'node:test'
import { inspect } from 'node:util'
import { Dray, DrayError, type Fetch } from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'

const apiKey = 'dray_live_abcdefghijklmnopqrstuvwxyz012345'

/** All that a program could write to a log about a value. */
function shown(value: object): string {
  const own = Object.fromEntries(Reflect.ownKeys(value).map((key) => [key, Reflect.get(value, key)]))
  const stack = value instanceof Error ? value.stack : ''
  return [inspect(value, { depth: null, showHidden: true }), JSON.stringify(value), inspect(own), stack].join(
    '\n',
  )
}

const failing =
  (error: unknown): Fetch =>
  () =>
    Promise.reject(error)

test('the API key is in nothing that a client shows', () => {
  const dray = new Dray({ apiKey, baseUrl: 'https://dray.example' })
  assert.doesNotMatch(shown(dray), /abcdefghij/)
})

test('the API key is in no error, also if a proxy or a fetch of the caller puts it there', async () => {
  const echo = (status: number) =>
    serveLocally((request, response) =>
      response.writeHead(status, { 'x-request-id': 'r1' }).end(
        JSON.stringify({
          error: 'validation_error',
          message: `Bad header ${String(request.headers['x-api-key'])}`,
          details: { 'X-API-Key': `${String(request.headers['x-api-key'])} is refused` },
        }),
      ),
    )
  await using refusing = await echo(400)
  const named = new Error(`request with ${apiKey}`, { cause: new TypeError(`header ${apiKey}`) })
  const withRequest = Object.assign(named, { config: { headers: { 'X-API-Key': apiKey } }, code: 'E_OWN' })
  const circular = new Error('a circle')
  circular.cause = circular
  const clients = [
    sdkOf({ apiKey }, refusing.url, { maxRetries: 0 }),
    sdkOf({ apiKey }, `http://127.0.0.1:${await closedPort()}`, { maxRetries: 0 }),
    ...[withRequest, circular, apiKey, undefined].map((error) =>
      sdkOf({ apiKey }, 'https://dray.example', { maxRetries: 0, fetch: failing(error) }),
    ),
  ]
  for (const client of clients) {
    const error = await refusalOf(client.createJob(sofa), DrayError)
    assert.doesNotMatch(shown(error), /abcdefghij/, error.message)
  }
})

test('the cause of a failed connection keeps its message and code', async () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const dray = sdkOf({ apiKey }, 'https://dray.example', { maxRetries: 0, fetch: failing(cause) })
  const error = await refusalOf(dray.createJob(sofa), DrayError)
  assert.match(error.message, /socket hang up/)
  assert.deepEqual((error.cause as { code?: string }).code, 'ECONNRESET')
})

test('options that are not valid are refused, without the API key in the error', () => {
  const good = { apiKey, baseUrl: 'https://dray.example' }
  const refused: [object, RegExp][] = [
    [{ apiKey: '' }, /apiKey/],
    [{ apiKey: `${apiKey}\n` }, /apiKey/],
    [{ apiKey: undefined }, /apiKey/],
    [{ baseUrl: 'dray.example' }, /baseUrl/],
    [{ baseUrl: '' }, /baseUrl/],
    [{ baseUrl: 'ftp://dray.example' }, /baseUrl/],
    [{ baseUrl: `https://dray.example?key=${apiKey}` }, /baseUrl/],
    [{ baseUrl: `https://${apiKey}@dray.example` }, /baseUrl/],
    [{ baseUrl: 'https://dray.example/v1/' }, /without `\/v1`/],
    [{ baseUrl: 'http://dray.example' }, /unencrypted/],
    [{ baseUrl: 'http://127.0.0.1.dray.example' }, /unencrypted/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, /timeoutMs/],
  ]
  for (const [change, reason] of refused)
    assert.throws(
      () => new Dray({ ...good, ...change }),
      (error: TypeError) => reason.test(error.message) && !shown(error).includes('abcdefghij'),
      JSON.stringify(change),
    )
  for (const baseUrl of ['http://localhost:8080', 'http://127.0.0.1:8080/x', 'http://[::1]:8080'])
    assert.ok(new Dray({ apiKey, baseUrl }))
  assert.ok(new Dray({ apiKey, baseUrl: 'http://dray:8080', allowPlainHttp: true }))
})

test('arguments that are not valid reject before a request is sent', async () => {
  await using server = await serveLocally((_request, response) => response.end('{}'))
  const dray = sdkOf({ apiKey }, server.url)
  const calls = [
    dray.getJob(''),
    dray.getJob('../pricing'),
    dray.getJob('..'),
    dray.createJob(sofa, { idempotencyKey: 'two words' }),
    dray.createJob(sofa, { timeoutMs: -1 }),
    dray.waitFor('x', []),
    dray.waitFor('x', 'expired' as 'draft'),
    dray.waitFor('x', 'posted', { pollEveryMs: 0 }),
  ]
  await Promise.all(calls.map((call) => assert.rejects(call, TypeError)))
  assert.deepEqual(server.asked, [])
})
