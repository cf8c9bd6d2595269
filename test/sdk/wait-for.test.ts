import assert from 'node:assert/strict'
import test from 'node:test'
import {
  type Dray,
  JobEndedError,
  type JobStatus,
  NotFoundError,
  PermissionError,
  ServerError,
  WaitTimeoutError,
} from '../../sdk/typescript/src/index.ts'
import { revokeKey } from '../../server/keys/issue.ts'
import { sofa } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'
import { unknownJobId } from '../support/trips.ts'
import { until } from '../support/until.ts'

const { app, proxy, partner } = await startSdkScene()
const often = { pollEveryMs: 20 }

/** A new draft, a client that counts the polls of its job, and the statuses they were answered with. */
async function draft(): Promise<{
  dray: Dray
  id: string
  polls: number[]
  become: (status: JobStatus) => Promise<unknown>
}> {
  const polls: number[] = []
  const dray = sdkOf(partner, proxy.url, {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (init.method === 'GET') polls.push(response.status)
      return response
    },
  })
  const { job_id: id } = await dray.createJob(sofa)
  const become = (status: JobStatus) =>
    app.db.pool.query('update job set status = $2, updated_at = now() where id = $1', [id, status])
  return { dray, id, polls, become }
}

test('waitFor polls until the job has the status; while nothing changed the response is a 304 without a body', async () => {
  const { dray, id, polls, become } = await draft()
  const waiting = dray.waitFor(id, 'posted', often)
  await until('it polled some times', () => polls.length >= 3)
  await become('posted')
  const job = await waiting
  assert.deepEqual(job, await dray.getJob(id))
  assert.equal(job.status, 'posted')
  assert.deepEqual([polls[0], polls[1], polls.at(-2)], [200, 304, 200])
})

test('a job that is already past the status has reached it', async () => {
  const { dray, id, become } = await draft()
  assert.equal((await dray.waitFor(id, ['draft', 'cancelled'], often)).status, 'draft')
  await become('accepted')
  assert.equal((await dray.waitFor(id, 'posted', often)).status, 'accepted')
  assert.equal((await dray.waitFor(id, ['completed', 'accepted'], often)).status, 'accepted')
  await become('completed')
  assert.equal((await dray.waitFor(id, 'posted', often)).status, 'completed')
})

test('a job that ended otherwise is a JobEndedError with its outcome', async () => {
  const { dray, id, become } = await draft()
  await become('cancelled')
  const error = await refusalOf(dray.waitFor(id, ['posted', 'accepted'], often), JobEndedError)
  assert.deepEqual([error.outcome, error.job?.status, error.code], ['cancelled', 'cancelled', 'job_ended'])
  assert.equal((await dray.waitFor(id, 'cancelled', often)).status, 'cancelled')
  await become('completed')
  const done = await refusalOf(dray.waitFor(id, 'cancelled', often), JobEndedError)
  assert.equal(done.outcome, 'completed')
})

test('a draft that expires during the wait, or was gone before, is a JobEndedError with the outcome gone', async () => {
  const { dray, id, polls } = await draft()
  const waiting = refusalOf(dray.waitFor(id, 'posted', often), JobEndedError)
  await until('it polled', () => polls.length >= 1)
  await app.db.pool.query('update job set expires_at = now() where id = $1', [id])
  const error = await waiting
  assert.deepEqual([error.outcome, error.status, error.job?.job_id], ['gone', 404, id])
  assert.ok(error.cause instanceof NotFoundError)
  const before = await refusalOf(dray.waitFor(unknownJobId, 'posted', often), JobEndedError)
  assert.deepEqual([before.outcome, before.job], ['gone', null])
})

test('the end of the time is a WaitTimeoutError with the job as it was last read', async () => {
  const { dray, id, polls } = await draft()
  const waiting = dray.waitFor(id, 'posted', { withinMs: 100, pollEveryMs: 60_000 })
  const error = await refusalOf(waiting, WaitTimeoutError)
  assert.deepEqual([error.job.status, error.code, error.cause], ['draft', 'wait_ended', undefined])
  assert.deepEqual(polls, [200, 304], 'the last poll is at the end')
})

test('a signal ends a wait with its reason', async () => {
  const { dray, id, polls } = await draft()
  const stop = new AbortController()
  const refused = assert.rejects(dray.waitFor(id, 'posted', { signal: stop.signal }), /enough/)
  await until('it polled', () => polls.length === 1)
  stop.abort(new Error('enough'))
  await refused
})

test('failures that may pass do not end a wait that has begun; a revoked key does', async () => {
  const { dray, id, polls, become } = await draft()
  const waiting = dray.waitFor(id, 'posted', { ...often, maxRetries: 0 })
  await until('it polled', () => polls.length >= 1)
  proxy.lose(`GET /v1/jobs/${id}`, 'cut', 'cut', 'half')
  await until('it polled again', () => polls.length >= 6)
  await become('posted')
  assert.equal((await waiting).status, 'posted')
  const other = await app.partner()
  const { job_id } = await sdkOf(other, app.url).createJob(sofa)
  let count = 0
  const watched = sdkOf(other, app.url, { fetch: (url, init) => fetch(url, init).finally(() => count++) })
  const refused = refusalOf(watched.waitFor(job_id, 'posted', often), PermissionError)
  await until('it polled', () => count >= 2)
  await revokeKey(app.db, other.keyId)
  await refused
})

test('a first poll that fails ends the wait; a wait that ends during an outage has the failure as its cause', async () => {
  let polls = 0
  await using server = await serveLocally((_request, response) => {
    polls++
    if (polls === 2) return response.end(JSON.stringify({ job_id: unknownJobId, status: 'draft' }))
    return response.writeHead(503).end()
  })
  const dray = sdkOf({ apiKey: 'dray_test_outage' }, server.url, { maxRetries: 0 })
  await refusalOf(dray.waitFor(unknownJobId, 'posted', often), ServerError)
  const waiting = dray.waitFor(unknownJobId, 'posted', { ...often, withinMs: 200 })
  const error = await refusalOf(waiting, WaitTimeoutError)
  assert.equal(error.job.status, 'draft')
  assert.ok(error.cause instanceof ServerError)
})
