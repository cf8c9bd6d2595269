import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { estimateRequest, jobRequest, refusals } from '#contract/samples.ts'
import { sampleLanguages } from '../../server/http/pages/docs/guide-source.ts'
import { startDray } from '../support/dray.ts'
import { type Loss, startLosingProxy } from '../support/losing-proxy.ts'
import { toolOf } from '../support/sample-tools.ts'
import { type SampleRun, sampleFiles, startSampleProject } from '../support/samples.ts'
import { playToEnd, sandboxUser } from '../support/sandbox.ts'
import { unknownJobId } from '../support/trips.ts'
import { until } from '../support/until.ts'

const app = await startDray()
const project = await startSampleProject(app)
after(async () => {
  await project[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** The status codes of the responses to status reads, by API key. */
const statusReads = new Map<string, number[]>()
app.dray.app.server.on('request', ({ method, url, headers }, response) => {
  if (method !== 'GET' || !url?.startsWith('/v1/jobs/')) return
  const key = String(headers['x-api-key'])
  response.on('finish', () => statusReads.set(key, [...(statusReads.get(key) ?? []), response.statusCode]))
})

const files = sampleLanguages.map(({ file }) => file)
const isSdk = (file: string): boolean => file.includes('sdk')
const createOnceFiles = files.filter((file) => file !== 'curl.sh')

test('every call has a sample in each language, and no others', () => {
  const promised = {
    create: files,
    'create-once': createOnceFiles,
    estimate: files,
    poll: files,
    status: files,
  }
  const sorted = Object.entries(promised).map(([call, names]) => [call, names.toSorted()])
  assert.deepEqual(sampleFiles(), Object.fromEntries(sorted))
})

// Four programs at a time: more of them keep a small machine so busy that the service's own time limits pass.
describe('the samples of the guide run as they are on the page', { concurrency: 2 }, () => {
  for (const { file, name } of sampleLanguages)
    describe(name, { concurrency: 2 }, () => {
      testCalls(file)
      testRefusals(file)
      testPoll(file)
      if (createOnceFiles.includes(file)) testCreateOnce(file)
      if (createOnceFiles.includes(file) && !isSdk(file)) testRetries(file)
    })
})

function testCalls(file: string): void {
  const skip = toolOf(file).missing

  test('estimate prints the total of the request and the disclaimer', { skip }, async () => {
    const { apiKey, call } = await app.partner({ mode: 'test' })
    const { stdout } = await succeeded(project.run('estimate', file, { baseUrl: app.url, apiKey }))
    const { body } = await call('/v1/pricing/estimate', { body: estimateRequest })
    for (const name of ['total_customer_pays_eur', 'disclaimer'])
      assert.ok(stdout.includes(String(body[name])), stdout)
    if (!isSdk(file)) assert.match(stdout, /\b200\b/)
  })

  test('create stores the job, and prints its id and its link; status reads it', { skip }, async () => {
    const { apiKey, keyId, read } = await app.partner({ mode: 'test' })
    const created = await succeeded(project.run('create', file, { baseUrl: app.url, apiKey }))
    const [jobId = ''] = await jobsOf(keyId)
    assert.ok(created.stdout.includes(jobId), created.stdout)
    assert.match(created.stdout, /https?:\/\/[\w.:-]+\/draft\/\w{14}\?phone=%2B447700900000/)
    if (!isSdk(file)) assert.match(created.stdout, /\b201\b/)
    assert.equal((await read(jobId)).body.external_reference, jobRequest.external_reference)
    assert.equal(await idempotencyKeyOf(jobId), jobRequest.external_reference)
    const { stdout } = await succeeded(project.run('status', file, { baseUrl: app.url, apiKey, jobId }))
    assert.match(stdout, isSdk(file) ? /^draft$/m : /\b200\b[^]*\bdraft\b|\bdraft\b[^]*\b200\b/)
  })
}

function testRefusals(file: string): void {
  const skip = toolOf(file).missing

  test('a refusal is shown with its error and its message, and the program fails', { skip }, async () => {
    const values = { baseUrl: app.url, apiKey: 'not-a-key', jobId: unknownJobId }
    for (const call of ['estimate', 'create', 'status', 'poll']) {
      const { code, stdout, stderr } = await project.run(call, file, values)
      const shown = `${call}: ${stdout}\n${stderr}`
      assert.notEqual(code, 0, shown)
      assert.ok(shown.includes(refusals.unauthorized.message), shown)
      assert.match(shown, /unauthorized|AuthenticationError/)
      // The shell script of `poll` shows the body alone.
      if (call !== 'poll') assert.match(shown, /\b401\b/)
    }
  })
}

function testPoll(file: string): void {
  const skip = toolOf(file).missing

  test('poll sends the ETag, and ends when the job is completed', { skip }, async () => {
    const user = await sandboxUser(app)
    const { apiKey } = user
    const jobId = await user.begin('happy')
    const answered = (code: number) => (statusReads.get(apiKey) ?? []).filter((each) => each === code).length
    const ended = succeeded(project.run('poll', file, { baseUrl: app.url, apiKey, jobId }))
    await Promise.race([
      until('two polls with the ETag are answered 304', () => answered(304) >= 2),
      ended.then(({ stdout, stderr }) => assert.fail(`it ended: ${stdout}\n${stderr}`)),
    ])
    await playToEnd(user)
    const { stdout } = await ended
    assert.match(stdout, /\bcompleted\b[^\n]*\n$/)
    // The SDKs print only the end. The others print a line for each 200.
    assert.equal(stdout.split('\n').length - 1, isSdk(file) ? 1 : answered(200), stdout)
  })

  test('poll goes on after a 503 and a lost connection, and ends when the job is gone', {
    skip,
  }, async () => {
    const { apiKey } = await app.partner({ mode: 'test' })
    await using proxy = await startLosingProxy(app.url)
    proxy.lose(`GET /v1/jobs/${unknownJobId}`, { status: 503 }, 'cut')
    const values = { baseUrl: proxy.url, apiKey, jobId: unknownJobId }
    const { stdout } = await succeeded(project.run('poll', file, values))
    assert.equal(stdout, 'The job was deleted, or its draft expired.\n')
    assert.equal(proxy.asked.length, 3)
  })
}

function testCreateOnce(file: string): void {
  const skip = toolOf(file).missing

  test('create-once finds the job of a call whose 201 was lost', { skip }, async () => {
    const { apiKey, keyId, read } = await app.partner({ mode: 'test' })
    await using proxy = await startLosingProxy(app.url)
    // An SDK tries three times, the other samples five times.
    proxy.lose('POST /v1/jobs', ...Array<Loss>(isSdk(file) ? 3 : 5).fill('cut'))
    const lost = await project.run('create-once', file, { baseUrl: proxy.url, apiKey })
    assert.notEqual(lost.code, 0, lost.stdout)
    const [jobId = ''] = await jobsOf(keyId)
    // After 24 hours only the external_reference is left.
    await app.db.pool.query('delete from idempotency_key where job_id = $1', [jobId])
    const { stdout } = await succeeded(project.run('create-once', file, { baseUrl: proxy.url, apiKey }))
    assert.equal(stdout, `${jobId}\n`)
    assert.deepEqual(await jobsOf(keyId), [jobId])
    assert.equal((await read(jobId)).body.external_reference, jobRequest.external_reference)
  })
}

function testRetries(file: string): void {
  const skip = toolOf(file).missing

  test('create-once recovers from a lost 201, a 503 and a 429: one job, and growing pauses', {
    skip,
  }, async () => {
    const { apiKey, keyId } = await app.partner({ mode: 'test' })
    await using proxy = await startLosingProxy(app.url)
    proxy.lose('POST /v1/jobs', 'half', { status: 503, retryAfter: 3 }, { status: 429, retryAfter: 1 })
    const { stdout } = await succeeded(project.run('create-once', file, { baseUrl: proxy.url, apiKey }))
    assert.deepEqual(await jobsOf(keyId), [stdout.trim()])
    assert.deepEqual(proxy.keys, Array(4).fill(jobRequest.external_reference))
    const pauses = proxy.arrivals.slice(1).map((at, i) => at - (proxy.arrivals[i] ?? 0))
    // Timers may be a few milliseconds early.
    const isPaused = [1, 3, 4].every((seconds, i) => (pauses[i] ?? 0) > seconds * 1_000 - 20)
    assert.ok(isPaused, pauses.join())
  })

  test('create-once does not repeat a refusal, and shows it', { skip }, async () => {
    await using proxy = await startLosingProxy(app.url)
    const refused = await project.run('create-once', file, { baseUrl: proxy.url, apiKey: 'not-a-key' })
    assert.notEqual(refused.code, 0)
    assert.match(`${refused.stdout}${refused.stderr}`, /\b401 [^]*unauthorized/)
    assert.equal(proxy.asked.length, 1)
  })
}

async function succeeded(run: Promise<SampleRun>): Promise<SampleRun> {
  const { code, stdout, stderr } = await run
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  return { code, stdout, stderr }
}

/** The ids of the jobs that were created with an API key. */
async function jobsOf(keyId: string): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>('select id from job where key_id = $1', [keyId])
  return rows.map(({ id }) => id)
}

/** The Idempotency-Key with which a job was created. */
async function idempotencyKeyOf(jobId: string): Promise<string | undefined> {
  const { rows } = await app.db.pool.query<{ idempotency_key: string }>(
    'select idempotency_key from idempotency_key where job_id = $1',
    [jobId],
  )
  return rows[0]?.idempotency_key
}
