import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'

/**
 * Simulates the passing of time: moves every instant in every table back, so rows are older compared with `now()` of
 * the database. The audit log and issued invoices never change and keep their times.
 */
export async function passTime(
  { kysely, pool }: Pick<TestDatabase, 'kysely' | 'pool'>,
  span: string,
): Promise<void> {
  const { rows } = await sql<{ table_name: string; columns: string[]; isInKey: boolean }>`
    select table_name, array_agg(column_name::text) as columns, exists (
      select from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisunique and indrelid = table_name::regclass and atttypid = 'timestamptz'::regtype
    ) as "isInKey"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and table_name not in ('audit_event', 'invoice')
      and data_type = 'timestamp with time zone'
    group by table_name order by table_name`.execute(kysely)
  const moves = rows.flatMap(({ table_name, columns, isInKey }) => {
    const update = (by: string) =>
      `update "${table_name}" set ${columns.map((column) => `"${column}" = "${column}" - interval ${by}`).join(', ')}`
    if (!isInKey) return [update(`'${span}'`)]
    // A key could meet that of a row which has not moved yet, so the rows go by way of a far past.
    return [update(`'${span}' - interval '${far}'`), update(`'-${far}'`)]
  })
  // A single multi-statement query is one transaction, so readers see all tables moved or none.
  await pool.query(moves.join(';\n'))
}

const far = '365000 days'
