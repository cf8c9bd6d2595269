import { startDray, type TestDray } from '../../test/support/dray.ts'
import { startGeocoderEngine } from '../../test/support/geocoder-engine.ts'
import { closedPort } from '../../test/support/local-server.ts'
import { rawRequest, sendRaw } from '../../test/support/raw-http.ts'
import { lockTable } from '../../test/support/table-lock.ts'
import { until } from '../../test/support/until.ts'
import { callerOf } from './calls.ts'
import type { ApiRequest, Prism } from './prism.ts'
import { requestsWith } from './requests.ts'
import { type Seen, showRecorded } from './seen.ts'

/** A create while the first request with its `Idempotency-Key` still waits for the geocoder: 409. */
export async function callWhileRunning(prism: Prism, app: TestDray, seen: Seen[]): Promise<void> {
  await using engine = await startGeocoderEngine()
  await using slow = await startDray(engine.env, { beside: app })
  const call = callerOf(prism, slow, seen)
  const { apiKey } = await slow.partner({ mode: 'test' })
  const once = requestsWith(apiKey).create({ headers: { 'idempotency-key': 'prism-3' } })
  engine.hold()
  const first = call(once, 201)
  await until('the first call waits', () => engine.held() > 0)
  await call(once, 409)
  engine.stopHolding()
  await first
}

/** Without a geocoder, and with a locked table: 503. */
export async function callDuringOutage(prism: Prism, app: TestDray, seen: Seen[]): Promise<void> {
  const env = { GEOCODER: 'nominatim', NOMINATIM_URL: `http://127.0.0.1:${await closedPort()}` }
  await using blind = await startDray(env, { beside: app })
  const { apiKey } = await blind.partner({ mode: 'test' })
  const { estimate, create, read } = requestsWith(apiKey)
  const call = callerOf(prism, blind, seen)
  await call(estimate(), 503)
  await call(create(), 503)
  await using _lock = await lockTable(app.db.url, 'job', 'ACCESS EXCLUSIVE')
  await call(read(), 503)
}

/** With columns that the statements do not find: 500. */
export async function callBroken(prism: Prism, seen: Seen[]): Promise<void> {
  await using broken = await startDray()
  const { apiKey } = await broken.partner({ mode: 'test' })
  const { estimate, create, read } = requestsWith(apiKey)
  const call = callerOf(prism, broken, seen)
  for (const [table, column] of [
    ['job', 'title'],
    ['job', 'status'],
    ['tariff', 'terms'],
  ])
    await broken.db.pool.query(`alter table ${table} rename column ${column} to gone_${column}`)
  await call(estimate(), 500)
  await call(create(), 500)
  await call(read(), 500)
}

/**
 * Responses to requests that no HTTP client sends and no proxy passes on: malformed, late, with too large headers. They
 * are provoked with raw bytes, and Prism sees the recorded responses.
 */
export async function callRaw(prism: Prism, app: TestDray, seen: Seen[]): Promise<void> {
  const { apiKey } = await app.partner({ mode: 'test' })
  const { estimate, create, read } = requestsWith(apiKey)
  const host = 'Host: dray.test'
  const key = `X-API-Key: ${apiKey}`
  const record = async (request: ApiRequest, bytes: Parameters<typeof sendRaw>[1], expected: number) => {
    const { status, headers, text } = await sendRaw(app.url, bytes, request)
    const shown = await showRecorded(prism, request, { status, headers: Object.fromEntries(headers), text })
    const wrong = `${shown.operationId}: expected ${expected}, got ${status}`
    seen.push(status === expected ? shown : { ...shown, violations: [...shown.violations, wrong] })
  }
  const calls = [estimate(), create(), read()].flatMap((request) => {
    const start = `${request.method} ${request.path} HTTP/1.1`
    return [
      record(request, rawRequest(start, [host, host, key]), 400),
      record(request, `${start}\r\n${host}\r\n`, 408),
      record(request, rawRequest(start, [host, key, `X-Other: ${'a'.repeat(70_000)}`]), 431),
    ]
  })
  await Promise.all(calls)
}
