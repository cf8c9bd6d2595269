import assert from 'node:assert/strict'
import test from 'node:test'
import {
  AuthenticationError,
  ConnectionError,
  DrayError,
  DuplicateReferenceError,
  GeocodingError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../../sdk/typescript/src/index.ts'
import { sofa, startDray } from '../support/dray.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'
import { trip, unknownAddress, unknownJobId } from '../support/trips.ts'

const { app, partner } = await startSdkScene()
const dray = sdkOf(partner, app.url, { maxRetries: 0 })

test('input that is not valid is a ValidationError with the reason for each field', async () => {
  const input = { ...trip, size: 'XXL', pickup: { address: '' } } as unknown as typeof trip
  const error = await refusalOf(dray.estimate(input), ValidationError)
  assert.deepEqual([error.status, error.code], [400, 'validation_error'])
  assert.deepEqual(Object.keys(error.details).sort(), ['pickup.address', 'size'])
  assert.match(error.message, /not valid/)
})

test('an address that is not found is a GeocodingError that names it', async () => {
  const error = await refusalOf(dray.createJob({ ...sofa, dropoff: unknownAddress }), GeocodingError)
  assert.deepEqual([error.status, error.code], [422, 'geocoding_failed'])
  assert.deepEqual(Object.keys(error.details), ['dropoff.address'])
})

test('a taken reference is a DuplicateReferenceError with the id of the job that has it', async () => {
  const job = await dray.createJob({ ...sofa, external_reference: 'taken' })
  const call = dray.createJob({ ...sofa, external_reference: 'taken' })
  const error = await refusalOf(call, DuplicateReferenceError)
  assert.deepEqual([error.status, error.code, error.jobId], [400, 'duplicate_reference', job.job_id])
  assert.equal((await dray.getJob(error.jobId ?? '')).external_reference, 'taken')
})

test('an Idempotency-Key with another body is an IdempotencyError', async () => {
  const options = { idempotencyKey: 'reused' }
  await dray.createJob(sofa, options)
  const error = await refusalOf(dray.createJob({ ...sofa, title: 'Table' }, options), IdempotencyError)
  assert.deepEqual([error.status, error.code, error.idempotencyKey], [422, 'idempotency_key_reuse', 'reused'])
})

test('a wrong key is an AuthenticationError, the job of another key a PermissionError, no job a NotFoundError', async () => {
  const wrong = sdkOf({ apiKey: 'dray_test_wrong' }, app.url)
  assert.equal((await refusalOf(wrong.estimate(trip), AuthenticationError)).status, 401)
  const { job_id } = await dray.createJob(sofa)
  const other = sdkOf(await app.partner(), app.url)
  assert.equal((await refusalOf(other.getJob(job_id), PermissionError)).status, 403)
  assert.equal((await refusalOf(dray.getJob(unknownJobId), NotFoundError)).status, 404)
})

test('too many calls are a RateLimitError with the seconds to wait', async () => {
  const limited = sdkOf(await app.partner({ rateLimit: 1 }), app.url, { maxRetries: 0 })
  await limited.estimate(trip)
  const error = await refusalOf(limited.estimate(trip), RateLimitError)
  assert.deepEqual([error.status, error.code], [429, 'rate_limit_exceeded'])
  assert.ok(error.retryAfterSeconds !== null && error.retryAfterSeconds >= 1)
})

test('a service that cannot work is a ServerError with the seconds to wait', async () => {
  const env = { GEOCODER: 'nominatim', NOMINATIM_URL: `http://127.0.0.1:${await closedPort()}` }
  await using blind = await startDray(env, { beside: app })
  const call = sdkOf(partner, blind.url, { maxRetries: 0 }).estimate(trip)
  const error = await refusalOf(call, ServerError)
  assert.deepEqual([error.status, error.code], [503, 'service_unavailable'])
  assert.ok(error.retryAfterSeconds !== null && error.retryAfterSeconds >= 1)
})

test('no connection is a ConnectionError that says why, with the Idempotency-Key of a create', async () => {
  const away = sdkOf(partner, `http://127.0.0.1:${await closedPort()}`, { maxRetries: 0 })
  const error = await refusalOf(away.createJob(sofa), ConnectionError)
  assert.deepEqual([error.status, error.code, error.requestId], [null, 'connection_failed', null])
  assert.match(error.message, /ECONNREFUSED/)
  assert.match(error.idempotencyKey ?? '', /^[0-9a-f-]{36}$/)
  assert.equal((await refusalOf(away.estimate(trip), ConnectionError)).idempotencyKey, null)
})

test('no response in time is a TimeoutError, by the time limit of the client or of the call', async () => {
  await using silent = await serveLocally(() => {})
  const slow = sdkOf(partner, silent.url, { maxRetries: 0, timeoutMs: 50 })
  const error = await refusalOf(slow.createJob(sofa), TimeoutError)
  assert.ok(error instanceof ConnectionError, 'who handles a lost response handles this one')
  assert.deepEqual([error.status, error.code], [null, 'timeout'])
  assert.ok(error.idempotencyKey)
  const patient = sdkOf(partner, silent.url, { maxRetries: 0 })
  await refusalOf(patient.estimate(trip, { timeoutMs: 50 }), TimeoutError)
})

test('other refusals are a DrayError with the code of the service', async () => {
  const error = await refusalOf(dray.createJob({ ...sofa, description: 'x'.repeat(70_000) }), DrayError)
  assert.deepEqual([error.status, error.code], [413, 'payload_too_large'])
})

test('every error of a response has the request id by which support finds the call', async () => {
  const ids: string[] = []
  const watched = sdkOf(partner, app.url, {
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      ids.push(response.headers.get('x-request-id') ?? '')
      return response
    },
  })
  const errors = [
    await refusalOf(watched.getJob(unknownJobId), NotFoundError),
    await refusalOf(watched.createJob({ ...sofa, external_reference: 'taken' }), DuplicateReferenceError),
  ]
  assert.deepEqual(
    errors.map(({ requestId }) => requestId),
    ids,
  )
  assert.ok(ids.every((id) => id !== ''))
})
