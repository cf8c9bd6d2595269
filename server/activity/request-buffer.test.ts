import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../lib/ids.ts'
import { type AnsweredRequest, createRequestBuffer } from './request-buffer.ts'

const keyId = newId()

const answered = (more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  requestId: newId(),
  atMs: 1_800_000_030_000,
  keyId,
  partnerId: newId(),
  method: 'GET',
  route: '/v1/jobs/:job_id',
  status: 200,
  errorCode: null,
  field: null,
  latencyMs: 4,
  windowUsed: 1,
  ...more,
})

function createBuffer(bounds = {}) {
  const dropped = { request: 0, count: 0, opened: 0 }
  const buffer = createRequestBuffer((what, many) => void (dropped[what] += many), bounds)
  return { buffer, dropped }
}

test('a full buffer drops rows of the log and says how many, and the counts stay exact', () => {
  const { buffer, dropped } = createBuffer({ maxRequests: 3 })
  for (let at = 0; at < 10; at++) buffer.note(answered({ latencyMs: at }))
  buffer.note(answered({ status: 404 }))
  const { requests, counts } = buffer.take()
  assert.equal(requests.length, 3)
  assert.deepEqual(dropped, { request: 8, count: 0, opened: 0 })
  assert.deepEqual(
    counts.map(({ status, calls, msSum, msMax }) => ({ status, calls, msSum, msMax })),
    [
      { status: 200, calls: 10, msSum: 45, msMax: 9 },
      { status: 404, calls: 1, msSum: 4, msMax: 4 },
    ],
  )
})

test('too many different counts are dropped too, and counted as calls', () => {
  const { buffer, dropped } = createBuffer({ maxCounts: 1 })
  buffer.note(answered())
  buffer.note(answered({ keyId: newId() }))
  buffer.note(answered())
  assert.deepEqual(
    buffer.take().counts.map(({ calls }) => calls),
    [2],
  )
  assert.equal(dropped.count, 1)
})

test('a batch that was not written comes back before what came since, as far as there is room', () => {
  const { buffer, dropped } = createBuffer({ maxRequests: 3 })
  const early = [answered(), answered()]
  early.forEach(buffer.note)
  const batch = buffer.take()
  const late = [answered(), answered()]
  late.forEach(buffer.note)
  buffer.giveBack(batch)
  const { requests, counts } = buffer.take()
  assert.deepEqual(requests, [early[0], ...late])
  assert.deepEqual([dropped.request, counts[0]?.calls], [1, 4])
  assert.deepEqual(buffer.take(), { requests: [], counts: [] })
})

test('minutes are counted apart', () => {
  const { buffer } = createBuffer()
  buffer.note(answered({ atMs: 1_800_000_059_999 }))
  buffer.note(answered({ atMs: 1_800_000_060_000 }))
  const minutes = buffer.take().counts.map(({ minuteMs }) => minuteMs)
  assert.deepEqual(minutes, [1_800_000_000_000, 1_800_000_060_000])
})

test('the largest window of a minute is kept, whatever minute of the clock its calls fall into', () => {
  const { buffer } = createBuffer()
  const minuteMs = 1_800_000_000_000
  for (const [atMs, windowUsed] of [
    [-2, 1],
    [-1, 2],
    [0, 3],
    [1, 2],
  ] as const)
    buffer.note(answered({ atMs: minuteMs + atMs, windowUsed }))
  assert.deepEqual(
    buffer.take().counts.map(({ calls, windowMax }) => [calls, windowMax]),
    [
      [2, 2],
      [2, 3],
    ],
  )
})
