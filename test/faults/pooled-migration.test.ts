import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareSchema } from '../../server/db/prepare-schema.ts'
import { createDatabase } from '../support/database.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'

// Decision 58: limits of time of a session do not hold behind a pooler by transaction.
test('an upgrade with an index that is built beside the service is refused through a pooler, with the remedy', async (t) => {
  await using db = await createDatabase()
  await using pooler = await startPgBouncer(db.url, [])
  if (!pooler) return t.skip('pgbouncer is not installed')
  await db.pool.query(`delete from kysely_migration where name = '0067_less_to_keep'`)
  const prepare = (url: string) =>
    prepareSchema(db, { ownerConnection: { connectionString: url, unprepared: true }, migrates: true })
  await assert.rejects(prepare(pooler.pooled(db.url)), /set DATABASE_DIRECT_URL/)
  assert.deepEqual(await prepare(db.url), ['0067_less_to_keep'])
})
