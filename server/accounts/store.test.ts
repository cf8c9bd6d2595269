import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import { ensureAccount } from './store.ts'

test('concurrent first sign-ins of a number create one account', async () => {
  await using db = await createDatabase()
  const phone = '+34600111222'
  const made = await Promise.all(
    Array.from({ length: 15 }, () => ensureAccount(db.kysely, { id: newId(), phone, language: 'es' })),
  )
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  const other = await ensureAccount(db.kysely, { id: newId(), phone: '+34600111223', language: 'en' })
  assert.notEqual(other.id, made[0]?.id)
  assert.deepEqual([other.language, other.suspended, other.carrierStatus], ['en', false, null])
})
