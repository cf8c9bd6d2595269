import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { tableFiles } from '../../scripts/tables/table-files.ts'
import { createDatabase } from '../../test/support/database.ts'

const root = path.join(import.meta.dirname, '../..')

test('tables.ts and schema.sql are what the migrations make: after a new migration, npm run gen', async () => {
  await using db = await createDatabase()
  for (const [name, content] of Object.entries(await tableFiles(db.pool)))
    assert.equal(readFileSync(path.join(root, name), 'utf8'), content, name)
})
