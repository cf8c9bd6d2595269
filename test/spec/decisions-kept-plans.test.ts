import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { closeDatabase, openDatabase } from '../../server/db/database.ts'
import { createJobReader } from '../../server/jobs/queries/read-job.ts'
import { pooledSkip } from '../support/database.ts'
import { startDray } from '../support/dray.ts'

/* Decision 43: the statements of every request keep a plan, which reads by index however small the tables were. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

// Autovacuum summarizes new pages for this index, at any moment, and its reads are counted as scans.
await app.db.pool.query('alter index job_list_updated set (autosummarize = off)')

test('plans made while there were few jobs read none of many jobs by a scan', {
  skip: pooledSkip,
}, async () => {
  const partner = await app.partner()
  const { body } = await partner.create({})
  const connection = { connectionString: app.db.url }
  const hot = openDatabase({ connection, maxConnections: 1, onError: assert.fail })
  await using _closed = { [Symbol.asyncDispose]: () => closeDatabase(hot) }
  const readJob = createJobReader(hot)
  for (let time = 0; time < 12; time++) {
    assert.equal((await readJob(body.job_id))?.id, body.job_id)
    assert.equal(
      await partner.create({ external_reference: `few-${time}` }).then(({ status }) => status),
      201,
    )
  }
  const { rows: kept } = await hot.pool.query<{ generic_plans: number }>(
    `select generic_plans from pg_prepared_statements where name = 'find-job-states'`,
  )
  assert.ok((kept[0]?.generic_plans ?? 0) >= 5, 'its plan is kept')
  await app.db.pool.query(
    `insert into job (id, short_id, key_id, mode, status, title, size, customer_phone, pickup, dropoff, route,
       duration_minutes, tariff_id, price, expires_at)
     select gen_random_uuid(), md5(n::text), key_id, mode, status, title, size, customer_phone, pickup, dropoff, route,
       duration_minutes, tariff_id, price, expires_at
     from job, generate_series(1, 3000) n where job.id = $1`,
    [body.job_id],
  )
  const before = await scanned()
  for (let time = 0; time < 5; time++) {
    assert.equal((await readJob(body.job_id))?.id, body.job_id)
    assert.equal(
      await partner.create({ external_reference: `then-${time}` }).then(({ status }) => status),
      201,
    )
  }
  assert.equal((await scanned()) - before, 0)
})

/** Rows of jobs and texts that sequential scans have read, of all connections. */
async function scanned(): Promise<number> {
  // Each connection reports its counts at the latest when it has been idle for ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const { rows } = await app.db.pool.query<{ read: number }>(
    `select sum(seq_tup_read)::integer as read from pg_stat_user_tables where relname in ('job', 'sms')`,
  )
  return rows[0]?.read ?? 0
}
