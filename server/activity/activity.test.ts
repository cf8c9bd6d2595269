import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import { createActivity } from './activity.ts'
import { createProviderCalls } from './provider-calls.ts'
import { readProviders } from './read-usage.ts'
import type { AnsweredRequest } from './request-buffer.ts'
import { forgetActivity, writeRequests } from './write-activity.ts'

const keyId = newId()
const partnerId = newId()

const answered = (more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  ...{ requestId: newId(), atMs: Date.now(), keyId, partnerId, method: 'GET', route: '/v1/jobs/:job_id' },
  ...{ status: 200, errorCode: null, field: null, latencyMs: 4, windowUsed: 1 },
  ...more,
})

const countOf = (request: AnsweredRequest) => {
  const { atMs, status, method, route } = request
  const minuteMs = atMs - (atMs % 60_000)
  return { keyId, method, route, status, minuteMs, calls: 1, msSum: 4, msMax: 4, windowMax: 1 }
}

const count = async (pool: pg.Pool, table: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

const createParts = (pool: pg.Pool) => {
  const providerCalls = createProviderCalls()
  const dropped: string[] = []
  const activity = createActivity({ pool, providerCalls, onDropped: (what) => void dropped.push(what) })
  return { activity, providerCalls, dropped }
}

test('of each key, day and status only so many calls are logged, over all nodes and batches', async () => {
  await using db = await createDatabase()
  const batchOf = (status: number, calls: number) => {
    const requests = Array.from({ length: calls }, () => answered({ status }))
    return { requests, counts: requests.map(countOf).slice(0, 1) }
  }
  const bounds = { maxPerDay: 5 }
  await Promise.all([1, 2, 3, 4].map(() => writeRequests(db.pool, batchOf(429, 2), bounds)))
  await writeRequests(db.pool, batchOf(400, 3), bounds)
  const { rows } = await db.pool.query('select status, count(*)::int from request_log group by 1 order by 1')
  assert.deepEqual(rows, [
    { status: 400, count: 3 },
    { status: 429, count: 5 },
  ])
})

test('a batch that is written twice is in the log once', async () => {
  await using db = await createDatabase()
  const request = answered()
  const batch = { requests: [request], counts: [countOf(request)] }
  await writeRequests(db.pool, batch)
  await writeRequests(db.pool, batch)
  assert.equal(await count(db.pool, 'request_log'), 1)
})

test('what cannot be written is kept for the next flush', async () => {
  await using db = await createDatabase()
  const { activity, providerCalls, dropped } = createParts(db.pool)
  activity.noteRequest(answered())
  providerCalls.note({ kind: 'sms', provider: 'twilio', outcome: 'accepted', latencyMs: 120 })
  await db.pool.query('alter table request_minute rename to away')
  await assert.rejects(activity.flush())
  await db.pool.query('alter table away rename to request_minute')
  await activity.flush()
  await activity.flush()
  assert.deepEqual([await count(db.pool, 'request_log'), await count(db.pool, 'provider_minute')], [1, 1])
  assert.deepEqual(dropped, [])
})

test('while calls are not written for two minutes, the log says until when it reaches', async () => {
  await using db = await createDatabase()
  const { activity } = createParts(db.pool)
  const call = answered()
  const at = (minutes: number) => new Date(call.atMs + minutes * 60_000)
  assert.equal(activity.recordedUntil(at(3)), null, 'there was no call')
  activity.noteRequest(call)
  assert.equal(activity.recordedUntil(at(1)), null, 'it is not late yet')
  assert.deepEqual(activity.recordedUntil(at(3)), at(0))
  await db.pool.query('alter table request_minute rename to away')
  await assert.rejects(activity.flush())
  assert.deepEqual(activity.recordedUntil(at(3)), at(0))
  await db.pool.query('alter table away rename to request_minute')
  await activity.flush()
  assert.equal(activity.recordedUntil(at(3)), null)
})

test('the calls to a provider are summed over nodes, with the last one', async () => {
  await using db = await createDatabase()
  const [here, there] = [createParts(db.pool), createParts(db.pool)]
  const located = { kind: 'geocoder' as const, provider: 'nominatim', outcome: 'located' }
  here.providerCalls.note({ ...located, latencyMs: 100 })
  here.providerCalls.note({ ...located, outcome: 'unavailable', cause: 'HTTP 503', latencyMs: 20 })
  await here.activity.flush()
  there.providerCalls.note({ ...located, latencyMs: 300.4 })
  await there.activity.flush()
  const shown = await readProviders(db.pool, { hours: 1 })
  assert.deepEqual(
    shown.map(({ outcome, cause, calls, ms_average, ms_max, last_ms }) => [
      ...[outcome, cause, calls, ms_average, ms_max, last_ms],
    ]),
    [
      ['located', '', 2, 200, 300, 300],
      ['unavailable', 'HTTP 503', 1, 20, 20, 20],
    ],
  )
})

test('a cause that PostgreSQL cannot store does not hold up the others', async () => {
  await using db = await createDatabase()
  const { activity, providerCalls } = createParts(db.pool)
  const cause = `\0${'x'.repeat(119)}\u{1F600}`
  providerCalls.note({ kind: 'sms', provider: 'x', outcome: 'refused', cause, latencyMs: 1 })
  await activity.flush()
  assert.equal((await readProviders(db.pool, { hours: 1 })).length, 1)
})

test('causes without end are counted as one', () => {
  const calls = createProviderCalls()
  for (let at = 0; at < 2_000; at++)
    calls.note({
      kind: 'sms',
      provider: 'x',
      outcome: 'refused',
      cause: `${at}${'x'.repeat(200)}`,
      latencyMs: 1,
    })
  const taken = calls.take()
  assert.equal(taken.length, 501)
  assert.equal(taken.find(({ cause }) => cause === 'other')?.calls, 1_500)
  assert.ok(taken.every(({ cause }) => cause.length <= 120))
})

test('the log ends after its days, the counts later', async () => {
  await using db = await createDatabase()
  const day = 86_400_000
  for (const age of [1, 8, 70]) {
    const request = answered({ atMs: Date.now() - age * day })
    await writeRequests(db.pool, { requests: [request], counts: [countOf(request)] })
  }
  const tables = ['request_log', 'request_log_day', 'request_minute', 'request_hour']
  const counts = () => Promise.all(tables.map((table) => count(db.pool, table)))
  assert.deepEqual(await counts(), [3, 3, 3, 3])
  await forgetActivity({ pool: db.pool, requestLogDays: 7 })
  assert.deepEqual(await counts(), [1, 1, 2, 2])
})
