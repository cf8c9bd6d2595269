import { type ClientBase, escapeIdentifier } from 'pg'
import { isColumnSql, isOurRelationSql } from '../db/our-tables-sql.ts'
import type { SequenceEntry } from './manifest.ts'

export type CatalogueTable = {
  name: string
  columns: string[]
  /** The positions of carriers: no backup has them (decision 74). */
  isUnlogged: boolean
}

/** SQL condition on a row of `photo`: a photo of a job or of a document; the collector will delete the others. */
export const isBackedUpSql = '(job_id is not null or document_id is not null)'

/**
 * Reads the tables of our schema from the database, parents before children, so new migrations need no change here.
 * Excludes generated columns, tables of extensions and the two tables of the migrator.
 */
export async function listTables(client: ClientBase): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueTable & { parents: string[] }>(`
    select c.relname::text as name, c.relpersistence = 'u' as "isUnlogged",
      array(select a.attname::text from pg_attribute a
            where ${isColumnSql} and a.attgenerated = ''
            order by a.attnum) as columns,
      array(select parent.relname::text from pg_constraint f join pg_class parent on parent.oid = f.confrelid
            where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relkind = 'r' and ${isOurRelationSql}
    order by c.relname collate "C"`)
  return parentsFirst(rows).map(({ name, columns, isUnlogged }) => ({ name, columns, isUnlogged }))
}

/** Returns the sequences with their next values, which are above every id in a snapshot taken before. */
export async function listSequences(client: ClientBase): Promise<SequenceEntry[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relkind = 'S' and ${isOurRelationSql} order by 1`,
  )
  const sequences: SequenceEntry[] = []
  for (const { name } of rows) {
    // All sequences have increment 1.
    const counter = await client.query<{ next: string }>(
      `select (last_value + is_called::integer)::text as next from ${escapeIdentifier(name)}`,
    )
    sequences.push({ name, next: counter.rows[0]?.next ?? '1' })
  }
  return sequences
}

/** Returns the names of the migrations in the order they were applied; empty if the database is new. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('kysely_migration') is not null as known`,
  )
  if (!rows[0]?.known) return []
  const applied = await client.query<{ name: string }>(
    'select name from kysely_migration order by timestamp, name',
  )
  return applied.rows.map(({ name }) => name)
}

function parentsFirst<T extends { name: string; parents: string[] }>(tables: T[]): T[] {
  const sorted: T[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    sorted.push(...free)
  }
  return sorted
}
