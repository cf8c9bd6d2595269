import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { samplePhotoOrigin } from '#contract/sandbox/words.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'
import { pooledSkip } from '../support/database.ts'
import { type Answer, caller } from '../support/dray.ts'
import { freshGet } from '../support/fresh-get.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { launchProcess } from '../support/process.ts'
import { lockTable } from '../support/table-lock.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

describe('the database is away or busy (DESIGN 6)', { concurrency: 2 }, () => {
  test('refused connections: 503 with Retry-After, then all is as before', refusedConnections)

  test('8: an outage is 503 on the key’s own counter, and no 429 within its limit', outageWithinTheLimit)

  test('a node that is up before its database waits for it', nodeBeforeDatabase)

  test(
    'every connection taken: calls are refused within the waiting time, health still answers',
    { skip: pooledSkip },
    allConnectionsTaken,
  )
})

async function refusedConnections(): Promise<void> {
  await using installation = await createInstallation()
  await using proxy = await startTcpProxy(installation.db.url)
  await using dray = await installation.start('start', { env: { DATABASE_URL: proxy.url } })
  const partner = await installation.partner({ mode: 'test' })
  const phone = newPhone()
  const create = () => partner.create({ customer_phone: phone, external_reference: 'order-1' })
  const { job_id } = (await create()).body

  await proxy.refuse()
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => partner.read(job_id)),
    ...Array.from({ length: 30 }, () => partner.create({ customer_phone: phone })),
  ])
  for (const answer of answers) assertUnavailable(answer)
  await until('it is not ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 503)
  assert.equal(await freshGet(`${dray.url}/health/live`), 200)

  await proxy.accept()
  await until('it is ready again', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
  await until('jobs can be read again', async () => (await partner.read(job_id)).status === 200)
  assert.equal((await partner.create({ customer_phone: phone })).status, 201)
  assert.equal((await create()).headers.get('location'), `/v1/jobs/${job_id}`)
  assert.ok(!dray.hasEnded())
}

async function outageWithinTheLimit(): Promise<void> {
  await using installation = await createInstallation()
  await using proxy = await startTcpProxy(installation.db.url)
  const env = { DATABASE_URL: proxy.url, RATE_LIMIT_PER_MINUTE: '100' }
  await using dray = await installation.start('serve', { env })
  const partner = await installation.partner({ rateLimit: 100_000 })
  const unseen = await installation.partner({ rateLimit: 100_000 })
  const { job_id } = (await partner.create({ customer_phone: newPhone() })).body
  const session = await newSession(installation.db.kysely)
  const readMe = () => caller(dray.url)('/app/v1/me', { headers: { authorization: `Bearer ${session}` } })
  assert.equal((await readMe()).status, 200)

  await proxy.refuse()
  // Longer than a key is cached, and more calls than the limit of an address without a key.
  const polled = await pollFor(3_000, () => partner.read(job_id), { atLeast: 1_000 })
  for (const answer of polled) {
    if (answer.status !== 200) assertUnavailable(answer)
    assert.equal(answer.headers.get('x-ratelimit-limit'), '100000', 'the counter of the key')
  }
  const left = polled.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  assert.equal(Math.min(...left), 100_000 - 1 - polled.length, 'each was counted once, on the key')
  for (const answer of await pollFor(0, () => unseen.read(job_id), { atLeast: 300 })) {
    assertUnavailable(answer)
    assert.equal(answer.headers.get('x-ratelimit-limit'), '100', 'the counter of the address')
  }
  assertUnavailable(await readMe())
  assert.equal(
    (await caller(dray.url)('/v1/openapi.json')).status,
    429,
    'calls without a key are limited as ever',
  )

  await proxy.accept()
  await until('the key works', async () => (await partner.read(job_id)).status === 200)
  assert.equal((await unseen.read(job_id)).status, 403, 'a key of the same address is looked up at once')
  assert.equal((await readMe()).status, 200)
}

async function nodeBeforeDatabase(): Promise<void> {
  await using installation = await createInstallation()
  await using proxy = await startTcpProxy(installation.db.url)
  await proxy.refuse()
  const partner = await installation.partner({ mode: 'test' })
  await using dray = await launchProcess({
    role: 'serve',
    port: installation.port,
    env: { ...installation.env, DATABASE_URL: proxy.url },
  })
  await until('it waits', () => dray.output.stderr.includes('waiting for the database'))
  // Longer than the pause between two tries.
  await sleep(1_200)
  await proxy.accept()
  await until('it is ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
  const told = dray.output.stderr.split('\n').filter((line) => line.includes('waiting for the database'))
  assert.equal(told.length, 1, 'one line, however long it waits')
  assert.doesNotMatch(told[0] ?? '', /"stack"/)
  assert.equal((await partner.create({ customer_phone: newPhone() })).status, 201)
}

async function allConnectionsTaken(): Promise<void> {
  await using installation = await createInstallation()
  await using dray = await installation.start('serve')
  const partner = await installation.partner({ mode: 'test' })
  const { job_id } = (await partner.create({ customer_phone: newPhone() })).body
  // The look-up of a reference, before photos are fetched, uses a connection for each call.
  const lock = await lockTable(installation.db.url, 'job', 'ACCESS EXCLUSIVE')
  const photo = `${samplePhotoOrigin}/ok.jpg`
  const create = (_: unknown, n: number) =>
    partner.create({ customer_phone: newPhone(), external_reference: `order-${n}`, photos: [photo] })
  const settled = Promise.allSettled(Array.from({ length: 60 }, create))
  // Of the 30, one listens, one is for slow reads, one for health, and eight for the hot statements.
  await lock.reached(19)
  assert.equal(await freshGet(`${dray.url}/health/ready`), 200)
  assert.equal(await freshGet(`${dray.url}/health/live`), 200)
  assertUnavailable(await partner.read(job_id))
  await lock[Symbol.asyncDispose]()
  const answers = (await settled).map((call) => (call.status === 'fulfilled' ? call.value : null))
  const made = answers.filter((answer) => answer?.status === 201)
  for (const answer of answers) if (answer?.status !== 201) assertUnavailable(answer)
  const { rows } = await installation.db.pool.query<{ count: number }>('select count(*) from job')
  assert.equal(rows[0]?.count, made.length + 1, 'a job for each 201 and for no 503')
  assert.equal((await partner.read(job_id)).status, 200)
}

function assertUnavailable(answer: Answer<unknown> | null): void {
  assert.equal(answer?.status, 503, answer?.text)
  assert.equal((answer.body as { error: string }).error, 'service_unavailable')
  assert.match(answer.headers.get('retry-after') ?? '', /^[12]$/)
}

/** Sends rounds of 50 concurrent calls until `ms` have passed and there are at least `atLeast` responses. */
async function pollFor<T>(
  ms: number,
  call: () => Promise<Answer<T>>,
  { atLeast }: { atLeast: number },
): Promise<Answer<T>[]> {
  const answers: Answer<T>[] = []
  const startedAt = performance.now()
  while (answers.length < atLeast || performance.now() - startedAt < ms)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, call))))
  return answers
}

async function newSession(kysely: Kysely<Tables>): Promise<string> {
  const accountId = newId()
  await kysely.insertInto('account').values({ id: accountId, phone: newPhone(), language: 'es' }).execute()
  return startSession(kysely, { accountId, kind: 'native', device: 'test' })
}
