import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionError, DuplicateReferenceError } from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'
import { trip } from '../support/trips.ts'

const { app, proxy, partner } = await startSdkScene()
const dray = sdkOf(partner, proxy.url)
const create = 'POST /v1/jobs'

/** Jobs and SMS that the work made. */
async function made(work: () => Promise<unknown>): Promise<[jobs: number, texts: number]> {
  const before = await countRows(app)
  await work()
  const { jobs, texts } = await countRows(app)
  return [jobs - before.jobs, texts - before.texts]
}

test('a create whose response is lost is sent again with its Idempotency-Key: one job, one SMS, the whole response', async () => {
  for (const losses of [['cut'], ['half'], ['cut', 'half']] as const) {
    proxy.lose(create, ...losses)
    proxy.keys.length = 0
    const counts = await made(async () => {
      const { data, headers } = await dray.createJob(sofa).withResponse()
      assert.equal(headers.get('idempotent-replayed'), 'true')
      assert.ok(data.deep_link_url)
      assert.equal((await dray.getJob(data.job_id)).status, 'draft')
    })
    assert.deepEqual(counts, [1, 1], losses.join())
    assert.equal(proxy.keys.length, losses.length + 1)
    assert.equal(new Set(proxy.keys).size, 1)
  }
})

test('after all tries were lost, the key in the error gives the response of the job that was made', async () => {
  proxy.lose(create, 'cut', 'cut', 'cut')
  const counts = await made(async () => {
    const { idempotencyKey } = await refusalOf(dray.createJob(sofa), ConnectionError)
    assert.ok(idempotencyKey)
    const again = await dray.createJob(sofa, { idempotencyKey }).withResponse()
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })
  assert.deepEqual(counts, [1, 1])
})

test('a program that has lost the key too finds its job by the external_reference', async () => {
  const job = { ...sofa, external_reference: 'order-lost' }
  proxy.lose(create, 'cut')
  const counts = await made(async () => {
    await refusalOf(dray.createJob(job, { maxRetries: 0 }), ConnectionError)
    const restarted = sdkOf(partner, proxy.url)
    const { jobId } = await refusalOf(restarted.createJob(job), DuplicateReferenceError)
    const found = await restarted.getJob(jobId ?? '')
    assert.equal(found.external_reference, 'order-lost')
  })
  assert.deepEqual(counts, [1, 1])
})

test('where a proxy removes the Idempotency-Key, the retry of a lost create still names the job that was made', async () => {
  const withoutKeys = sdkOf(partner, proxy.url, {
    fetch: (url, { headers: { 'Idempotency-Key': _key, ...headers }, ...init }) =>
      fetch(url, { ...init, headers }),
  })
  proxy.lose(create, 'cut')
  const counts = await made(async () => {
    const call = withoutKeys.createJob({ ...sofa, external_reference: 'order-keyless' })
    const { jobId } = await refusalOf(call, DuplicateReferenceError)
    assert.equal((await dray.getJob(jobId ?? '')).external_reference, 'order-keyless')
  })
  assert.deepEqual(counts, [1, 1])
})

test('an estimate and a read whose responses are lost are sent again', async () => {
  proxy.lose('POST /v1/pricing/estimate', 'cut')
  assert.ok((await dray.estimate(trip)).disclaimer)
  const { job_id } = await dray.createJob(sofa)
  proxy.lose(`GET /v1/jobs/${job_id}`, 'half')
  assert.equal((await dray.getJob(job_id)).job_id, job_id)
})
