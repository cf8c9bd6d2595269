import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { worldRows } from '../../server/sandbox/world-rows.ts'
import { startDray } from '../support/dray.ts'
import { playToEnd, type Refused, sandboxUser } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('sandbox: 48 hours pass in one call, and the draft is gone for the partner', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('never_opened')
  const before = await user.clock({ advance_seconds: 47 * 3_600 })
  assert.equal((await user.read(jobId)).status, 200)
  assert.deepEqual([before.next?.type, before.next?.what], ['draft_expired', 'the draft expires'])
  const { steps, remaining_seconds } = await user.clock({ advance_seconds: 3_700 })
  assert.deepEqual(
    steps.map(({ job_id, what, after_seconds, status }) => ({ job_id, what, after_seconds, status })),
    [{ job_id: jobId, what: 'the draft expired and was deleted', after_seconds: 48 * 3_600, status: null }],
  )
  assert.equal(remaining_seconds, 0)
  assert.equal((await user.read(jobId)).status, 404)
})

test('sandbox: the clock goes on from where it was moved, and only forward', async () => {
  const user = await sandboxUser(app)
  const first = await user.clock({ advance_seconds: 3_600 })
  assert.ok(Math.abs(first.ahead_seconds - 3_600) < 5)
  const to = new Date(Date.parse(first.now) + 86_400_000).toISOString()
  const second = await user.clock({ to })
  assert.ok(Math.abs(Date.parse(second.now) - Date.parse(to)) < 5_000)
  const back = await user.sandbox<Refused>('POST', '/clock', { to: first.now })
  assert.equal(back.status, 400)
  assert.ok(back.body.details?.['to'])
})

test('sandbox: a job that is created later has the time of its world', async () => {
  const user = await sandboxUser(app)
  const { now } = await user.clock({ advance_seconds: 86_400 })
  const { body } = await user.create()
  assert.ok(Math.abs(Date.parse(body.created_at) - Date.parse(now)) < 10_000)
  assert.equal(Date.parse(body.next_steps.expires_at) - Date.parse(body.created_at), 48 * 3_600_000)
  const read = await user.read(body.job_id)
  assert.equal(read.body.created_at, body.created_at)
})

for (const [what, body] of Object.entries({
  'no target': {},
  'two targets': { advance_seconds: 1, to: 'next' },
  'a word': { to: 'tomorrow' },
  'a date without a time': { to: '2030-01-01' },
  'too far ahead': { to: '2099-01-01T00:00:00Z' },
  'nothing forward': { advance_seconds: 0 },
  'over 30 days': { advance_seconds: 2_592_001 },
  'a text': { advance_seconds: '60' },
  'a job without an end': { to: 'next', job_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' },
}))
  test(`sandbox: the clock refuses ${what}`, async () => {
    const user = await sandboxUser(app)
    const answer = await user.sandbox<Refused>('POST', '/clock', body)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body.error, 'validation_error')
    assert.equal(Object.keys(answer.body.details ?? {}).length, 1)
  })

test('sandbox: two clocks at once wait for each other, and no time is lost', async () => {
  const user = await sandboxUser(app)
  await user.begin('happy')
  const moved = await Promise.all([1, 2, 3, 4].map(() => user.clock({ advance_seconds: 600 })))
  const ahead = Math.max(...moved.map(({ ahead_seconds }) => ahead_seconds))
  // On a busy machine a call may end early, and says how much is left.
  const left = moved.reduce((sum, { remaining_seconds }) => sum + remaining_seconds, 0)
  assert.ok(Math.abs(ahead + left - 2_400) < 10, `${ahead} + ${left}`)
})

test('sandbox: a live key is refused, and a call without a key too', async () => {
  const live = await app.partner({ mode: 'live' })
  const refused = await live.call('/sandbox/v1/clock')
  assert.equal(refused.status, 403)
  assert.equal(refused.body['error'], 'test_key_required')
  assert.equal((await app.fetch('/sandbox/v1/clock')).status, 401)
  assert.ok(refused.headers.get('x-ratelimit-limit'))
})

test('sandbox: its calls do not count on the window of the partner API', async () => {
  const user = await sandboxUser(app)
  const before = Number(
    (await user.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')).headers.get('x-ratelimit-remaining'),
  )
  for (let i = 0; i < 5; i++) await user.clock({ advance_seconds: 1 })
  const after = Number(
    (await user.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')).headers.get('x-ratelimit-remaining'),
  )
  assert.equal(before - after, 1)
})

test('sandbox: the window can be filled, and the next call is a true 429', async () => {
  const user = await sandboxUser(app)
  await app.db.pool.query('update api_key set rate_limit_per_minute = 20 where id = $1', [user.keyId])
  const { body } = await user.sandbox<{ limit: number; remaining: number }>('POST', '/limit', {
    remaining: 1,
  })
  assert.ok(body.remaining <= 1)
  await user.sandbox('POST', '/limit', { remaining: 0 })
  const refused = await user.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
})

test('decision 41: a clock locks the rows of a world in the order of their list, as another order could deadlock', async () => {
  await using other = await startDray()
  const { pool } = other.db
  const user = await sandboxUser(other)
  await user.begin('happy')
  await playToEnd(user)
  const tables = worldRows.map(({ table }) => table)
  await pool.query(`
    create table locked (id int generated always as identity, name text);
    grant insert on locked to public;
    create function note_locked() returns trigger language plpgsql as
      $$ begin insert into locked (name) values (tg_table_name); return null; end $$`)
  for (const table of tables)
    await pool.query(
      `create trigger note_locked before update on ${table} for each statement execute function note_locked()`,
    )
  await user.clock({ advance_seconds: 60 })
  const { rows } = await pool.query<{ name: string }>('select name from locked order by id')
  const names = rows.map(({ name }) => name)
  const first = names.indexOf(tables[0] ?? '')
  assert.deepEqual(names.slice(first, first + tables.length), tables)
})
