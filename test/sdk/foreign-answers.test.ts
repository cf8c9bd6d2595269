import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test from 'node:test'
import {
  DrayError,
  InvalidResponseError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { trip, unknownJobId } from '../support/trips.ts'

/* Answers that a real Dray does not give: those of proxies before it. */

const key = { apiKey: 'dray_test_secret' }
const page = '<!doctype html><title>Sign in</title><p>dray_test_secret</p>'

async function refusedWith<E extends DrayError>(
  write: (response: ServerResponse) => void,
  TheClass: new (...args: never[]) => E,
): Promise<E> {
  await using proxy = await serveLocally((_request, response) => write(response))
  return await refusalOf(sdkOf(key, proxy.url, { maxRetries: 0 }).createJob(sofa), TheClass)
}

const html = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page)

test('a page in place of a body is a clear error with status, type and size, without the page', async () => {
  for (const status of [200, 201, 400, 401, 403, 404, 413]) {
    const error = await refusedWith(html(status), InvalidResponseError)
    assert.deepEqual([error.status, error.code], [status, 'invalid_response'])
    assert.match(error.message, new RegExp(`HTTP ${status} .*text/html, \\d+ characters`))
    assert.doesNotMatch(error.message, /Sign in|secret/)
    assert.ok(error.idempotencyKey, 'the job may exist, and the key recovers it')
  }
})

test('a page with a status that may pass has the class of the status', async () => {
  await refusedWith(html(408), TimeoutError)
  await refusedWith(html(429), RateLimitError)
  for (const status of [500, 502, 503, 504]) await refusedWith(html(status), ServerError)
})

test('JSON that is not an object of Dray is such an error too', async () => {
  for (const text of ['', 'null', '[]', '"ok"', '{"message":"Forbidden"}', '{"detail":["x"]}', '{"a":'])
    await refusedWith((response) => response.writeHead(403).end(text), InvalidResponseError)
  for (const text of ['', 'null', '[]', '1', '{"a":'])
    await refusedWith((response) => response.writeHead(201).end(text), InvalidResponseError)
})

test('a 304 to a request without an ETag is such an error too', async () => {
  await using proxy = await serveLocally((_request, response) => response.writeHead(304).end())
  const call = sdkOf(key, proxy.url).getJob(unknownJobId)
  assert.equal((await refusalOf(call, InvalidResponseError)).status, 304)
})

test('both documented bodies of 429 are read, and a Retry-After that is a date', async () => {
  const detail = '{"detail":"Slow down.","retry_after":7}'
  const error = await refusedWith((response) => response.writeHead(429).end(detail), RateLimitError)
  assert.deepEqual(
    [error.message, error.code, error.retryAfterSeconds],
    ['Slow down.', 'rate_limit_exceeded', 7],
  )
  const dated = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }
  const later = await refusedWith((response) => response.writeHead(503, dated).end(), ServerError)
  assert.ok(Math.abs((later.retryAfterSeconds ?? 0) - 3_600) < 60)
  const odd = { 'retry-after': 'soon' }
  const unknown = await refusedWith((response) => response.writeHead(503, odd).end(), ServerError)
  assert.equal(unknown.retryAfterSeconds, null)
})

test('a code that the SDK does not know is a DrayError with this code', async () => {
  const body = '{"error":"new_code","message":"New."}'
  const error = await refusedWith((response) => response.writeHead(418).end(body), DrayError)
  assert.deepEqual([error.name, error.code, error.message], ['DrayError', 'new_code', 'New.'])
})

test('a redirect is an error, and the API key does not reach the other address', async () => {
  await using other = await serveLocally((_request, response) => response.end('{}'))
  await using proxy = await serveLocally((_request, response) =>
    response.writeHead(307, { location: other.url }).end(),
  )
  const dray = sdkOf(key, proxy.url)
  const calls = [dray.estimate(trip), dray.createJob(sofa), dray.getJob(unknownJobId)]
  const errors = await Promise.all(calls.map((call) => refusalOf(call, InvalidResponseError)))
  for (const { message } of errors) assert.match(message, /HTTP 307 with a redirect/)
  assert.deepEqual(other.asked, [])
  assert.equal(proxy.asked.length, 3, 'it is not tried again')
})
