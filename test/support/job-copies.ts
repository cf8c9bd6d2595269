import type pg from 'pg'

type Copies = {
  count: number
  /** How long ago, in real time, they were created: ids begin with it. */
  ageDays?: number
  /** Other columns of the copies. */
  columns?: Record<string, unknown>
}

/** Copies a job without its other rows, where calls would take too long. */
export async function copyJob(
  pool: pg.Pool,
  jobId: string,
  { count, ageDays = 0, columns = {} }: Copies,
): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'job' and is_generated = 'NEVER'`,
  )
  const names = rows[0]?.names ?? ''
  // A busy machine is slow, and a statement has a time limit.
  const batch = 100
  for (let done = 0; done < count; done += batch)
    await pool.query(
      `insert into job (${names}) select ${names} from (
         select (jsonb_populate_record(null::job, to_jsonb(job) || $3::jsonb || jsonb_build_object(
           'id', lpad(to_hex((extract(epoch from now() - make_interval(days => $4)) * 1000)::bigint), 12, '0')
             || right(replace(gen_random_uuid()::text, '-', ''), 20),
           'short_id', left(replace(gen_random_uuid()::text, '-', ''), 14),
           'external_reference', null, 'external_reference_nfc', null))).*
         from job cross join generate_series(1, $2::integer) where job.id = $1) copies`,
      [jobId, Math.min(batch, count - done), JSON.stringify(columns), ageDays],
    )
}
