import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { closePools, connectPools } from './connect-pools.ts'
import { createLog } from './log.ts'

test('a slow read waits for the one before it, also when that takes longer than a request would wait', async () => {
  await using db = await createDatabase()
  const connection = { connectionString: db.url }
  const log = createLog('silent')
  const pools = connectPools({ connection, directConnection: connection, most: 6 }, log)
  try {
    const { pool } = pools.slowReads
    const reads = [pool.query('select pg_sleep(2.5)'), pool.query('select 1')]
    const outcomes = await Promise.allSettled(reads)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    )
  } finally {
    await closePools(pools)
  }
})

// DESIGN 2: `DB_CONNECTIONS` bounds a process; one connection listens for live events, and a health check opens one.
test('the pools leave two of the connections of a process to live events and health checks', async () => {
  await using db = await createDatabase()
  const connection = { connectionString: db.url }
  for (const most of [6, 30]) {
    const pools = connectPools({ connection, directConnection: connection, most }, createLog('silent'))
    const sizes = Object.values(pools).map(({ pool }) => pool.options.max)
    await closePools(pools)
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      most - 2,
    )
  }
})
