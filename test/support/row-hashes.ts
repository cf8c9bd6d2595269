import type pg from 'pg'

/** A hash of the rows of each table, to compare before and after what may change nothing. */
export async function rowHashes(
  pool: pg.Pool,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and not tablename = any ($1)`,
    [except],
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
