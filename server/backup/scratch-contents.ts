import type pg from 'pg'
import type { ClientBase } from 'pg'
import { isOfNoExtensionSql } from '../db/our-tables-sql.ts'

/*
 * What a drill leaves in a database that was made by hand, if it is killed. The mark is the comment of a table that a
 * real restore replaces, so a database that was restored to be used has none.
 */

const mark = 'made by dray drill, which deletes it'

/** Marks the contents as those of a drill, before there are any. */
export async function markDrill(client: ClientBase | pg.Pool): Promise<void> {
  await client.query(
    `create table if not exists kysely_migration
       (name varchar(255) not null primary key, timestamp varchar(255) not null);
     comment on table kysely_migration is '${mark}'`,
  )
}

export async function isMarked(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean | null }>(
    `select obj_description(to_regclass('kysely_migration'), 'pg_class') = '${mark}' as is`,
  )
  return rows[0]?.is ?? false
}

/**
 * The statements that drop every relation and function of the database, in all schemas; none in an empty one. Leaves
 * out those of extensions. Tables come first: a sequence that belongs to a column goes with its table.
 */
export async function dropStatements(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select statement from (
     select case when c.relkind in ('r', 'p') then 1 else 2 end as place,
       'drop ' || case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
         when 'f' then 'foreign table' else 'table' end || ' if exists ' || c.oid::regclass || ' cascade' as statement
     from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and ${isOfUsers('c.relnamespace')} and ${isOfNoExtensionSql('pg_class', 'c.oid')}
     union all
     select 3, 'drop routine if exists ' || p.oid::regprocedure || ' cascade'
     from pg_proc p where ${isOfUsers('p.pronamespace')} and ${isOfNoExtensionSql('pg_proc', 'p.oid')}
     ) as all_of_them order by place`,
  )
  return rows.map(({ statement }) => statement)
}

const isOfUsers = (namespace: string): string =>
  `${namespace} in (select oid from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema')`
