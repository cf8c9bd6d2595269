import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { tempFolder as clusterFolder, query, startInChild } from '#lib/embedded-postgres/testing.ts'
import { rowsOf, seedJob, seedPartner, tempFolder } from '../../test/support/backup.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { runCommand } from '../../test/support/process.ts'
import { knownMigrations } from '../db/migration-files.ts'
import { embeddedApp } from '../db/start-embedded.ts'

const folder = tempFolder()
const { file } = folder
let source: TestDatabase
let env: { DATABASE_URL: string; DATA_DIR: string }

before(async () => {
  source = await createDatabase()
  env = { DATABASE_URL: source.url, DATA_DIR: path.join(folder.path, 'source') }
  const seeded = await seedPartner(source)
  await seedJob(source, folder.storage('source/photos'), seeded, { sms: 'due' })
  const { code, stdout } = await runCommand(['backup', file, '--json'], env)
  assert.equal(code, 0)
  const { bytes, rows, photos } = JSON.parse(stdout) as { bytes: number; rows: number; photos: number }
  assert.equal(bytes, fs.statSync(file).size)
  assert.ok(rows > 0)
  assert.equal(photos, 2)
})
after(async () => {
  await source[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('dray backup goes on beside the service, and overwrites nothing unasked', async () => {
  const { code, stderr } = await runCommand(['backup', file], env)
  assert.equal(code, 1)
  assert.match(stderr, /^\S+backup\.tar\.gz exists already: .*--force\n$/)
})

test('dray restore into an empty database, and dray doctor finds it well', async () => {
  await using target = await createDatabase()
  // With another application name: a restore is refused while a connection named `dray` is open.
  await query({ connectionString: target.url }, 'drop schema public cascade; create schema public')
  const there = { DATABASE_URL: target.url, DATA_DIR: path.join(folder.path, 'target') }
  const { code, stdout, stderr } = await runCommand(['restore', file], there)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^photos: 2$/m)
  assert.match(stdout, /1 SMS were on their way .* not sent again/)
  assert.match(stdout, /^All sessions were ended/m)
  assert.match(stdout, /^No journal was found, so what was done since \d{4}-.* is undone/m)
  const doctor = await runCommand(['doctor', '--json'], there)
  assert.equal(doctor.code, 0, doctor.stdout)
  assert.equal((JSON.parse(doctor.stdout) as { ok: boolean }).ok, true)
  const again = await runCommand(['restore', file], there)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^The database is not empty: .*--force\n$/)
})

test('dray migrate reports the applied migrations', async () => {
  await using db = await createDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const there = { ...env, DATABASE_URL: db.url }
  const migrated = async () => JSON.parse((await runCommand(['migrate', '--json'], there)).stdout) as unknown
  assert.deepEqual(await migrated(), { migrated: knownMigrations().map(({ name }) => name) })
  assert.deepEqual(await migrated(), { migrated: [] })
  assert.equal((await rowsOf(db)).tariff?.length, 1)
})

test('dray doctor exits with 1 and prints the remedy', async () => {
  const { code, stdout } = await runCommand(['doctor'], {
    ...env,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })
  assert.equal(code, 1)
  assert.match(stdout, /^FAIL {2}database: .*ECONNREFUSED.*\n {6}-> Start PostgreSQL/m)
  assert.match(stdout, /^1 to fix before Dray can run as configured\.$/m)
})

test('dray restore beside a server on the same folder is refused; after its crash it works', async () => {
  await using home = clusterFolder()
  await using server = startInChild({ app: embeddedApp, dataDir: home.data })
  const { connection } = await server.started
  const there = { DATA_DIR: home.data }
  const refused = await runCommand(['restore', file], there)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^A Dray server \(process \d+\) runs on this data folder: stop it/)
  assert.deepEqual(await query(connection, `select to_regclass('job') as job`), [{ job: null }])
  await server.kill('SIGKILL')
  const restored = await runCommand(['restore', file, '--json'], there)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal((JSON.parse(restored.stdout) as { photos: number }).photos, 2)
  const listed = await runCommand(['partner', 'list', '--json'], there)
  assert.match(listed.stdout, /Loft/)
})
