import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { deleteRows, forgetWorlds } from '../../server/sandbox/delete-world.ts'
import { withLease } from '../../server/sandbox/with-world.ts'
import { startDray } from '../support/dray.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool, kysely } = app.db

test('sandbox: creates with a key, live creates and the clock do not hold each other up', async () => {
  const [user, live] = [await sandboxUser(app), await app.partner()]
  const create = async (partner: typeof live, name: string) => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await partner.create({}, { 'idempotency-key': `${name}-${i}` })).status)
    return statuses
  }
  const clock = async () => {
    const statuses: number[] = []
    for (let i = 0; i < 8; i++)
      statuses.push((await user.sandbox('POST', '/clock', { advance_seconds: 1 })).status)
    return statuses
  }
  const all = await Promise.all([
    ...['a', 'b', 'c', 'd'].map((name) => create(user, name)),
    ...['x', 'y'].map((name) => create(live, name)),
    clock(),
  ])
  assert.deepEqual(
    [...new Set(all.flat())].sort((a, b) => a - b),
    [200, 201],
  )
  await user.pass(1)
  const { rows } = await pool.query(
    `select count(*)::integer as behind from job join sandbox_world world using (key_id)
     where job.aged_ms <> world.aged_ms and job.key_id = $1`,
    [user.keyId],
  )
  assert.equal(rows[0].behind, 0, 'every job has the time of its world')
})

/** A connection in a transaction that is rolled back at the end. */
async function rollingBack(): Promise<pg.PoolClient & AsyncDisposable> {
  const client = await pool.connect()
  await client.query('begin')
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      client.release()
    },
  })
}

/** Waits until a statement waits for a lock of the connection. */
async function untilBlocked(what: string, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await until(what, async () => {
    const blocked = await pool.query(
      'select from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid))',
      [rows[0]?.pid],
    )
    return blocked.rows.length > 0
  })
}

test('sandbox: a create with one key does not wait for the clock of another', async () => {
  const [moved, other] = [await sandboxUser(app), await sandboxUser(app)]
  await moved.create()
  await using client = await rollingBack()
  await client.query('select from sandbox_world where key_id = $1 for update', [moved.keyId])
  const waiting = moved.create()
  // Its statement waits for the lock before the other create is sent.
  await untilBlocked('the create waits', client)
  assert.equal((await other.create()).status, 201)
  await client.query('rollback')
  assert.equal((await waiting).status, 201)
})

test('sandbox: creates of two worlds of a key that come at once do not wait for each other', async () => {
  const user = await sandboxUser(app)
  const createIn = (world: string) => user.create({}, { 'dray-world': world })
  for (const world of ['moved', 'still']) assert.equal((await createIn(world)).status, 201)
  await using client = await rollingBack()
  await client.query(`select from sandbox_world where key_id = $1 and name = 'moved' for update`, [
    user.keyId,
  ])
  const waiting = Promise.all([1, 2, 3].map(() => createIn('moved')))
  const others = await Promise.all([1, 2, 3].map(() => createIn('still')))
  await untilBlocked('a create waits', client)
  await client.query('rollback')
  for (const { status, text } of [...others, ...(await waiting)]) assert.equal(status, 201, text)
})

for (const { story, target } of [
  { story: 'by_hand', target: { advance_seconds: 60 } },
  { story: 'happy', target: { advance_seconds: 6 } },
] as const)
  test(`sandbox: what others do to a job while the clock waits for it is among the steps, once (${story})`, async () => {
    const user = await sandboxUser(app)
    const jobId = await user.begin(story)
    // The clock has begun, and is about to move the rows.
    const when = 'before update on sandbox_world for each row when (new.aged_ms > old.aged_ms)'
    const held = await holdInTrigger({ pool }, when)
    const moved = user.clock(target)
    await held.reached()
    await pool.query(`insert into job_event (job_id, actor, reason) values ($1, 'staff', 'looked at')`, [
      jobId,
    ])
    await held[Symbol.asyncDispose]()
    const { steps } = await moved
    const expected = story === 'happy' ? ['looked at', 'opened the link'] : ['looked at']
    assert.deepEqual(
      steps.map(({ what }) => what),
      expected,
    )
    const { steps: later } = await user.clock({ advance_seconds: 1 })
    assert.ok(!later.some(({ what }) => what === 'looked at'))
  })

test('sandbox: a clock that waits too long for a row moves nothing, and the world is free afterwards', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await using client = await rollingBack()
  await client.query('select from job where id = $1 for no key update', [jobId])
  const { status } = await user.sandbox('POST', '/clock', { advance_seconds: 60 })
  assert.equal(status, 503)
  const { rows } = await pool.query(
    `select world.aged_ms = 0 as "isStill", world.claim_id, exists (
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits
     from sandbox_world world where key_id = $1`,
    [user.keyId],
  )
  assert.deepEqual(rows, [{ isStill: true, claim_id: null, waits: false }])
  await client.query('rollback')
  assert.ok((await user.clock({ advance_seconds: 60 })).now)
})

test('sandbox: a call that has much to do ends early, and the rest can be sent', async () => {
  const user = await sandboxUser(app)
  for (let i = 0; i < 40; i++) await user.begin('happy')
  let { remaining_seconds, next } = await user.clock({ advance_seconds: 3_600 })
  assert.ok(remaining_seconds > 0, 'forty lives are more than one call does')
  while (remaining_seconds > 0)
    ({ remaining_seconds, next } = await user.clock({ advance_seconds: remaining_seconds }))
  assert.equal(next, null)
  const { rows } = await pool.query(`select distinct status from job where key_id = $1`, [user.keyId])
  assert.deepEqual(rows, [{ status: 'completed' }])
})

test('sandbox: jobs are deleted some time after their creation, and a world that no call used for as long', async () => {
  const [used, unused] = [await sandboxUser(app), await sandboxUser(app)]
  for (const user of [used, unused]) await user.pass(60)
  const oldId = await used.begin('happy')
  await used.pass(3_600)
  const newId = await used.begin('by_hand')
  await pool.query(`update sandbox_world set used_at = now() - interval '31 days'`)
  const { signal } = new AbortController()
  await forgetWorlds({ kysely, pool }, signal, 30)
  const { rows } = await pool.query('select key_id from sandbox_world where key_id = any($1)', [
    [used.keyId, unused.keyId],
  ])
  assert.deepEqual(rows, [{ key_id: used.keyId }])
  const statuses = async () => [(await used.read(oldId)).status, (await used.read(newId)).status]
  assert.deepEqual(await statuses(), [200, 200], 'no job is 30 days old')
  // Ids begin with the instant of their creation.
  await withLease(kysely, { keyId: used.keyId, name: '' }, 0, (world) =>
    deleteRows({ pool }, world, { signal, before: newId }),
  )
  assert.deepEqual(await statuses(), [404, 200])
  await forgetWorlds({ kysely, pool }, signal, 0)
  assert.deepEqual(await statuses(), [404, 404])
})
