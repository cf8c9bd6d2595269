import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'

/**
 * Simulates the passing of time: moves every instant in every table back, so that rows are older compared with `now()`
 * of the database. The audit log is append-only and keeps its times.
 */
export async function passTime(
  { kysely, pool }: Pick<TestDatabase, 'kysely' | 'pool'>,
  span: string,
): Promise<void> {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and table_name <> 'audit_event'
      and data_type = 'timestamp with time zone'
    group by table_name order by table_name`.execute(kysely)
  const moves = rows.map(({ table_name, columns }) => {
    const set = columns.map((column) => `"${column}" = "${column}" - interval '${span}'`)
    return `update "${table_name}" set ${set.join(', ')}`
  })
  // A single multi-statement query is one transaction, so that readers see all tables moved or none.
  await pool.query(moves.join(';\n'))
}
