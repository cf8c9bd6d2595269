import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { installationSecret } from './installation-secret.ts'

test('a secret of the installation is made once, also when many ask first, and each name has its own', async () => {
  await using db = await createDatabase()
  const make = () => ({ key: randomBytes(16).toString('hex') })
  const asked = await Promise.all(
    Array.from({ length: 15 }, () => installationSecret(db.kysely, 'one', make)),
  )
  const [first] = asked
  assert.match(first?.key ?? '', /^[0-9a-f]{32}$/)
  for (const each of asked) assert.deepEqual(each, first)
  assert.deepEqual(await installationSecret(db.kysely, 'one', make), first)
  assert.notDeepEqual(await installationSecret(db.kysely, 'another', make), first)
})
