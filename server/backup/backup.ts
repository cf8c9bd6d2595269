import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { type ClientBase, escapeIdentifier } from 'pg'
import { to } from 'pg-copy-streams'
import { drayVersion } from '../lib/version.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import {
  appliedMigrations,
  type CatalogueTable,
  isBackedUpSql,
  listSequences,
  listTables,
} from './catalogue.ts'
import {
  BackupError,
  formatVersion,
  type Manifest,
  memberOf,
  photoMemberOf,
  type TableEntry,
} from './manifest.ts'
import { contentOf, openSpool, sizeOf } from './spool.ts'
import { inTransaction, readSnapshot } from './transaction.ts'
import { type ArchiveWriter, createArchive } from './write-archive.ts'

type BackupNeeds = { pool: pg.Pool; storage: PhotoStorage }
export type Backup = Omit<Manifest, 'sha256sums'> & { file: string; bytes: number }

/**
 * Writes a consistent snapshot of all data to one file while the service runs. The file is portable between versions of
 * PostgreSQL, unlike a copy of the data folder. It appears under its final name complete or not at all.
 *
 * @throws {BackupError} when the file exists (without `force`) or cannot be written, or there is no data.
 * @throws the reason of `signal`, which stops it in a table or photo.
 */
export async function backup(
  needs: BackupNeeds,
  { file, force, signal }: { file: string; force: boolean; signal?: AbortSignal },
): Promise<Backup> {
  const target = path.resolve(file)
  const partial = `${target}.partial`
  if (force) await rm(partial, { force: true })
  else await refuseExisting(target)
  const archive = await createArchive(partial, signal).catch(refuseSecondWriter(partial))
  try {
    const manifest = await inTransaction(needs.pool, readSnapshot, (client) =>
      writeSnapshot(client, needs, archive),
    )
    await archive.finish(manifest)
    await rename(partial, target)
    await syncFolder(path.dirname(target))
    return { ...manifest, file: target, bytes: (await stat(target)).size }
  } catch (error) {
    await archive.abandon()
    await rm(partial, { force: true })
    throw error
  }
}

async function refuseExisting(target: string): Promise<void> {
  const found = await stat(target).catch(() => null)
  if (found)
    throw new BackupError(`${target} exists already: name another file, or overwrite it with --force`)
}

const refuseSecondWriter = (partial: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EEXIST') {
    throw new BackupError(
      `${partial} exists: another backup is being written, or one was cut short; if none is, repeat with --force`,
    )
  }
  throw new BackupError(`${partial} cannot be written (${error.code})`, { cause: error })
}

/** A renamed file survives a power cut only if its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/**
 * Writes the tables, then the photos. In one repeatable-read transaction, all of it is from the same instant.
 *
 * @throws {BackupError} when the database has no Dray tables.
 */
async function writeSnapshot(
  client: ClientBase,
  needs: BackupNeeds,
  archive: ArchiveWriter,
): Promise<Omit<Manifest, 'sha256sums'>> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty')
  const { rows } = await client.query<{ created_at: Date; version: string }>(
    `select now() as created_at, current_setting('server_version') as version`,
  )
  const tables: TableEntry[] = []
  for (const table of await listTables(client))
    if (!table.isUnlogged) tables.push(await writeTable(client, table, archive))
  const sequences = await listSequences(client)
  return {
    format: 'dray-backup',
    format_version: formatVersion,
    dray_version: drayVersion(),
    postgres_version: rows[0]?.version ?? '',
    created_at: rows[0]?.created_at.toISOString() ?? '',
    migrations,
    tables,
    sequences,
    ...(await writePhotos(client, needs, archive)),
  }
}

async function writeTable(
  client: ClientBase,
  { name, columns }: CatalogueTable,
  archive: ArchiveWriter,
): Promise<TableEntry> {
  const list = columns.map(escapeIdentifier).join(', ')
  const copy = client.query(to(`copy ${escapeIdentifier(name)} (${list}) to stdout`))
  await using spool = await openSpool(archive.file)
  await spool.writeFile(copy)
  await archive.add(memberOf(name), await sizeOf(spool), contentOf(spool))
  return { name, columns, rows: copy.rowCount }
}

/**
 * Writes the photos of jobs and documents. A draft may expire during the copy and lose its photos, so a missing file is
 * counted and does not fail the backup. Says which were deleted by then: the others are lost.
 */
async function writePhotos(client: ClientBase, { pool, storage }: BackupNeeds, archive: ArchiveWriter) {
  let [photos, missing] = [0, 0]
  const deleted: string[] = []
  let unsorted: string[] = []
  const sort = async () => {
    deleted.push(...(await findDeleted(pool, unsorted)))
    unsorted = []
  }
  for await (const name of photoNames(client)) {
    const found = await storage.read(name)
    if (found) {
      await archive.add(photoMemberOf(name), found.size, found.stream)
      photos += 1
    } else {
      missing += 1
      // In parts, because a lost folder may have had millions.
      if (unsorted.push(name) === 1_000) await sort()
    }
  }
  await sort()
  return { photos, photos_missing: missing, photos_deleted: deleted.slice(0, maxDeleted) }
}

/** A restore reads at most 16 MiB of manifest. */
const maxDeleted = 100_000

/** Reads the rows as they are now, outside the snapshot: a photo is detached from its job before its file is deleted. */
async function findDeleted(pool: pg.Pool, names: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as missing (name)
     where not exists (select from photo where photo.name = missing.name and ${isBackedUpSql})`,
    [names],
  )
  return rows.map(({ name }) => name)
}

async function* photoNames(client: ClientBase): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ name: string }>(
      `select name from photo where ${isBackedUpSql} and name > $1 order by name limit 1000`,
      [last],
    )
    for (const { name } of rows) yield name
    if (rows.length < 1_000) return
    last = rows.at(-1)?.name ?? last
  }
}
