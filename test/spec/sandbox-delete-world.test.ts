import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { stories } from '#contract/sandbox/stories.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { testJobDays } from '../../server/privacy/retention-settings.ts'
import { forgetWorlds } from '../../server/sandbox/delete-world.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { issueInvoices } from '../support/invoices.ts'
import { copyJob } from '../support/job-copies.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { playToEnd, type SandboxUser, sandboxUser } from '../support/sandbox.ts'
import { lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

const app = await startDray({ RETENTION_JOB_DAYS: '8' })
after(() => app[Symbol.asyncDispose]())
const { pool, kysely } = app.db
const { signal } = new AbortController()

const tables = [
  'job',
  'account',
  'carrier',
  'payment',
  'payment_effect',
  'payment_method',
  'card_setup',
  'ledger_transfer',
  'sms',
  'rating',
  'sandbox_authorization',
  'sandbox_call',
  'sandbox_card',
  'sandbox_movement',
  'sandbox_payout_account',
  'sandbox_setup',
  'sandbox_story',
]

async function countRows(): Promise<string[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await app.db.pool.query<{ count: number }>(`select count(*)::integer from ${table}`)
    return `${table}: ${rows[0]?.count}`
  })
  return Promise.all(counts)
}

test('sandbox: a world in which every story has ended is deleted, with the payments of drafts that expired', async () => {
  const user = await sandboxUser(app)
  const before = await countRows()
  for (const { name } of stories) await user.begin(name)
  await playToEnd(user)
  const deleted = await user.sandbox('DELETE', '/world')
  assert.equal(deleted.status, 204, deleted.text)
  assert.deepEqual(await countRows(), before)
  assert.deepEqual(await ledgerImbalance(app.db.kysely), [])
  const { body } = await user.sandbox<{ ahead_seconds: number }>('GET', '/clock')
  assert.ok(Math.abs(body.ahead_seconds) < 5)
})

test('sandbox: a deletion waits for the pages that are being issued, and neither fails', async () => {
  const user = await sandboxUser(app)
  await user.begin('happy')
  await playToEnd(user)
  const lock = await lockTable(app.db.url, 'invoice_series', 'ACCESS EXCLUSIVE')
  const issuing = issueInvoices(app)
  await lock.reached(1)
  const deleting = user.sandbox('DELETE', '/world')
  await lockAwaited(app, 2)
  await lock[Symbol.asyncDispose]()
  await issuing
  assert.equal((await deleting).status, 204)
  assert.equal(await jobsOf(user), 0)
})

test('sandbox: a deletion may have the header of a body that it has not', async () => {
  const user = await sandboxUser(app)
  const headers = { 'x-api-key': user.apiKey, 'content-type': 'application/json' }
  const { status } = await app.fetch('/sandbox/v1/world', { method: 'DELETE', headers })
  assert.equal(status, 204)
})

const jobsOf = async ({ keyId }: SandboxUser): Promise<number> =>
  (await pool.query('select from job where key_id = $1', [keyId])).rowCount ?? 0

test('sandbox: a world of many jobs that cannot be shifted any more is deleted by one call', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await user.pass(30)
  await copyJob(pool, jobId, { count: 500, columns: { customer_id: null, carrier_id: null } })
  await pool.query(`
    create function refuse_shift() returns trigger language plpgsql as $$ begin raise 'too large to shift'; end $$;
    create trigger refuse_shift before update of aged_ms on sandbox_world for each row execute function refuse_shift()`)
  try {
    assert.equal((await user.sandbox('POST', '/clock', { advance_seconds: 1 })).status, 500)
    const deleted = await user.sandbox('DELETE', '/world')
    assert.equal(deleted.status, 204, deleted.text)
  } finally {
    await pool.query('drop function refuse_shift cascade')
  }
  assert.equal(await jobsOf(user), 0)
  const { rows } = await pool.query(
    'select from account where sandbox_key_id = $1 union all select from sandbox_world where key_id = $1',
    [user.keyId],
  )
  assert.deepEqual(rows, [])
})

test('sandbox: a world whose old jobs cannot be deleted does not keep those of the others, and goes on at the next run', async () => {
  const [stuck, other] = [await sandboxUser(app), await sandboxUser(app)]
  for (const [user, ageDays] of [
    [stuck, 40],
    [other, 35],
  ] as const) {
    const kept = await user.begin('by_hand')
    await copyJob(pool, kept, { count: 300, ageDays })
    assert.equal(await jobsOf(user), 301)
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from job where key_id = $1 order by id limit 1 for update', [stuck.keyId])
    await assert.rejects(forgetWorlds({ kysely, pool }, signal, 30))
    assert.deepEqual([await jobsOf(stuck), await jobsOf(other)], [301, 1])
  } finally {
    await client.query('rollback')
    client.release()
  }
  await forgetWorlds({ kysely, pool }, signal, 30)
  assert.deepEqual([await jobsOf(stuck), await jobsOf(other)], [1, 1])
})

test('sandbox: more worlds than a hundred are forgotten in one run', async () => {
  const users = await Promise.all([sandboxUser(app), sandboxUser(app)])
  for (const { keyId } of users)
    await pool.query(
      `insert into sandbox_world (key_id, name, seed, used_at)
       select $1, 'w' || n, 'dray', now() - interval '31 days' from generate_series(1, 60) n`,
      [keyId],
    )
  await forgetWorlds({ kysely, pool }, signal, 30)
  const { rowCount } = await pool.query('select from sandbox_world where key_id = any($1)', [
    users.map(({ keyId }) => keyId),
  ])
  assert.equal(rowCount, 0)
})

test('decision 21: test jobs are kept no longer than the shortest retention of the operator', async () => {
  const days = {
    RETENTION_JOB_DAYS: 180,
    RETENTION_PHOTO_DAYS: 150,
    RETENTION_SMS_DAYS: 30,
    RETENTION_DOCUMENT_DAYS: 1,
    RETENTION_INVOICE_DAYS: 2_190,
  }
  assert.equal(testJobDays({ ...days, RETENTION_SMS_DAYS: 90 }), 30)
  assert.equal(testJobDays({ ...days, RETENTION_PHOTO_DAYS: 9 }), 9)
  // This operator keeps jobs for eight days.
  const user = await sandboxUser(app)
  const kept = await user.begin('by_hand')
  await copyJob(pool, kept, { count: 2, ageDays: 9 })
  await copyJob(pool, kept, { count: 1, ageDays: 7 })
  await using _tasks = runTasks(app)
  await until('the old jobs are deleted', async () => (await jobsOf(user)) === 2)
})

test('sandbox: reading the texts or the list of jobs is a use of the world', async () => {
  const user = await sandboxUser(app)
  await user.begin('by_hand')
  for (const path of ['/sms', '/jobs']) {
    await pool.query(`update sandbox_world set used_at = now() - interval '29 days' where key_id = $1`, [
      user.keyId,
    ])
    await user.sandbox('GET', path)
    const { rows } = await pool.query<{ isUsed: boolean }>(
      `select used_at > now() - interval '1 minute' as "isUsed" from sandbox_world where key_id = $1`,
      [user.keyId],
    )
    assert.deepEqual(rows, [{ isUsed: true }], path)
  }
})
