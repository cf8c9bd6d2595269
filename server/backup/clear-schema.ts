import { type ClientBase, escapeIdentifier } from 'pg'
import type { MigrationText } from '../db/known-migrations.ts'
import { listTables } from './catalogue.ts'
import type { Manifest } from './manifest.ts'

/**
 * Drops the tables and makes those of the backup, with the migrations that it had. Saves the names of the current
 * photos in a temporary table for `fill`.
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
  for (const { name, text } of known.slice(0, migrations.length)) {
    await client.query(text)
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      name,
      new Date().toISOString(),
    ])
  }
}

const quoted = (tables: { name: string }[]): string =>
  tables.map(({ name }) => escapeIdentifier(name)).join(', ')
