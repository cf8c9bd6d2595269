import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeKey } from '../../server/keys/issue.ts'
import { type Answer, asPartner, caller, type TestPartner } from '../support/dray.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import type { DrayProcess } from '../support/process.ts'
import { startRedis } from '../support/redis.ts'
import { kind } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

describe('two nodes on one database (DESIGN 6.1 to 6.3)', { concurrency: 3 }, () => {
  test('the same reference on both at once, 50 times: one job, one 201, one SMS', sameReference)

  test('the same Idempotency-Key on both at once, 50 times: one job', sameIdempotencyKey)

  test('a revoked key is refused on both within 2 s', revokedKey)

  test('two workers send each due SMS once', twoWorkers)

  test('with Redis the limit is exact over both', limitWithRedis)
})

async function sameReference(): Promise<void> {
  await using nodes = await startNodes()
  const { left, right, installation } = nodes
  for (let round = 0; round < 50; round++) {
    const order = { external_reference: `order-${round}`, customer_phone: newPhone() }
    const answers = await Promise.all([left.create(order), right.create(order)])
    const [made, refused] = answers.sort((a, b) => a.status - b.status)
    assert.deepEqual([made?.status, refused?.status], [201, 400], refused?.text)
    assert.equal(refused?.headers.get('location'), `/v1/jobs/${made?.body.job_id}`)
    assert.equal(installation.sms.sentTo(order.customer_phone), 1)
  }
  assert.equal(await countJobs(installation), 50)
}

async function sameIdempotencyKey(): Promise<void> {
  await using nodes = await startNodes()
  const { left, right, installation } = nodes
  for (let round = 0; round < 50; round++) {
    const order = { customer_phone: newPhone() }
    const headers = { 'idempotency-key': `round-${round}` }
    const answers = await Promise.all([left.create(order, headers), right.create(order, headers)])
    const made = answers.filter(({ status }) => status === 201)
    const others = answers.filter(({ status }) => status !== 201)
    assert.ok(made.length >= 1)
    for (const other of others) assert.equal(other.status, 409, other.text)
    assert.equal(new Set(made.map(({ body }) => body.job_id)).size, 1)
    const again = await right.create(order, headers)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.body.job_id, made[0]?.body.job_id)
    assert.equal(installation.sms.sentTo(order.customer_phone), 1)
  }
  assert.equal(await countJobs(installation), 50)
}

async function revokedKey(): Promise<void> {
  await using nodes = await startNodes()
  const { left, right, installation } = nodes
  for (const node of [left, right]) assert.equal((await node.estimate({})).status, 200)
  await revokeKey({ kysely: installation.db.kysely }, left.keyId)
  // Constant requests, so a stale cache entry would be used.
  const revokedAt = performance.now()
  while (performance.now() - revokedAt < 2_000) {
    await Promise.all([left.read(unknownId), right.read(unknownId), sleep(50)])
  }
  for (const node of [left, right]) assert.equal((await node.estimate({})).status, 403)
}

async function twoWorkers(): Promise<void> {
  await using installation = await createInstallation()
  const { db, sms } = installation
  await using _serve = await installation.start('serve')
  const partner = await installation.partner()
  sms.behaviour = { taken: false, answer: 'no' }
  const phones = Array.from({ length: 40 }, newPhone)
  // One after the other: a busy machine refuses some of 40 at once.
  for (const phone of phones) {
    const answer = await partner.create({ customer_phone: phone })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.sms_sent, false)
  }
  sms.behaviour = { ...kind, delayMs: 50 }
  await db.pool.query(`update sms set due_at = now() where status = 'due'`)
  await using stack = new AsyncDisposableStack()
  for (const worker of await Promise.all([startWorker(installation), startWorker(installation)])) {
    stack.use(worker)
  }
  const open = `select 1 from sms where status <> 'sent'`
  await until('all are sent', async () => (await db.pool.query(open)).rowCount === 0)
  for (const phone of phones) assert.equal(sms.sentTo(phone), 1)
}

async function limitWithRedis(t: TestContext): Promise<void> {
  await using redis = await startRedis()
  if (!redis) {
    console.warn('SKIPPED: there is no redis-server here, so the shared limit was not shown')
    return t.skip('no redis-server')
  }
  await using nodes = await startNodes({ REDIS_URL: redis.url })
  const { left, right, installation } = nodes
  const limited = await installation.partner({ rateLimit: 20 }, nodes.leftNode)
  const onRight = caller(nodes.rightNode.url)
  const headers = { 'x-api-key': limited.apiKey }
  // Both nodes have cached the key and connected to Redis before the counting starts.
  await Promise.all([left.estimate({}), right.estimate({})])
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 2 ? limited.call(`/v1/jobs/${unknownId}`) : onRight(`/v1/jobs/${unknownId}`, { headers }),
    ),
  )
  const counted = answers.filter(({ status }) => status === 404)
  assert.equal(counted.length, 20)
  assert.equal(answers.filter(({ status }) => status === 429).length, 40)
  assert.deepEqual(
    counted.map(remaining).sort((a, b) => a - b),
    [...Array(20).keys()],
  )
}

const unknownId = '01900000-0000-7000-8000-000000000000'

const remaining = ({ headers }: Answer<unknown>): number => Number(headers.get('x-ratelimit-remaining'))

type Nodes = AsyncDisposable & {
  installation: Installation
  leftNode: DrayProcess
  rightNode: DrayProcess
  /** One partner with one key, on each node. */
  left: TestPartner
  right: TestPartner
}

async function startNodes(env: Record<string, string> = {}): Promise<Nodes> {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  const [leftNode, rightNode] = await Promise.all([
    installation.start('serve', { env }),
    installation.start('serve', { env, port: await freePort() }),
  ])
  opened.use(leftNode)
  opened.use(rightNode)
  const left = await installation.partner({}, leftNode)
  const right = asPartner(left, caller(rightNode.url))
  const all = opened.move()
  return {
    installation,
    leftNode,
    rightNode,
    left,
    right,
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

const startWorker = async (installation: Installation): Promise<DrayProcess> =>
  installation.start('work', { port: await freePort() })

async function countJobs({ db }: Installation): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*) from job')
  return rows[0]?.count
}
