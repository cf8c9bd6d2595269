import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { closeDatabase, openDatabase } from '../db/database.ts'
import { connectDatabase } from './connect-database.ts'

const connect = (databaseUrl: string) =>
  connectDatabase(
    { databaseUrl, databaseOwnerUrl: null, databaseDirectUrl: null, prepares: true, dataDir: '' },
    'command',
    () => {},
  )

test('settings of ours in DATABASE_URL are ignored: a restore still sees the connected nodes', async () => {
  await using db = await createDatabase()
  const url = `${db.url}${db.url.includes('?') ? '&' : '?'}application_name=other&statement_timeout=1&query%5Ftimeout=1`
  const { connection } = await connect(url)
  const database = openDatabase({ connection, maxConnections: 1, onError: () => {} })
  try {
    const { rows } = await database.pool.query(
      `select current_setting('application_name') as name, current_setting('statement_timeout') as timeout`,
    )
    assert.deepEqual(rows, [{ name: 'dray', timeout: '0' }])
    assert.equal(database.pool.options.query_timeout, 5_000)
  } finally {
    await closeDatabase(database)
  }
})

test('everything else in DATABASE_URL stays as it was written', async () => {
  const kept: Record<string, string> = {
    'postgres://u:p%3Fw@h:5433/d': 'postgres://u:p%3Fw@h:5433/d',
    'postgres://u@/d?host=/run/pg&port=5433': 'postgres://u@/d?host=/run/pg&port=5433',
    'postgres://h/d?sslmode=require&application_name=x&a=%20b': 'postgres://h/d?sslmode=require&a=%20b',
    'postgres://h/d?query_timeout=1': 'postgres://h/d?',
  }
  for (const [written, used] of Object.entries(kept)) {
    assert.deepEqual((await connect(written)).connection, { connectionString: used })
  }
})
