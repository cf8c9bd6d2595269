import assert from 'node:assert/strict'
import test from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { type SlowStatement, watchStatements } from './watch-statements.ts'

// Decision 57: a slow statement is logged by its name, without values.

test('a slow statement is reported by its name, else by its verb and table, never with a value', async () => {
  await using db = await createDatabase()
  const connection = { connectionString: db.serviceUrl }
  const database = openDatabase({ connection, maxConnections: 1, onError: () => {} })
  const slow: SlowStatement[] = []
  const onSlow = (statement: SlowStatement) => slow.push(statement)
  watchStatements(database.pool, { limitMs: 0, slowMs: 300, onSlow })
  try {
    const { pool, kysely } = database
    await pool.query({ name: 'wait-a-moment', text: 'select pg_sleep($1)', values: [0.8] })
    await pool.query(`select 'canary', pg_sleep(0.8) from "partner" right join (select 1) one on true`)
    await kysely.selectFrom('job').select('id').execute()
    await assert.rejects(
      pool.query(`update job set title = 'canary' where (select pg_sleep(0.8)) is null or 1 / 0 = 1`),
    )
    assert.deepEqual(
      slow.map(({ statement }) => statement),
      ['wait-a-moment', 'select partner', 'update job'].slice(0, slow.length),
    )
    assert.ok(slow.length >= 2 && slow.every(({ ms }) => ms > 300))
    assert.doesNotMatch(JSON.stringify(slow), /canary/)
  } finally {
    await closeDatabase(database)
  }
})
