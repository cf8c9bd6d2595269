import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { test } from 'node:test'
import { membersOf, rowsOf, seedJob, seedPartner, tempFolder } from '../../test/support/backup.ts'
import { createDatabase } from '../../test/support/database.ts'
import { knownMigrations } from '../db/migration-files.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { backup } from './backup.ts'
import { BackupError } from './manifest.ts'

test('is one file for its owner alone, with checksums over every member and a manifest', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const storage = folder.storage('photos')
  const { photos } = await seedJob(db, storage, await seedPartner(db))
  const made = await backup({ pool: db.pool, storage }, { file: folder.file, force: false })
  assert.equal(fs.statSync(folder.file).mode & 0o777, 0o600)
  assert.deepEqual(fs.readdirSync(folder.path).sort(), ['backup.tar.gz', 'photos'])
  assert.equal(made.bytes, fs.statSync(folder.file).size)
  const members = await membersOf(folder.file)
  const sums = [...members]
    .filter(([name]) => name !== 'SHA256SUMS' && name !== 'manifest.json')
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
  assert.equal(members.get('SHA256SUMS')?.toString(), sums.join(''))
  const manifest = JSON.parse(String(members.get('manifest.json'))) as typeof made
  assert.deepEqual(
    manifest.migrations,
    knownMigrations().map(({ name }) => name),
  )
  assert.equal(manifest.photos, 2)
  assert.ok(photos.every((name) => members.has(`photos/${name}`)))
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
  const expected = Object.entries(await rowsOf(db)).map(([name, { length }]) => [name, length])
  assert.deepEqual(rows, Object.fromEntries(expected))
  assert.ok(Math.abs(Date.parse(manifest.created_at) - Date.now()) < 60_000)
})

test('is of one instant while drafts come in: no SMS without its job, no job without its SMS', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const storage = folder.storage('photos')
  const partner = await seedPartner(db)
  for (let i = 0; i < 20; i += 1) await seedJob(db, storage, partner)
  let [writing, made] = [true, 0]
  const late: string[] = []
  const writer = async () => {
    while (writing) {
      await seedJob(db, storage, partner)
      made += 1
    }
  }
  const writers = [writer(), writer()]
  // Tables are copied first, so this job is certainly created after the backup has begun.
  const slow: PhotoStorage = {
    ...storage,
    async read(name) {
      if (late.length === 0) late.push(...(await seedJob(db, storage, partner)).photos)
      return storage.read(name)
    },
  }
  await backup({ pool: db.pool, storage: slow }, { file: folder.file, force: false })
  writing = false
  await Promise.all(writers)
  assert.ok(made > 0)
  const members = await membersOf(folder.file)
  const column = (table: string, index: number) =>
    String(members.get(`tables/${table}.copy`))
      .trimEnd()
      .split('\n')
      .map((line) => String(line.split('\t')[index]))
      .sort()
  const jobs = column('job', 0)
  assert.ok(jobs.length >= 20)
  assert.deepEqual(column('sms', 1), jobs)
  assert.deepEqual(column('job_event', 1), jobs)
  assert.equal(late.length, 2)
  assert.ok(late.every((name) => !members.has(`photos/${name}`)))
})

test('counts a photo whose file is gone, and goes on', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const storage = folder.storage('photos')
  const { photos } = await seedJob(db, storage, await seedPartner(db))
  await storage.remove(String(photos[0]))
  const made = await backup({ pool: db.pool, storage }, { file: folder.file, force: false })
  assert.deepEqual([made.photos, made.photos_missing], [1, 1])
})

test('overwrites a backup, or the rest of a killed backup, only with --force', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const needs = { pool: db.pool, storage: folder.storage('photos') }
  await seedPartner(db)
  fs.writeFileSync(`${folder.file}.partial`, 'half')
  await assert.rejects(
    backup(needs, { file: folder.file, force: false }),
    isBackupError(/another backup is being written/),
  )
  assert.equal(fs.readFileSync(`${folder.file}.partial`, 'utf8'), 'half')
  fs.writeFileSync(folder.file, 'old')
  await assert.rejects(backup(needs, { file: folder.file, force: false }), isBackupError(/exists already/))
  assert.equal(fs.readFileSync(folder.file, 'utf8'), 'old')
  await backup(needs, { file: folder.file, force: true })
  assert.ok((await membersOf(folder.file)).has('manifest.json'))
  assert.deepEqual(fs.readdirSync(folder.path), ['backup.tar.gz'])
})

test('leaves the old file, and nothing else, when the photo storage fails', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const storage = folder.storage('photos')
  await seedJob(db, storage, await seedPartner(db))
  fs.writeFileSync(folder.file, 'old')
  const failure = new ProviderError('photo disk', 'EIO', { retryable: true, outcome: 'refused' })
  const broken: PhotoStorage = { ...storage, read: () => Promise.reject(failure) }
  const { pool } = db
  await assert.rejects(backup({ pool, storage: broken }, { file: folder.file, force: true }), failure)
  assert.deepEqual(fs.readdirSync(folder.path).sort(), ['backup.tar.gz', 'photos'])
  assert.equal(fs.readFileSync(folder.file, 'utf8'), 'old')
  assert.equal((await pool.query('select 1 as one')).rowCount, 1)
})

test('leaves the old file, and nothing else, when it is stopped', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const storage = folder.storage('photos')
  await seedJob(db, storage, await seedPartner(db))
  fs.writeFileSync(folder.file, 'old')
  const stop = new AbortController()
  const read: PhotoStorage['read'] = (name) => {
    stop.abort(new Error('stopped'))
    return storage.read(name)
  }
  const order = { file: folder.file, force: true, signal: stop.signal }
  await assert.rejects(backup({ pool: db.pool, storage: { ...storage, read } }, order), /^Error: stopped$/)
  assert.deepEqual(fs.readdirSync(folder.path).sort(), ['backup.tar.gz', 'photos'])
  assert.equal(fs.readFileSync(folder.file, 'utf8'), 'old')
})

test('says so when the folder is not there, and when the database is empty', async () => {
  await using db = await createDatabase()
  using folder = tempFolder()
  const needs = { pool: db.pool, storage: folder.storage('photos') }
  const nowhere = `${folder.path}/none/backup.tar.gz`
  await assert.rejects(
    backup(needs, { file: nowhere, force: false }),
    isBackupError(/cannot be written \(ENOENT\)/),
  )
  await db.pool.query('drop schema public cascade; create schema public')
  await assert.rejects(
    backup(needs, { file: folder.file, force: false }),
    isBackupError(/nothing to back up/),
  )
  assert.deepEqual(fs.readdirSync(folder.path), [])
})

const isBackupError = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BackupError, String(error))
  assert.match(error.message, message)
  return true
}
