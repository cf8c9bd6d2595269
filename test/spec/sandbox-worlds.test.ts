import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Clock } from '#contract/sandbox/world.ts'
import { startDray } from '../support/dray.ts'
import { phoneOf, type Refused, type SandboxUser, sandboxUser } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool } = app.db

const inWorld = (user: SandboxUser, name: string) => {
  const headers = { 'dray-world': name }
  return {
    create: (input = {}, more = {}) =>
      user.create({ customer_phone: phoneOf('happy'), ...input }, { ...headers, ...more }),
    call: (method: string, path: string, body?: object) =>
      user.call(`/sandbox/v1${path}`, { method, headers, ...(body && { body }) }),
  }
}

const idsOf = (body: Record<string, unknown>) =>
  (body['jobs'] as { job_id: string }[]).map((job) => job.job_id)

test('sandbox: a call sees and moves the jobs of its world only', async () => {
  const user = await sandboxUser(app)
  const [a, b] = [inWorld(user, 'run-a'), inWorld(user, 'run_B')]
  const [inA, inB, inDefault] = [await a.create(), await b.create(), await user.begin('happy')]
  const moved = await a.call('POST', '/clock', { to: 'end' })
  assert.equal(moved.body['world'], 'run-a')
  const statuses = []
  for (const id of [inA.body.job_id, inB.body.job_id, inDefault])
    statuses.push((await user.read(id)).body.status)
  assert.deepEqual(statuses, ['completed', 'draft', 'draft'])
  assert.deepEqual(idsOf((await a.call('GET', '/jobs')).body), [inA.body.job_id])
  assert.deepEqual(idsOf((await b.call('GET', '/jobs')).body), [inB.body.job_id])
  assert.deepEqual(idsOf((await user.call('/sandbox/v1/jobs')).body), [inDefault])
  for (const [method, path, body] of [
    ['GET', `/jobs/${inA.body.job_id}`],
    ['POST', `/jobs/${inA.body.job_id}/moves`, { do: 'rate' }],
    ['GET', `/sms?job_id=${inA.body.job_id}`],
    ['POST', '/clock', { to: 'end', job_id: inA.body.job_id }],
  ] as const)
    assert.equal((await b.call(method, path, body)).status, 404, `${method} ${path}`)
  assert.equal((await a.call('GET', `/jobs/${inA.body.job_id}`)).body['world'], 'run-a')
  const { body } = await user.sandbox<Clock>('GET', '/clock')
  assert.deepEqual([body.world, body.worlds], [null, ['run-a', 'run_B']])
})

test('sandbox: worlds are deleted one by one, and a deleted name begins again at real time', async () => {
  const user = await sandboxUser(app)
  const [a, b] = [inWorld(user, 'a'), inWorld(user, 'b')]
  const [inA, inB] = [await a.create(), await b.create()]
  for (const world of [a, b]) await world.call('POST', '/clock', { to: 'end' })
  assert.equal((await a.call('DELETE', '/world')).status, 204)
  assert.equal((await user.read(inA.body.job_id)).status, 404)
  assert.equal((await user.read(inB.body.job_id)).body.status, 'completed')
  const { body } = await user.sandbox<Clock>('GET', '/clock')
  assert.deepEqual(body.worlds, ['b'])
  const { rows } = await pool.query(
    'select distinct sandbox_world as name from account where sandbox_key_id = $1',
    [user.keyId],
  )
  assert.deepEqual(rows, [{ name: 'b' }])
  const again = await a.create()
  assert.ok(Math.abs(Date.parse(again.body.created_at) - Date.now()) < 10_000)
})

test('sandbox: each world has its own references and idempotency keys', async () => {
  const user = await sandboxUser(app)
  const [a, b] = [inWorld(user, 'a'), inWorld(user, 'b')]
  const reference = { external_reference: 'order-1' }
  const made = [await a.create(reference), await b.create(reference), await user.create(reference)]
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  )
  const taken = await a.create(reference)
  assert.deepEqual([taken.status, taken.headers.get('location')], [400, `/v1/jobs/${made[0]?.body.job_id}`])
  assert.equal((await user.read(made[0]?.body.job_id ?? '')).body.external_reference, 'order-1')
  const key = { 'idempotency-key': 'once' }
  const ids = []
  for (const world of [a, a, b]) ids.push((await world.create({}, key)).body.job_id)
  assert.equal(ids[0], ids[1])
  assert.notEqual(ids[0], ids[2])
})

test('sandbox: two worlds of a key play at once, and calls of one world come one after the other or are refused', async () => {
  const user = await sandboxUser(app)
  const [a, b] = [inWorld(user, 'a'), inWorld(user, 'b')]
  const [inA, inB] = [await a.create(), await b.create()]
  const ends = await Promise.all([a, b].map((world) => world.call('POST', '/clock', { to: 'end' })))
  for (const { status, body } of ends) assert.deepEqual([status, body['remaining_seconds']], [200, 0])
  for (const { body } of [inA, inB]) assert.equal((await user.read(body.job_id)).body.status, 'completed')
  const before = Date.parse(String((await a.call('GET', '/clock')).body['now']))
  const moves = await Promise.all([1, 2, 3].map(() => a.call('POST', '/clock', { advance_seconds: 100 })))
  const done = moves.filter(({ status }) => status === 200).length
  assert.ok(moves.every(({ status }) => status === 200 || status === 409) && done > 0)
  const after = Date.parse(String((await a.call('GET', '/clock')).body['now']))
  assert.ok(Math.abs(after - before - done * 100_000) < 10_000)
})

test('sandbox: a bad name is refused, and a live key is not asked for one', async () => {
  const user = await sandboxUser(app)
  const live = await app.partner()
  for (const name of ['', 'a b', 'ñ'.normalize('NFC'), 'x'.repeat(65), 'a,b']) {
    const headers = { 'dray-world': encodeURI(name) }
    const refused = await user.call('/sandbox/v1/clock', { headers })
    const body = refused.body as unknown as Refused
    assert.deepEqual([refused.status, body.error], [400, 'validation_error'], name)
    assert.ok(body.details?.['Dray-World'])
    assert.equal((await user.create({}, headers)).status, 400)
    assert.equal((await live.create({}, headers)).status, 201)
  }
  const { rows } = await pool.query('select from sandbox_world where key_id = any($1)', [
    [user.keyId, live.keyId],
  ])
  assert.equal(rows.length, 0)
})

test('sandbox: refused calls and calls about nothing make no world, and the first move of a clock does', async () => {
  const user = await sandboxUser(app)
  const typo = inWorld(user, 'typo')
  const refused = [
    await typo.create({ title: 7 }),
    await typo.create({ pickup: { address: 'Sandbox not found' } }),
    await typo.create({}, { 'idempotency-key': 'a b' }),
    await typo.call('POST', '/jobs/019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803/moves', { do: 'open' }),
    await typo.call('POST', '/clock', { advance_seconds: 1, to: 'next' }),
    await typo.call('POST', '/clock', { to: 'next' }),
    await typo.call('GET', '/jobs'),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 422, 400, 404, 400, 200, 200],
  )
  assert.deepEqual((await user.clockNow()).worlds, [])
  const ahead = inWorld(user, 'ahead')
  const { body: moved } = await ahead.call('POST', '/clock', { advance_seconds: 86_400 })
  assert.deepEqual((await user.clockNow()).worlds, ['ahead'])
  const { body } = await ahead.create()
  assert.ok(Math.abs(Date.parse(body.created_at) - Date.parse(String(moved['now']))) <= 1)
})

test('sandbox: the first creates of a world at once, beside refused moves in it, are all in that world', async () => {
  const user = await sandboxUser(app)
  for (let round = 0; round < 5; round++) {
    const world = inWorld(user, `run-${round}`)
    const move = () => world.call('POST', '/jobs/019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803/moves', { do: 'open' })
    const [first, , second] = await Promise.all([world.create(), move(), world.create(), move()])
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(idsOf((await world.call('GET', '/jobs')).body).length, 2)
  }
  const { worlds } = await user.clockNow()
  assert.deepEqual(worlds, ['run-0', 'run-1', 'run-2', 'run-3', 'run-4'])
})

test('sandbox: a create that waited while its world was deleted makes it again', async () => {
  const user = await sandboxUser(app)
  const world = inWorld(user, 'again')
  await world.call('POST', '/clock', { advance_seconds: 3_600 })
  const client = await pool.connect()
  await using _released = { [Symbol.asyncDispose]: async () => client.release(true) }
  await client.query('begin')
  await client.query('delete from sandbox_world where key_id = $1', [user.keyId])
  const creating = world.create()
  await until('the create waits', async () => {
    const { rows } = await pool.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into job%'`)
    return rows.length > 0
  })
  await client.query('commit')
  assert.equal((await creating).status, 201)
  assert.deepEqual((await user.clockNow()).worlds, ['again'])
})

test('sandbox: a key has at most 100 worlds', async () => {
  const user = await sandboxUser(app)
  await pool.query(
    `insert into sandbox_world (key_id, name, seed) select $1, 'w' || n, 'dray' from generate_series(1, 100) n`,
    [user.keyId],
  )
  const more = inWorld(user, 'one-more')
  for (const refused of [await more.create(), await more.call('POST', '/clock', { to: 'next' })]) {
    assert.equal(refused.status, 400)
    assert.match((refused.body as unknown as Refused).details?.['Dray-World'] ?? '', /100 worlds/)
  }
  assert.equal((await inWorld(user, 'w7').create()).status, 201)
  assert.equal((await user.create()).status, 201)
})
