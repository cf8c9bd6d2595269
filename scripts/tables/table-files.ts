import type pg from 'pg'
import { readCatalog } from '../../server/db/read-catalog.ts'
import { schemaFile } from './schema-file.ts'
import { tablesFile } from './tables-file.ts'

/** The files that are generated from a migrated database, by their paths. */
export async function tableFiles(pool: pg.Pool): Promise<Record<string, string>> {
  const catalog = await readCatalog(pool)
  return { 'server/db/tables.ts': tablesFile(catalog), 'server/db/schema.sql': schemaFile(catalog) }
}
