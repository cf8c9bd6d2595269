import { type Kysely, sql } from 'kysely'
import { isOfNoExtensionSql } from './our-tables-sql.ts'
import type { Tables } from './tables.ts'

/**
 * Tables to which the service only adds rows, and tables it only reads: triggers of the owner write `audit_link`. On
 * all others it has every right on rows, but no right on the schema (decision 51).
 */
const addedTo = ['audit_event', 'journal']
const readOnly = ['audit_link', 'kysely_migration', 'kysely_migration_lock', 'schema_release']

/**
 * Grants `role` the rights of the service, as the owner of the tables. Idempotent. Skips the owner itself and
 * superusers.
 */
export async function grantService(owner: Kysely<Tables>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // Two nodes that grant concurrently would fail with "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(hashtextextended('grant-service', 0))`.execute(trx)
    const { rows } = await sql<{ name: string }>`
      select c.relname::text as name from pg_class c
      where ${isTable} and not pg_has_role(${role}, c.relowner, 'member') order by 1`.execute(trx)
    const grantee = sql.id(role)
    for (const { name } of rows) {
      const table = sql.table(name)
      await sql`grant ${rightsOn(name)} on ${table} to ${grantee}`.execute(trx)
      await sql`revoke ${refusedOn(name)} on ${table} from ${grantee}`.execute(trx)
    }
  })
}

const rightsOn = (table: string) => {
  if (readOnly.includes(table)) return sql`select`
  return addedTo.includes(table) ? sql`select, insert` : sql`select, insert, update, delete`
}

const refusedOn = (table: string) => {
  if (readOnly.includes(table)) return sql`insert, update, delete, truncate`
  return addedTo.includes(table) ? sql`update, delete, truncate` : sql`truncate`
}

const isTable = sql<boolean>`(c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  and ${sql.raw(isOfNoExtensionSql('pg_class', 'c.oid'))})`

/** Whether the role of this connection can read every table: a table of a new migration has no grants yet. */
export async function hasGrants(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class c where ${isTable} and not has_table_privilege(c.oid, 'select') limit 1`.execute(
    kysely,
  )
  return rows.length === 0
}

/**
 * Whether the role of this connection could change the audit log or its chain: as a superuser, as the owner of the
 * tables, or by a right that it has.
 */
export async function canChangeAudit(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select coalesce(bool_or(pg_has_role(c.relowner, 'member')
      or has_table_privilege(c.oid, 'update, delete, truncate, trigger')
      or c.relname = 'audit_link' and has_table_privilege(c.oid, 'insert')), true) as can
    from pg_class c where ${isTable} and c.relname in ('audit_event', 'audit_link')`.execute(kysely)
  return rows[0]?.can ?? true
}
