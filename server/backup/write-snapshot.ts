import { type ClientBase, escapeIdentifier } from 'pg'
import { to } from 'pg-copy-streams'
import { drayVersion } from '../lib/version.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { appliedMigrations, type CatalogueTable, listSequences, listTables } from './catalogue.ts'
import {
  BackupError,
  formatVersion,
  type Manifest,
  memberOf,
  photoMemberOf,
  type TableEntry,
} from './manifest.ts'
import { contentOf, openSpool, sizeOf } from './spool.ts'
import type { ArchiveWriter } from './write-archive.ts'

/**
 * Writes the tables, then the photos. In one repeatable-read transaction, all of it is from the same instant.
 *
 * @throws {BackupError} when the database has no Dray tables.
 */
export async function writeSnapshot(
  client: ClientBase,
  storage: PhotoStorage,
  archive: ArchiveWriter,
): Promise<Omit<Manifest, 'sha256sums'>> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty')
  const { rows } = await client.query<{ created_at: Date; version: string }>(
    `select now() as created_at, current_setting('server_version') as version`,
  )
  const tables: TableEntry[] = []
  for (const table of await listTables(client)) tables.push(await writeTable(client, table, archive))
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
    ...(await writePhotos(client, storage, archive)),
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
 * Writes the photos of jobs and documents; photos of neither will be deleted soon. A draft may expire during the copy and lose its
 * photos, so a missing file is counted and does not fail the backup.
 */
async function writePhotos(client: ClientBase, storage: PhotoStorage, archive: ArchiveWriter) {
  let [photos, missing] = [0, 0]
  for await (const name of photoNames(client)) {
    const found = await storage.read(name)
    if (found) await archive.add(photoMemberOf(name), found.size, found.stream)
    if (found) photos += 1
    else missing += 1
  }
  return { photos, photos_missing: missing }
}

async function* photoNames(client: ClientBase): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ name: string }>(
      `select name from photo where (job_id is not null or document_id is not null) and name > $1
       order by name limit 1000`,
      [last],
    )
    for (const { name } of rows) yield name
    if (rows.length < 1_000) return
    last = rows.at(-1)?.name ?? last
  }
}
