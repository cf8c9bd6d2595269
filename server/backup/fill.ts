import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type ClientBase, escapeIdentifier } from 'pg'
import { from } from 'pg-copy-streams'
import { inOneTransaction, type MigrationText } from '../db/migration-files.ts'
import { isPhotoName } from '../photos/name.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { listTables } from './catalogue.ts'
import {
  BackupError,
  DamagedBackup,
  foreignMember,
  type Manifest,
  memberOf,
  type TableEntry,
} from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { withoutIndexes } from './without-indexes.ts'

type FillNeeds = {
  archive: FileHandle
  putPhoto: (name: string, bytes: Buffer) => Promise<void>
  /** Throws after a signal to stop. */
  goOn: () => void
}

/**
 * Restores the rows, sequences and photos of a backup into empty tables (`clearSchema`), and verifies the checksums
 * again.
 *
 * @throws {BackupError} when the file is damaged or was changed since it was verified.
 */
export async function fill(client: ClientBase, manifest: Manifest, needs: FillNeeds): Promise<void> {
  // Restore rows unchanged: this disables the triggers that refuse or record changes.
  await client.query(`select set_config('dray.restoring', 'on', true)`)
  // Some triggers of jobs in backups of older versions do not know this setting: they would make the worlds of test jobs
  // and their stories a second time.
  await client.query('alter table job disable trigger user')
  const tables = new Map(manifest.tables.map((table) => [memberOf(table.name), table]))
  await withoutIndexes(client, needs.goOn, async () => {
    const read = await readArchive(needs.archive, async ({ name, body }) => {
      needs.goOn()
      const table = tables.get(name)
      if (table) await copyRows(client, table, body)
      else await needs.putPhoto(photoOf(name), await buffer(body))
    })
    if (read.sha256sums !== manifest.sha256sums)
      throw new BackupError('The backup was changed while it was read')
    // Indexes are not created on a table of which a constraint has yet to be checked.
    await client.query('set constraints all immediate')
  })
  for (const { name, next } of manifest.sequences) {
    // Unlike setval, this is rolled back with the transaction.
    await client.query(`alter sequence ${escapeIdentifier(name)} restart with ${next}`)
  }
  // Insert the old photos without a job, so the collector deletes their files even if this process does not.
  await client.query(
    `insert into photo (name, job_id, position, bytes, width, height)
     select name, null, 0, bytes, width, height from old_photo on conflict (name) do nothing`,
  )
  await client.query(`select set_config('dray.restoring', 'off', true)`)
  await client.query('alter table job enable trigger user')
}

async function copyRows(
  client: ClientBase,
  { name, columns, rows }: TableEntry,
  body: Readable,
): Promise<void> {
  const list = columns.map(escapeIdentifier).join(', ')
  const copy = client.query(from(`copy ${escapeIdentifier(name)} (${list}) from stdin`))
  await pipeline(body, copy)
  if (copy.rowCount !== rows)
    throw new DamagedBackup(`The backup is damaged: ${name} has ${copy.rowCount} rows of ${rows}`)
}

function photoOf(member: string): string {
  const name = member.replace(/^photos\//, '')
  if (isPhotoName(name)) return name
  throw foreignMember(member)
}

/**
 * Drops the tables and creates the tables of the backup, with its migrations. Saves the names of the current photos in
 * a temporary table for `fill`.
 */
export async function clearSchema(
  client: ClientBase,
  { migrations }: Manifest,
  known: MigrationText[],
): Promise<void> {
  const present = await listTables(client)
  const hasPhotos = present.some(({ name }) => name === 'photo')
  const old = hasPhotos
    ? 'select name, bytes, width, height from photo'
    : `select ''::text, 0, 0, 0 where false`
  await client.query(`create temporary table old_photo (name, bytes, width, height) on commit drop as ${old}`)
  if (present.length > 0) await client.query(`drop table ${quoted(present)}`)
  await client.query('drop table if exists kysely_migration')
  await client.query(
    'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  )
  for (const migration of known.slice(0, migrations.length)) {
    await client.query(inOneTransaction(migration))
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      migration.name,
      new Date().toISOString(),
    ])
  }
}

const quoted = (tables: { name: string }[]): string =>
  tables.map(({ name }) => escapeIdentifier(name)).join(', ')

/**
 * Stores a photo unless it already exists with the same size. The bytes of a photo's name never change, and an existing
 * file may be used by other jobs.
 *
 * @returns whether no file of this name existed before.
 */
export async function putPhoto(storage: PhotoStorage, name: string, bytes: Buffer): Promise<boolean> {
  const found = await storage.read(name)
  found?.stream.destroy()
  if (found?.size === bytes.length) return false
  await storage.put(name, bytes)
  return !found
}
