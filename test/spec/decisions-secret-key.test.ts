import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { secretKeyFileIn } from '../../server/config/secret-key-file.ts'
import { migrate } from '../../server/db/migrate.ts'
import { knownMigrations } from '../../server/db/migration-files.ts'
import { newId } from '../../server/lib/ids.ts'
import { createDatabase } from '../support/database.ts'
import { startDray } from '../support/dray.ts'
import { wholeDatabase } from '../support/leftovers.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, stranger } from '../support/person.ts'

// Decision 24: codes are not stored in plain text next to the pepper of their hash.

test('the database holds neither a code nor the pepper of its hash; the key that opens them is a file beside it', async () => {
  await using app = await startDray()
  const phone = newPhone()
  const { challenge_id } = await stranger(app).ok(startSignIn, { body: { phone } })
  const code = await codeOf(app, challenge_id)
  const { rows } = await app.db.pool.query<{ row: string }>(
    `select sms::text as row from sms where challenge_id = $1
     union all select c::text from phone_challenge c where id = $1`,
    [challenge_id],
  )
  assert.equal(rows.length, 2)
  for (const { row } of rows) assert.doesNotMatch(row, new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`))
  assert.deepEqual(
    await app.db.kysely.selectFrom('installation_secret').where('name', '=', 'code_pepper').execute(),
    [],
  )
  const key = (await readFile(secretKeyFileIn(app.dataDir), 'utf8')).trim()
  const whole = await wholeDatabase(app)
  for (const form of [key, Buffer.from(key, 'base64').toString('hex')]) assert.ok(!whole.includes(form))
})

test('an update removes the old pepper and ends codes that wait: their texts are removed and not sent', async () => {
  await using db = await createDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const older = knownMigrations().filter(({ name }) => name < '0018')
  await db.pool.query(
    'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  )
  for (const { name, text } of older) {
    await db.pool.query(text)
    await db.pool.query('insert into kysely_migration values ($1, $2)', [name, '2026-01-01T00:00:00.000Z'])
  }
  const [challenge, used] = [newId(), newId()]
  await db.pool.query(
    `insert into installation_secret (name, value) values ('code_pepper', '{"key": "old"}'), ('device_key', '{"key": "kept"}')`,
  )
  for (const id of [challenge, used]) {
    await db.pool.query(
      `insert into phone_challenge (id, phone, neighbourhood, country, client_address, language, code_hash, used_at, expires_at)
       values ($1, '+34612340000', '+346123400', 'ES', '192.0.2.1', 'es', $2, $3, now() + interval '5 minutes')`,
      [id, randomBytes(32), id === used ? new Date() : null],
    )
    await db.pool.query(
      `insert into sms (id, kind, challenge_id, mode, to_phone, body, provider, status, give_up_at)
       values ($1, 'code', $2, 'live', '+34612340000', 'Dray: 012345', 'twilio', $3, now() + interval '5 minutes')`,
      [newId(), id, id === used ? 'sent' : 'pending'],
    )
  }
  await migrate(db.kysely)
  const { rows: texts } = await db.pool.query('select body, status, last_error from sms order by id')
  assert.deepEqual(texts, [
    { body: '', status: 'failed', last_error: 'secret key replaced' },
    { body: '', status: 'sent', last_error: null },
  ])
  const { rows: open } = await db.pool.query(
    'select from phone_challenge where used_at is null and expires_at > now()',
  )
  assert.equal(open.length, 0)
  const secrets = await db.kysely.selectFrom('installation_secret').select('name').execute()
  assert.deepEqual(secrets, [{ name: 'device_key' }])
})
