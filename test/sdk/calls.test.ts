import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { Dray, NotFoundError, version } from '../../sdk/typescript/src/index.ts'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { serveLocally } from '../support/local-server.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { trip } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()
const dray = sdkOf(partner, app.url)

test('estimate, createJob and getJob give the bodies of the service, with their names', async () => {
  const { body: estimate } = await partner.estimate(trip)
  assert.deepEqual(await dray.estimate(trip), estimate)
  const job = await dray.createJob({ ...sofa, external_reference: 'order-1' })
  assert.equal(job.status, 'draft')
  assert.equal(job.external_reference, 'order-1')
  assert.equal(job.pricing.total_customer_pays_eur, estimate.total_customer_pays_eur)
  const { body: read } = await partner.read(job.job_id)
  assert.deepEqual(await dray.getJob(job.job_id), read)
})

test('withResponse gives status, headers, request id and rate limit beside the value', async () => {
  const limited = await app.partner({ rateLimit: 40 })
  const { data, status, headers, requestId, rateLimit } = await sdkOf(limited, app.url)
    .createJob(sofa)
    .withResponse()
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `/v1/jobs/${data.job_id}`)
  assert.equal(requestId, headers.get('x-request-id'))
  assert.ok(requestId)
  assert.deepEqual([rateLimit?.limit, rateLimit?.remaining], [40, 39])
  const resetSeconds = Number(headers.get('x-ratelimit-reset'))
  assert.equal(rateLimit?.resetsAt.getTime(), resetSeconds * 1_000)
})

test('an error that only withResponse gives out leaves no unhandled rejection', async () => {
  const unknown = dray.getJob('01890000-0000-7000-8000-000000000000').withResponse()
  await refusalOf(unknown, NotFoundError)
})

test('createJob has a new Idempotency-Key in each call, or the one that is given', async () => {
  const first = await dray.createJob(sofa)
  const second = await dray.createJob(sofa)
  assert.notEqual(first.job_id, second.job_id)
  const before = await countRows(app)
  const given = await dray.createJob(sofa, { idempotencyKey: 'order-7' })
  const other = sdkOf(partner, app.url)
  const again = await other.createJob(sofa, { idempotencyKey: 'order-7' }).withResponse()
  assert.deepEqual(again.data, given)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await countRows(app)).jobs, before.jobs + 1)
})

test('creates with one key at the same time wait for the first, and all give its job', async () => {
  const before = await countRows(app)
  const options = { idempotencyKey: 'order-8' }
  const jobs = await Promise.all(Array.from({ length: 5 }, () => dray.createJob(sofa, options)))
  assert.equal(new Set(jobs.map(({ job_id }) => job_id)).size, 1)
  assert.equal((await countRows(app)).jobs, before.jobs + 1)
})

test('createJob says what became of the SMS, also in a replay, and late from never', async () => {
  const trial = sdkOf(await app.partner({ mode: 'test' }), app.url)
  for (const [customer_phone, status] of [
    ['+34612345678', 'sent'],
    ['+447700900021', 'retrying'],
    ['+447700900020', 'refused'],
    ['+34912345678', 'unreachable'],
  ] as const) {
    const create = () => trial.createJob({ ...sofa, customer_phone }, { idempotencyKey: `sms-${status}` })
    assert.deepEqual([(await create()).sms_status, (await create()).sms_status], [status, status])
  }
})

test('a number that JSON cannot say is refused by its field, and is not sent as null, which means absent', async () => {
  for (const floor of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const error = await dray.estimate({ ...trip, dropoff: { ...trip.dropoff, floor } }).catch((why) => why)
    assert.deepEqual(error.details, { 'dropoff.floor': 'must be a number' })
  }
})

test('createJob gives the link of the SMS as web_url, also in a replay; null from a service without it', async () => {
  const create = () => dray.createJob({ ...sofa, title: 'Piano' }, { idempotencyKey: 'link' })
  const { web_url } = await create()
  const { rows } = await app.db.pool.query(`select body from sms where body like '%Piano%'`)
  assert.ok(web_url && rows[0].body.includes(web_url), `${web_url}`)
  assert.equal((await create()).web_url, web_url)
  await using older = await serveLocally((_request, response) =>
    response.writeHead(201).end('{"job_id":"1"}'),
  )
  assert.equal((await sdkOf({ apiKey: 'k' }, older.url).createJob(sofa)).web_url, null)
})

test('texts are in the language of the client, or of the call', async () => {
  const spanish = sdkOf(partner, app.url, { language: 'es' })
  assert.match((await spanish.estimate(trip)).disclaimer, /precio/)
  assert.match((await spanish.estimate(trip, { language: 'en' })).disclaimer, /price/)
})

test('a base URL may have a path and end in slashes; the SDK names itself and its version', async () => {
  const seen: (string | undefined)[] = []
  await using server = await serveLocally((request, response) => {
    seen.push(request.headers['user-agent'])
    response.end('{}')
  })
  await new Dray({ apiKey: 'any', baseUrl: `${server.url}/dray//` }).estimate(trip)
  assert.deepEqual(server.asked, ['POST /dray/v1/pricing/estimate'])
  assert.deepEqual(seen, [`dray-sdk-typescript/${version}`])
})

test('a fetch of the caller replaces that of the runtime, and is called without `this`', async () => {
  const asked: string[] = []
  const own = sdkOf(partner, app.url, {
    fetch(this: unknown, url, init) {
      assert.equal(this, undefined)
      asked.push(`${init.method} ${new URL(url).pathname}`)
      return fetch(url, init)
    },
  })
  await own.estimate(trip)
  assert.deepEqual(asked, ['POST /v1/pricing/estimate'])
})
