import { type ClientBase, escapeIdentifier } from 'pg'
import { isOurRelationSql } from '../db/our-tables-sql.ts'

/**
 * Drops the indexes of empty tables, fills them by `work`, and creates the indexes again: to build an index from all
 * rows costs less than to insert each row into it (decision 64). Indexes of constraints stay, because foreign keys need
 * them. All in the caller's transaction. `goOn` throws after a signal to stop.
 */
export async function withoutIndexes(
  client: ClientBase,
  goOn: () => void,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select index.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_class c join pg_index i on i.indrelid = c.oid join pg_class index on index.oid = i.indexrelid
    where c.relkind = 'r' and ${isOurRelationSql}
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1`)
  if (rows.length > 0)
    await client.query(`drop index ${rows.map(({ name }) => escapeIdentifier(name)).join(', ')}`)
  await work()
  for (const { definition } of rows) {
    goOn()
    await client.query(definition)
  }
}
