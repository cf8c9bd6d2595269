import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { samplePhotoOrigin } from '#contract/sandbox/words.ts'
import { sofa, type TestPartner } from '../support/dray.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

describe('DESIGN 6 promise 9: while PostgreSQL hangs, every request is answered', { concurrency: 2 }, () => {
  test('requests of every surface get their answer, or 503', mixedRequests)
  test('a create that was at its geocoder gets 503', createsInProgress)
})

async function createsInProgress(): Promise<void> {
  await using installation = await createInstallation()
  await using proxy = await startTcpProxy(installation.db.url)
  const env = { DATABASE_URL: proxy.url, ...installation.geocoder.env }
  await using dray = await installation.start('start', { env })
  const partner = await installation.partner({ mode: 'live', rateLimit: 100_000 })
  installation.geocoder.hold()
  const asked = Array.from({ length: 4 }, (_, n) =>
    outcome('create', dray.url, {
      path: '/v1/jobs',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': partner.apiKey,
        'idempotency-key': `key-${n}`,
      },
      body: JSON.stringify({ ...sofa, external_reference: `order-${n}`, customer_phone: newPhone() }),
    }),
  )
  await until('the geocoder was asked', () => installation.geocoder.held() > 0)
  proxy.freeze()
  installation.geocoder.stopHolding()
  assert.deepEqual(
    (await Promise.all(asked)).map(({ status }) => status),
    [503, 503, 503, 503],
  )
  proxy.thaw()
}

async function mixedRequests(): Promise<void> {
  await using installation = await createInstallation()
  await using proxy = await startTcpProxy(installation.db.url)
  await using dray = await installation.start('start', { env: { DATABASE_URL: proxy.url } })
  const live = await installation.partner({ mode: 'live', rateLimit: 100_000 })
  const trial = await installation.partner({ mode: 'test', rateLimit: 100_000 })
  const { job_id: jobId } = (await trial.create({ customer_phone: newPhone() })).body
  const calls = requestsOf({ live, trial, jobId })

  const asked: Promise<Outcome>[] = []
  const askFor = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) {
      const [name, request] = calls[asked.length % calls.length] as [string, () => Asked]
      asked.push(outcome(name, dray.url, request()))
    }
  }
  await askFor(2_000)
  proxy.freeze()
  await askFor(20_000)
  proxy.thaw()
  const outcomes = await Promise.all(asked)
  const late = outcomes.filter(({ status }) => status === null)
  assert.deepEqual(late, [], 'every one was answered')
  const failed = outcomes.filter(({ status }) => status !== null && status >= 500 && status !== 503)
  assert.deepEqual(failed, [], 'no error but 503')
  for (const { status, retryAfter, name } of outcomes)
    if (status === 503 && name !== 'readiness') assert.match(retryAfter ?? '', /^\d+$/, name)
  await until('estimates work as before', async () => (await live.estimate(trip)).status === 200)
}

type Asked = { path: string } & RequestInit
type Outcome = { name: string; status: number | null; retryAfter: string | null; ms: number }

async function outcome(name: string, url: string, { path, ...sent }: Asked): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch(url + path, {
      ...sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(path.startsWith('/sandbox') ? 30_000 : 15_000),
    })
    await response.arrayBuffer()
    return { name, status: response.status, retryAfter: response.headers.get('retry-after'), ms: ms() }
  } catch {
    return { name, status: null, retryAfter: null, ms: ms() }
  }
}

type Callers = { live: TestPartner; trial: TestPartner; jobId: string }

let reference = 0

const post = (path: string, body: object, headers: Record<string, string> = {}): Asked => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const as = ({ apiKey }: TestPartner, more: Record<string, string> = {}) => ({ 'x-api-key': apiKey, ...more })

const trip = { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff }

function requestsOf({ live, trial, jobId }: Callers): [string, () => Asked][] {
  const order = (more: object = {}) => ({ ...sofa, customer_phone: newPhone(), ...more })
  const unique = () => `order-${reference++}`
  return [
    ['status', () => ({ path: `/v1/jobs/${jobId}`, headers: as(trial) })],
    ['estimate', () => post('/v1/pricing/estimate', trip, as(live))],
    ['create', () => post('/v1/jobs', order(), as(live))],
    ['create again', () => post('/v1/jobs', order(), as(trial, { 'idempotency-key': unique() }))],
    [
      'create with a reference',
      () =>
        post('/v1/jobs', order({ external_reference: unique() }), as(trial, { 'idempotency-key': unique() })),
    ],
    [
      'create with a photo',
      () =>
        post(
          '/v1/jobs',
          order({ external_reference: unique(), photos: [`${samplePhotoOrigin}/ok.jpg`] }),
          as(trial, { 'idempotency-key': unique() }),
        ),
    ],
    [
      'create without a road',
      () =>
        post(
          '/v1/jobs',
          order({ external_reference: unique(), dropoff: { address: 'Xyzzy' } }),
          as(trial, { 'idempotency-key': unique() }),
        ),
    ],
    ['sandbox clock', () => post('/sandbox/v1/clock', { advance_seconds: 60 }, as(trial))],
    ['sandbox jobs', () => ({ path: '/sandbox/v1/jobs', headers: as(trial) })],
    ['sign-in', () => post('/app/v1/sign-in', { phone: newPhone(), language: 'es' })],
    ['me', () => ({ path: '/app/v1/me', headers: { authorization: `Bearer ${'a'.repeat(43)}` } })],
    ['panel', () => ({ path: '/admin/v1/me', headers: { cookie: `dray_admin=${'a'.repeat(43)}` } })],
    [
      'panel sign-in',
      () => post('/admin/v1/sign-in/password', { login_name: 'someone', password: 'x'.repeat(12) }),
    ],
    ['draft page', () => ({ path: '/draft/abcdefghijklmn' })],
    ['app', () => ({ path: '/app' })],
    ['readiness', () => ({ path: '/health/ready' })],
    ['metrics', () => ({ path: '/metrics' })],
    [
      'unknown key',
      () => ({ path: `/v1/jobs/${jobId}`, headers: { 'x-api-key': `dray_live_${'a'.repeat(32)}` } }),
    ],
  ]
}
