import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import {
  photoBytes,
  rowsOf,
  type Seeded,
  seedDocument,
  seedJob,
  seedPartner,
  tempFolder,
} from '../../test/support/backup.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { closeDatabase, openDatabase } from '../db/database.ts'
import { dueIds } from '../db/leased-rows.ts'
import { knownMigrations } from '../db/migration-files.ts'
import { createKeyVerifier } from '../keys/verify.ts'
import { newId } from '../lib/ids.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { smsRows } from '../sms/store.ts'
import { backup } from './backup.ts'
import { BackupError } from './manifest.ts'
import { restore } from './restore.ts'

const folder = tempFolder()
const { file } = folder
const from = folder.storage('source')
let source: TestDatabase
let partner: Seeded
let jobs: { id: string; photos: string[] }[]
let picture: string

before(async () => {
  source = await createDatabase()
  partner = await seedPartner(source)
  jobs = [await seedJob(source, from, partner), await seedJob(source, from, partner)]
  picture = await seedDocument(source, from)
  await backup({ pool: source.pool, storage: from }, { file, force: false })
})
after(async () => {
  await source[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const put = { file, force: false }

test('brings back every row, photo and number, and keys that work', async () => {
  await using target = await createDatabase()
  const storage = folder.storage('round-trip')
  const restored = await restore({ database: target, storage }, put)
  assert.deepEqual(await rowsOf(target), await rowsOf(source))
  const { smsLeft, expiredDrafts, migrated } = restored
  assert.deepEqual({ smsLeft, expiredDrafts, migrated }, { smsLeft: 0, expiredDrafts: 0, migrated: [] })
  for (const name of [...jobs.flatMap(({ photos }) => photos), picture]) {
    assert.deepEqual(await photoBytes(storage, name), await photoBytes(from, name))
  }
  const verify = createKeyVerifier({ pool: target.pool }, { service: 'dray' })
  const verdict = await verify(partner.apiKey)
  assert.equal(verdict.state === 'active' && verdict.key.keyId, partner.keyId)
  const { rows } = await target.pool.query<{ id: number }>(
    `insert into job_event (job_id, actor, reason) values ($1, 'staff', 'note') returning id`,
    [jobs[0]?.id],
  )
  assert.equal(rows[0]?.id, 3)
})

test('makes the tables itself in a database that has none', async () => {
  await using target = await createDatabase()
  await target.pool.query('drop schema public cascade; create schema public')
  await restore({ database: target, storage: folder.storage('blank') }, put)
  assert.deepEqual(await rowsOf(target), await rowsOf(source))
})

test('goes back to the tables of an older Dray, when the backup is of one', async () => {
  await using target = await createDatabase()
  const later = { name: '0002_later', text: 'create table later (id integer)' }
  await target.pool.query(later.text)
  await target.pool.query(`insert into kysely_migration values ('0002_later', '9999')`)
  const migrations = [...knownMigrations(), later]
  await restore({ database: target, storage: folder.storage('older'), migrations }, put)
  assert.deepEqual(await rowsOf(target), await rowsOf(source))
})

test('refuses a database that has a partner, and replaces everything with force', async () => {
  await using target = await createDatabase()
  const storage = folder.storage('occupied')
  const other = await seedPartner(target)
  const { photos } = await seedJob(target, storage, other)
  const was = await rowsOf(target)
  await assert.rejects(restore({ database: target, storage }, put), isBackupError(/not empty/))
  assert.deepEqual(await rowsOf(target), was)
  await restore({ database: target, storage }, { file, force: true })
  assert.deepEqual(await rowsOf(target), await rowsOf(source))
  for (const name of photos) assert.equal(await photoBytes(storage, name), null)
  for (const name of jobs.flatMap((job) => job.photos)) assert.ok(await photoBytes(storage, name))
})

test('refuses beside another Dray on the database, and a database of something else', async () => {
  await using target = await createDatabase()
  const needs = { database: target, storage: folder.storage('refused') }
  const connection = { connectionString: target.url }
  const server = openDatabase({ connection, maxConnections: 1, onError: () => {} })
  await server.pool.query('select 1')
  await assert.rejects(restore(needs, put), isBackupError(/Another Dray is connected/))
  await closeDatabase(server)
  await target.pool.query(
    'drop schema public cascade; create schema public; create table invoice (id integer)',
  )
  await assert.rejects(restore(needs, put), isBackupError(/tables of something else/))
})

test('deletes the drafts that expired since, with their photos, before anything can serve them', async () => {
  await using db = await createDatabase()
  await using target = await createDatabase()
  const storage = folder.storage('expired')
  const seeded = await seedPartner(db)
  const gone = await seedJob(db, from, seeded, { lifeMs: -1_000 })
  const kept = await seedJob(db, from, seeded)
  const old = { file: `${folder.path}/expired.tar.gz`, force: false }
  await backup({ pool: db.pool, storage: from }, old)
  const { expiredDrafts } = await restore({ database: target, storage }, old)
  assert.equal(expiredDrafts, 1)
  const rows = JSON.stringify(await rowsOf(target))
  assert.ok(rows.includes(kept.id) && !rows.includes(gone.id))
  for (const name of gone.photos) {
    assert.ok(!rows.includes(name))
    assert.equal(await photoBytes(storage, name), null)
  }
  for (const name of kept.photos) assert.ok(await photoBytes(storage, name))
})

test('sends no SMS twice: SMS in progress become unknown, and never due', async () => {
  await using db = await createDatabase()
  await using target = await createDatabase()
  const seeded = await seedPartner(db)
  for (const sms of ['due', 'running', 'sent', 'failed'] as const) await seedJob(db, from, seeded, { sms })
  const old = { file: `${folder.path}/sms.tar.gz`, force: false }
  await backup({ pool: db.pool, storage: from }, old)
  const { smsLeft } = await restore({ database: target, storage: folder.storage('sms') }, old)
  assert.equal(smsLeft, 2)
  assert.deepEqual(await dueIds(target.kysely, smsRows, { limit: 10 }), [])
  const { rows } = await target.pool.query('select status, claim_id, last_error from sms order by status')
  const unknown = { status: 'unknown', claim_id: null, last_error: 'restored from backup' }
  const others = ['failed', 'sent'].map((status) => ({ status, claim_id: null, last_error: null }))
  assert.deepEqual(rows, [...others, unknown, unknown])
})

test('pushes nothing that was to be told at the time of the backup', async () => {
  await using db = await createDatabase()
  await using target = await createDatabase()
  const account = newId()
  await db.pool.query(`insert into account (id, phone) values ($1, '+34612345678')`, [account])
  await db.pool.query(`insert into notice (account_id, kind) values ($1, 'carrier_approved')`, [account])
  const { id } = await seedJob(db, from, await seedPartner(db))
  const reader = 'insert into message_reader (job_id, account_id, remind_at) values ($1, $2, now())'
  await db.pool.query(reader, [id, account])
  const old = { file: `${folder.path}/pushes.tar.gz`, force: false }
  await backup({ pool: db.pool, storage: from }, old)
  await restore({ database: target, storage: folder.storage('pushes') }, old)
  const { rows } = await target.pool.query('select told_at is not null as told from notice')
  assert.deepEqual(rows, [{ told: true }])
  const readers = await target.pool.query('select reminded_at is not null as reminded from message_reader')
  assert.deepEqual(readers.rows, [{ reminded: true }])
})

test('changes nothing when the photo storage fails half way, and leaves no photo of it', async () => {
  await using target = await createDatabase()
  const storage = folder.storage('failing')
  const seeded = await seedPartner(target)
  for (let i = 0; i < 3; i += 1) await seedJob(target, storage, seeded)
  // A photo that existed before must not be removed.
  const shared = String(jobs[0]?.photos.toSorted()[0])
  await storage.put(shared, (await photoBytes(from, shared)) as Buffer)
  const was = await rowsOf(target)
  const stored: string[] = []
  const failing: PhotoStorage = {
    ...storage,
    async put(name, bytes) {
      if (stored.length === 2)
        throw new ProviderError('photo disk', 'ENOSPC', { retryable: true, outcome: 'refused' })
      await storage.put(name, bytes)
      stored.push(name)
    },
  }
  await assert.rejects(
    restore({ database: target, storage: failing }, { file, force: true }),
    /photo disk: ENOSPC/,
  )
  assert.equal(stored.length, 2)
  assert.deepEqual(await rowsOf(target), was)
  for (const name of stored) if (name !== shared) assert.equal(await photoBytes(storage, name), null)
  assert.ok(await photoBytes(storage, shared))
  // The sequences also continue where they were.
  await seedJob(target, storage, seeded)
})

test('stops at a signal between two photos, changes nothing and leaves no photo of it', async () => {
  await using target = await createDatabase()
  const storage = folder.storage('stopped')
  const was = await rowsOf(target)
  const stop = new AbortController()
  const stored: string[] = []
  const interrupted: PhotoStorage = {
    ...storage,
    async put(name, bytes) {
      await storage.put(name, bytes)
      stored.push(name)
      stop.abort(new Error('stopped'))
    },
  }
  const order = { ...put, signal: stop.signal }
  await assert.rejects(restore({ database: target, storage: interrupted }, order), /^Error: stopped$/)
  assert.equal(stored.length, 1)
  assert.deepEqual(await rowsOf(target), was)
  for (const name of stored) assert.equal(await photoBytes(storage, name), null)
})

test('stops at a signal in the middle of the file, before anything was changed', async () => {
  await using target = await createDatabase()
  const stop = new AbortController()
  const restoring = restore(
    { database: target, storage: folder.storage('verified') },
    { ...put, signal: stop.signal, onVerified: () => assert.fail('it was read to its end') },
  )
  stop.abort(new Error('stopped'))
  await assert.rejects(restoring, /^Error: stopped$/)
})

test('says so when there is no such file', async () => {
  const missing = { file: `${folder.path}/none`, force: false }
  const needs = { database: source, storage: from }
  await assert.rejects(restore(needs, missing), isBackupError(/cannot be read \(ENOENT\)/))
  assert.equal(fs.existsSync(missing.file), false)
})

const isBackupError = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BackupError, String(error))
  assert.match(error.message, message)
  return true
}
