import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { DrayError, ServerError } from '../../sdk/typescript/src/index.ts'
import { pauseBeforeRetry } from '../../sdk/typescript/src/retries.ts'
import { sofa } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { trip } from '../support/trips.ts'
import { until } from '../support/until.ts'

const key = { apiKey: 'dray_test_retries' }
const inProgress = '{"error":"idempotency_key_in_progress","message":"Wait."}'

type Step = { status: number; body?: string; headers?: Record<string, string> }

/** A server with one answer for each try; the last one is repeated. */
async function serveSteps(...steps: Step[]) {
  const keys: (string | undefined)[] = []
  const bodies: string[] = []
  const server = await serveLocally((request, response, text) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    bodies.push(text)
    const { status, body = '{}', headers = {} } = steps[Math.min(keys.length, steps.length) - 1] as Step
    response.writeHead(status, headers).end(body)
  })
  return Object.assign(server, { keys, bodies })
}

const created = { status: 201, body: '{"job_id":"made"}' }

test('408, 429, 5xx and a key in progress are tried again, with the same key and body', async () => {
  const refused: Step[] = [
    { status: 408 },
    { status: 429 },
    { status: 500 },
    { status: 502, body: '<html>' },
    { status: 503 },
    { status: 504 },
    { status: 409, body: inProgress },
  ]
  const tries = refused.map(async (step) => {
    await using server = await serveSteps(step, created)
    assert.equal((await sdkOf(key, server.url).createJob(sofa)).job_id, 'made', String(step.status))
    assert.equal(server.keys.length, 2)
    assert.ok(server.keys[0])
    assert.equal(server.keys[1], server.keys[0])
    assert.deepEqual(server.bodies, [JSON.stringify(sofa), JSON.stringify(sofa)])
  })
  await Promise.all(tries)
})

test('other 4xx and a 409 of another kind are not tried again', async () => {
  for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 431]) {
    await using server = await serveSteps({ status, body: '{"error":"some_code","message":"No."}' })
    await refusalOf(sdkOf(key, server.url).createJob(sofa), DrayError)
    assert.equal(server.asked.length, 1, String(status))
  }
})

test('there are two retries, or as many as the client or the call says', async () => {
  await using server = await serveSteps({ status: 500 })
  const counted = async (call: () => Promise<unknown>) => {
    const before = server.asked.length
    await refusalOf(call(), ServerError)
    return server.asked.length - before
  }
  assert.equal(await counted(() => sdkOf(key, server.url).estimate(trip)), 3)
  assert.equal(await counted(() => sdkOf(key, server.url, { maxRetries: 0 }).estimate(trip)), 1)
  assert.equal(await counted(() => sdkOf(key, server.url).estimate(trip, { maxRetries: 1 })), 2)
})

test('a Retry-After of more than 61 seconds is not waited for: the error says how long it is', async () => {
  await using server = await serveSteps({ status: 429, headers: { 'retry-after': '62' } })
  const error = await refusalOf(sdkOf(key, server.url).estimate(trip), DrayError)
  assert.equal(error.retryAfterSeconds, 62)
  assert.equal(server.asked.length, 1)
})

test('a connection that is refused is tried again', async () => {
  let tries = 0
  const dray = sdkOf(key, 'https://dray.example', {
    fetch: async () => {
      if (++tries < 3) throw new TypeError('fetch failed')
      return new Response('{}')
    },
  })
  await dray.estimate(trip)
  assert.equal(tries, 3)
})

test('a signal ends a call and its pauses with its reason', async () => {
  await using server = await serveSteps({ status: 503, headers: { 'retry-after': '60' } })
  const stop = new AbortController()
  const call = sdkOf(key, server.url).estimate(trip, { signal: stop.signal })
  const refused = assert.rejects(call, /enough/)
  await until('the call pauses', () => server.asked.length === 1)
  stop.abort(new Error('enough'))
  await refused
  await using silent = await serveLocally(() => {})
  const late = new AbortController()
  const waiting = sdkOf(key, silent.url).estimate(trip, { signal: late.signal })
  const timedOut = assert.rejects(waiting, { name: 'TimeoutError' })
  // Not by a timer: it may end before the request has arrived.
  await until('the call waits for its response', () => silent.asked.length === 1)
  late.abort(new DOMException('too late', 'TimeoutError'))
  await timedOut
  await assert.rejects(sdkOf(key, silent.url).estimate(trip, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
  assert.equal(silent.asked.length, 1, 'an aborted signal sends nothing')
})

const some = fc.record({
  status: fc.constantFrom(null, 408, 429, 500, 503),
  code: fc.constant('code'),
  retryAfterSeconds: fc.option(fc.integer({ min: 0, max: 60 })),
})

test('a pause is at least Retry-After, and grows with each retry to at most 8 seconds without it', () => {
  fc.assert(
    fc.property(some, fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true }), (error, retries, random) => {
      const pause = pauseBeforeRetry(error, retries, random) ?? Number.NaN
      const backoff = Math.min(500 * 2 ** retries, 8_000)
      assert.ok(pause >= Math.max(backoff * 0.75, (error.retryAfterSeconds ?? 0) * 1_000))
      assert.ok(pause <= Math.max(backoff, (error.retryAfterSeconds ?? 0) * 1_000 + 250))
    }),
  )
})

test('pauses differ, so that clients that failed together do not return together', () => {
  for (const retryAfterSeconds of [null, 30]) {
    const pauses = [0, 0.5, 1].map((random) =>
      pauseBeforeRetry({ status: 503, code: 'x', retryAfterSeconds }, 0, random),
    )
    assert.equal(new Set(pauses).size, 3)
  }
})
