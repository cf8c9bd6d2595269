import type pg from 'pg'

const batch = 5_000

/** The counts are small; a month and some days of them let a month be compared with the one before. */
const countDays = 65

/** Deletes old rows of the request log, and old counts. Several nodes may run it concurrently. */
export async function forgetActivity(
  { pool, requestLogDays }: { pool: pg.Pool; requestLogDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const works: [table: string, isOld: string, days: number][] = [
    ['request_log', 'at < now() - make_interval(days => $1)', requestLogDays],
    ['request_log_day', 'day < (now() - make_interval(days => $1))::date', requestLogDays],
    ['request_minute', 'minute < now() - make_interval(days => $1)', countDays],
    ['request_hour', 'hour < now() - make_interval(days => $1)', countDays],
    ['provider_minute', 'minute < now() - make_interval(days => $1)', countDays],
    ['provider_hour', 'hour < now() - make_interval(days => $1)', countDays],
  ]
  for (const [table, isOld, days] of works) {
    let deleted: number
    do {
      if (signal?.aborted) return
      const statement = `delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOld} limit ${batch} for update skip locked))`
      deleted = (await pool.query(statement, [days])).rowCount ?? 0
    } while (deleted === batch)
  }
}
