import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Pool } from 'pg'
import { knownMigrations, statementsOf } from '../../server/db/migration-files.ts'
import { createDatabase } from '../support/database.ts'

const db = await createDatabase()
after(() => db[Symbol.asyncDispose]())

const migration = knownMigrations().find(({ name }) => name === '0067_less_to_keep')
const statements = migration ? statementsOf(migration) : []

/** The names of the indexes that keep a call to the processor from being booked twice. */
async function guardsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'ledger_transfer'::regclass and indisunique and indisvalid
      and pg_get_indexdef(indexrelid) like '%(effect_id, key_number, kind, debit, credit)%' order by 1`)
  return rows.map(({ name }) => name)
}

/** Runs the first statements; the ledger must be guarded after each. */
async function run(count: number): Promise<void> {
  for (const statement of statements.slice(0, count)) {
    await db.pool.query(statement)
    assert.notDeepEqual(await guardsOf(db.pool), [], statement)
  }
}

// Decision 59: a migration without a transaction may stop after each statement, and is then run from its start.
test('0067 guards the ledger at each moment, wherever it was interrupted before', async () => {
  assert.ok(statements.length > 8)
  for (let stoppedAfter = 0; stoppedAfter <= statements.length; stoppedAfter++) {
    await run(stoppedAfter)
    await run(statements.length)
    assert.deepEqual(await guardsOf(db.pool), ['ledger_transfer_effect'])
  }
})

test('0067 guards the ledger where an earlier form of it stopped between its drop and its rename', async () => {
  await db.pool.query('alter index ledger_transfer_effect rename to ledger_transfer_effect_new')
  await run(statements.length)
  assert.deepEqual(await guardsOf(db.pool), ['ledger_transfer_effect'])
})
