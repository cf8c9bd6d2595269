import type pg from 'pg'
import { isColumnSql, isOfNoExtensionSql, isOurRelationSql } from './our-tables-sql.ts'

export type CatalogColumn = {
  name: string
  /** As PostgreSQL prints it: `timestamp with time zone`. */
  type: string
  isNullable: boolean
  /** The expression of a default, or of a generated column. */
  expression: string | null
  isGenerated: boolean
  isIdentity: boolean
  comment: string | null
}

export type CatalogTable = {
  name: string
  /** Not in the write-ahead log, so a crash empties it, and no copy of the log has its rows. */
  isUnlogged: boolean
  columns: CatalogColumn[]
  constraints: { name: string; columns: string[]; definition: string }[]
  indexes: string[]
  triggers: string[]
}

export type Catalog = { extensions: string[]; tables: CatalogTable[]; functions: string[] }

/** Reads the tables, triggers and functions that the migrations have made, each list in a stable order. */
export async function readCatalog(pool: pg.Pool): Promise<Catalog> {
  const [extensions, tables, functions] = await Promise.all([
    pool.query<{ text: string }>(
      `select extname::text as text from pg_extension where extname <> 'plpgsql' order by 1`,
    ),
    pool.query<CatalogTable>(tablesSql),
    pool.query<{ text: string }>(
      `select pg_get_functiondef(p.oid) as text from pg_proc p
       where p.pronamespace = 'public'::regnamespace and ${isOfNoExtensionSql('pg_proc', 'p.oid')}
       order by p.proname collate "C"`,
    ),
  ])
  const texts = (rows: { text: string }[]) => rows.map(({ text }) => text)
  return { extensions: texts(extensions.rows), tables: tables.rows, functions: texts(functions.rows) }
}

/**
 * Leaves out what another part shows: not-null constraints (`n`), which are in `isNullable` of the column, and indexes
 * of constraints, which are in the definition of the constraint.
 */
const tablesSql = `
  select c.relname::text as name, c.relpersistence = 'u' as "isUnlogged",
    (select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
        'expression', pg_get_expr(d.adbin, d.adrelid, true), 'isGenerated', a.attgenerated <> '',
        'isIdentity', a.attidentity <> '', 'comment', col_description(c.oid, a.attnum)) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${isColumnSql}) as columns,
    (select coalesce(json_agg(json_build_object(
        'name', k.conname, 'definition', pg_get_constraintdef(k.oid, true),
        'columns', array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any(k.conkey)))
        order by k.contype = 'p' desc, k.conname collate "C"), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n') as constraints,
    array(select pg_get_indexdef(i.indexrelid, 0, true) from pg_index i
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
      order by i.indexrelid::regclass::text collate "C") as indexes,
    array(select pg_get_triggerdef(t.oid, true) from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal order by t.tgname collate "C") as triggers
  from pg_class c
  where c.relkind = 'r' and ${isOurRelationSql}
  order by c.relname collate "C"`
