import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { createDatabase, type TestDatabase } from './database.ts'

/** A database for all tests of a file. Checks the ledger after each test, and is dropped after the last. */
export async function paymentsDatabase(): Promise<TestDatabase> {
  const db = await createDatabase()
  afterEach(async () =>
    assert.deepEqual(await ledgerImbalance(db.kysely), [], 'the books agree after each test'),
  )
  after(() => db[Symbol.asyncDispose]())
  return db
}
