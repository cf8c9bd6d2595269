import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startPostgresImpostor } from '../../test/support/postgres-impostor.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const ways: Record<string, (database: Database) => Promise<unknown>> = {
  pool: ({ pool }) => pool.query('select 1'),
  kysely: ({ kysely }) => sql`select 1`.execute(kysely),
  transaction: ({ kysely }) => kysely.transaction().execute((trx) => sql`select 1`.execute(trx)),
}

// An error event without a listener would fail these tests, as it would end the server.
for (const failure of ['cuts', 'hangs'] as const) {
  for (const [way, ask] of Object.entries(ways)) {
    test(`a PostgreSQL that ${failure} in the middle of a statement of the ${way} is unavailable, no more`, async () => {
      await using impostor = await startPostgresImpostor(failure)
      const database = openDatabase({
        connection: { connectionString: impostor.url },
        maxConnections: 1,
        statementTimeoutMs: 1,
        onError: () => {},
      })
      await assert.rejects(ask(database), isDatabaseUnavailable)
      // Not awaited: closing would wait for the connection that hangs.
      void closeDatabase(database)
    })
  }
}
