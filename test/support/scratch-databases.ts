import type { Database } from '../../server/db/database.ts'

/** The scratch databases that drills of this installation have now. */
export async function scratchDatabases({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname::text as name from pg_database
     where starts_with(datname, 'dray_drill_' || left(encode(sha256(current_database()::text::bytea), 'hex'), 8))`,
  )
  return rows.map(({ name }) => name)
}
