import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { seedJob, seedPartner, tempFolder } from '../../../test/support/backup.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/until.ts'
import { newId } from '../../lib/ids.ts'
import { claimKey, requestHash } from './idempotency.ts'
import { createClaimRelease } from './release-claims.ts'

for (const [holder, lost] of [
  ['new', 1],
  ['of an expired draft', 2],
] as const)
  test(`decision 62: a claim of a key that is ${holder} is released when its response was lost`, async () => {
    await using db = await createDatabase()
    using folder = tempFolder()
    const seeded = await seedPartner(db)
    const { keyId } = seeded
    const { id: jobId } = await seedJob(db, folder.storage('photos'), seeded, { lifeMs: -1_000 })
    const hash = requestHash({})
    if (lost === 2)
      await db.pool.query(
        `insert into idempotency_key (key_id, idempotency_key, request_hash, claim_id, lease_until, job_id)
         values ($1, 'order-1', $2, $3, now(), $4)`,
        [keyId, hash, newId(), jobId],
      )
    let takes = 0
    const query = async (text: string, values: unknown[]) => {
      const result = await db.pool.query(text, values)
      if (text.trim().startsWith('insert') && ++takes === lost)
        throw new Error('Connection terminated unexpectedly')
      return result
    }
    const pool = { query } as unknown as pg.Pool
    const claiming = claimKey(pool, { keyId, idempotencyKey: 'order-1', hash }, createClaimRelease(db))
    await assert.rejects(claiming, /Connection terminated/)
    await until(
      'the key is free',
      async () => (await db.pool.query('select from idempotency_key')).rowCount === 0,
    )
  })
