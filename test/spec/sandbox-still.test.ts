import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { shiftRows } from '../../server/sandbox/shift-rows.ts'
import { withLease } from '../../server/sandbox/with-world.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { type Moved, type Refused, sandboxUser } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool, kysely } = app.db

/** Makes a world look as if it had been at rest for so long: its rows are as old as they would be then. */
const rest = (keyId: string, seconds: number) =>
  withLease(kysely, { keyId, name: '' }, 0, async (world) => {
    const stoppedMs = world.stoppedAt.getTime()
    await shiftRows({ pool }, world, seconds * 1_000)
    world.stoppedAt = new Date(stoppedMs - seconds * 1_000)
  })

test('decision 41: a world stays still: no time and no background task moves its jobs between calls', async () => {
  const user = await sandboxUser(app)
  const [happy, late, draft] = [
    await user.begin('happy'),
    await user.begin('sms_late'),
    await user.begin('by_hand'),
  ]
  const before = await user.clock({ advance_seconds: 7 })
  const shown = async () => ({
    jobs: await Promise.all([happy, late, draft].map((id) => user.job(id))),
    statuses: await Promise.all([happy, late, draft].map(async (id) => (await user.read(id)).body)),
    now: (await user.clockNow()).now,
  })
  const seen = await shown()
  assert.equal(seen.now, before.now)
  {
    await using _tasks = runTasks(app)
    await sleep(2_500)
    assert.deepEqual(await shown(), seen)
  }
  // Three days at rest, which are longer than a draft lives.
  await rest(user.keyId, 3 * 86_400)
  {
    await using _tasks = runTasks(app)
    await sleep(1_000)
    assert.deepEqual(await shown(), seen)
  }
  const { steps, now } = await user.clock({ to: 'next' })
  assert.deepEqual(
    steps.map(({ job_id, what, after_seconds }) => [job_id, what, after_seconds]),
    [[happy, 'signed in', 8]],
  )
  assert.ok(Date.parse(now) - Date.parse(before.now) < 5_000)
})

test('decision 41: a job that is created while its world stays still is created at the time of its clock', async () => {
  const user = await sandboxUser(app)
  await user.begin('by_hand')
  const { now } = await user.clock({ advance_seconds: 60 })
  await rest(user.keyId, 3_600)
  await sleep(300)
  const { body } = await user.create({ customer_phone: '+447700900001' })
  assert.ok(Math.abs(Date.parse(body.created_at) - Date.parse(now)) <= 1)
  const moved = await user.clock({ to: 'next' })
  assert.deepEqual(
    moved.steps.map(({ job_id, what, after_seconds }) => [job_id, what, after_seconds]),
    [[body.job_id, 'opened the link', 5]],
  )
  const job = await user.job(body.job_id)
  assert.deepEqual(
    job.timeline.map(({ after_seconds }) => after_seconds),
    [0, 0, 5],
  )
  assert.equal((await user.read(body.job_id)).body.created_at, body.created_at)
})

test('decision 41: a call whose client is gone moves the world once, and it stays still afterwards', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  const { now } = await user.clock({ advance_seconds: 1 })
  {
    const when = 'before update on sandbox_world for each row when (new.aged_ms > old.aged_ms)'
    await using held = await holdInTrigger({ pool }, when)
    const lost = new AbortController()
    const call = fetch(`${app.url}/sandbox/v1/clock`, {
      method: 'POST',
      headers: { 'x-api-key': user.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: 20 }),
      signal: lost.signal,
    }).catch(() => null)
    await held.reached()
    lost.abort()
    await call
  }
  const after = await user.clock({ advance_seconds: 0.001 })
  assert.ok(Math.abs(Date.parse(after.now) - Date.parse(now) - 20_000) < 3_000, after.now)
  await sleep(500)
  assert.equal((await user.clockNow()).now, after.now)
  assert.equal((await user.job(jobId)).status, 'posted')
})

test('sandbox: a millisecond is moved too: the clock shows at least the target', async () => {
  const user = await sandboxUser(app)
  await user.begin('by_hand')
  for (let call = 0; call < 3; call++) {
    const before = Date.parse((await user.clockNow()).now)
    const { now, remaining_seconds } = await user.clock({ advance_seconds: 0.001 })
    assert.equal(remaining_seconds, 0)
    assert.ok(Date.parse(now) > before, `${now} is after ${new Date(before).toISOString()}`)
    assert.equal((await user.clockNow()).now, now)
  }
})

test('sandbox: the clock goes to the end of all stories in one call, and leaves jobs by hand alone', async () => {
  const user = await sandboxUser(app)
  const [happy, renewed] = [await user.begin('happy'), await user.begin('hold_renewed')]
  const draft = await user.begin('by_hand', 'kept')
  const moved = await user.clock({ to: 'end', job_id: happy })
  assert.equal(moved.remaining_seconds, 0)
  assert.equal((await user.read(happy)).body.status, 'completed')
  assert.equal((await user.job(happy)).next, null)
  assert.equal((await user.read(renewed)).body.status, 'posted')
  const byHand = await user.clock({ to: 'end', job_id: draft })
  assert.deepEqual([byHand.steps, byHand.remaining_seconds], [[], 0])
  assert.equal((await user.read(draft)).body.status, 'draft')
  const second = await sandboxUser(app)
  const gone = await second.begin('never_opened')
  const { steps } = await second.clock({ to: 'end' })
  assert.equal(steps.at(-1)?.type, 'draft_expired')
  assert.equal((await second.read(gone)).status, 404)
  const none = await second.sandbox<Refused>('POST', '/clock', { to: 'end', job_id: gone })
  assert.deepEqual([none.status, none.body.error], [404, 'not_found'])
  assert.deepEqual((await second.clock({ to: 'end' })).steps, [])
})

test('sandbox: an end that is too far for one call is reached by the same call again', async () => {
  const user = await sandboxUser(app)
  for (let i = 0; i < 30; i++) await user.begin('happy')
  let calls = 1
  let moved: Moved = await user.clock({ to: 'end' })
  assert.ok(moved.remaining_seconds > 0, 'thirty lives are more than one call does')
  for (; moved.remaining_seconds > 0; calls++) moved = await user.clock({ to: 'end' })
  assert.ok(calls < 6, String(calls))
  const { rows } = await pool.query('select distinct status from job where key_id = $1', [user.keyId])
  assert.deepEqual(rows, [{ status: 'completed' }])
})

test('decision 41: a world that is being moved, and a third one beside two, are refused after a short wait', async () => {
  const users = await Promise.all([1, 2, 3].map(() => sandboxUser(app)))
  const [first, second, third] = users
  assert.ok(first && second && third)
  for (const user of users) await user.begin('by_hand')
  const when = 'before update on sandbox_world for each row when (new.aged_ms > old.aged_ms)'
  const moving: Promise<Moved>[] = []
  {
    await using held = await holdInTrigger({ pool }, when)
    for (const user of [first, second]) moving.push(user.clock({ advance_seconds: 60 }))
    await held.reached(2)
    const refused = await Promise.all([
      first.sandbox<Refused>('POST', '/clock', { to: 'next' }),
      third.sandbox<Refused>('POST', '/clock', { to: 'next' }),
    ])
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.error, headers.get('retry-after')], [409, 'world_busy', '1'])
    assert.equal((await third.sandbox('GET', '/clock')).status, 200, 'reading needs no turn')
  }
  for (const moved of await Promise.all(moving)) assert.equal(moved.remaining_seconds, 0)
  assert.equal((await third.sandbox('POST', '/clock', { advance_seconds: 1 })).status, 200)
})
