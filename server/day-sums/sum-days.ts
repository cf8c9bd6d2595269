import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { endedJobsOfRows, movementsOfRows, partnersOfRows, sharedJobsOfRows } from './sums-of-rows.ts'
import { spanOfDay } from './unsummed.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** Days summed in one run; after an upgrade there may be years of days. */
const batch = 31

/** Most transactions that began on the day have ended by then; a later row would have the day summed again. */
const minutesAfter = 5

/**
 * Writes the sums of the days (UTC) that have ended, the newest first. Each day is a transaction, so a crash loses at
 * most the day that was being summed.
 *
 * @param slowReads without a statement timeout.
 * @returns the number of days that were summed.
 */
export async function sumDays({ slowReads }: { slowReads: Db }, signal?: AbortSignal): Promise<number> {
  let summed = 0
  for (const day of await daysToSum(slowReads)) {
    if (signal?.aborted) break
    if (await sumDay(slowReads, day)) summed += 1
  }
  return summed
}

async function daysToSum(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(d, 'YYYY-MM-DD') as day from generate_series(
      (least(
        (select at from ledger_transfer order by at, id limit 1),
        (select completed_at from job where mode = 'live' and status = 'completed' order by 1 limit 1),
        (select cancelled_at from job where mode = 'live' and status = 'cancelled' order by 1 limit 1)) at time zone 'utc')::date::timestamp,
      ((now() at time zone 'utc' - make_interval(mins => ${minutesAfter}))::date - 1)::timestamp, interval '1 day') d
    where not exists (select from summed_day where day = d::date) order by 1 desc limit ${batch}`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Writes the sums of a day in one statement, which the row of the day guards. Its transaction has the lock of the day
 * (`forget_day_sums`), so a second node does nothing.
 *
 * @returns false if the day is summed, or a transaction is still writing rows of it.
 */
export const sumDay = (db: Db, day: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${lockOf(day)}) as "isFree"`.execute(trx)
    // A separate statement: its snapshot is taken after the lock, so it sees the rows of all writers that have ended.
    return rows[0]?.isFree === true && (await writeSums(trx, day))
  })

/**
 * Deletes the sums of a day and writes them again, after the check has found that they differ from the rows.
 *
 * @returns false if the day has not ended.
 */
export async function sumDayAgain(trx: Trx, day: string): Promise<boolean> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    select ${day}::date < (now() at time zone 'utc')::date as "hasEnded"`.execute(trx)
  // The lock of today would stop everything that moves money.
  if (!rows[0]?.hasEnded) return false
  await sql`select pg_advisory_xact_lock(${lockOf(day)})`.execute(trx)
  await sql`delete from summed_day where day = ${day}::date`.execute(trx)
  return writeSums(trx, day)
}

const lockOf = (day: string) => sql`hashtext('dray: day sums'), ${day}::date - date '2000-01-01'`

async function writeSums(trx: Trx, day: string): Promise<boolean> {
  const spans = [spanOfDay(day)]
  const { rows } = await sql`
    with summed as (
      insert into summed_day (day, completed_ids, cancelled_ids)
      select ended.day, coalesce(shared.completed_ids, '{}'), coalesce(shared.cancelled_ids, '{}')
      from (select ${day}::date as day) ended left join (${sharedJobsOfRows(spans)}) shared using (day)
      where ended.day < (now() at time zone 'utc')::date
      on conflict do nothing returning day)
    , of_ledger as (
      insert into ledger_day_sum (day, debit, credit, kind, movements, cents)
      select day, debit, credit, kind, movements, cents from (${movementsOfRows(spans)}) counted join summed using (day))
    , of_partners as (
      insert into partner_day_sum (partner_id, day, captured_cents, refunded_cents, carrier_cents, platform_cents,
        waiting_cents, cancellation_cents, job_ids)
      select counted.* from (${partnersOfRows(spans)}) counted join summed on summed.day = counted.day)
    , of_jobs as (
      insert into ended_day_sum (day, created_day, partner_id, stage, status, jobs)
      select counted.* from (${endedJobsOfRows(spans)}) counted join summed on summed.day = counted.day)
    select day from summed`.execute(trx)
  return rows.length === 1
}
