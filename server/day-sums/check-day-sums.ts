import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Difference } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { endedJobsOfRows, movementsOfRows, partnersOfRows, sharedJobsOfRows } from './sums-of-rows.ts'
import { type DaySpan, daysIn } from './unsummed.ts'

/** The checks whose subject is a day. Of the last one, the amounts are numbers of jobs. */
const dayChecks = ['movements of a day', 'partners of a day', 'jobs of a day'] as const

export const isOfDay = ({ check }: Pick<Difference, 'check'>): boolean =>
  dayChecks.some((name) => name === check)

/**
 * Compares the sums of days with their rows. Every change of a row deletes the sums of its day, so these differ only
 * when triggers were off, or when somebody has changed the sums. The amounts are those of all sums of the day that
 * differ.
 */
export async function daySumDifferences(
  db: Kysely<Tables>,
  spans: readonly DaySpan[],
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const check of checks) found.push(...(await check(spans).execute(db)).rows)
  return found
}

type Compared = {
  check: (typeof dayChecks)[number]
  /** SQL: `day`, `key` and `amount`, and in `figures` everything that is compared. */
  kept: RawBuilder<unknown>
  counted: RawBuilder<unknown>
}

const compared = (spans: readonly DaySpan[], { check, kept, counted }: Compared) => sql<Difference>`
  with summed as (select day from summed_day where ${daysIn(spans)}),
    kept as (select * from (${kept}) each join summed using (day)),
    counted as (select * from (${counted}) each join summed using (day))
  select ${check} as check, day::text as subject, coalesce(sum(counted.amount), 0)::bigint as expected_cents,
    coalesce(sum(kept.amount), 0)::bigint as actual_cents
  from kept full join counted using (day, key)
  where kept.figures is distinct from counted.figures group by day order by day`

const movements = sql`select day, debit || ' ' || credit || ' ' || kind as key, cents as amount,
  jsonb_build_array(movements, cents) as figures`

const partners = sql`select day, partner_id::text as key, captured_cents + refunded_cents as amount,
  jsonb_build_array(captured_cents, refunded_cents, carrier_cents, platform_cents, waiting_cents, cancellation_cents, job_ids)
    as figures`

const ended = sql`select day, concat_ws(' ', created_day, coalesce(partner_id::text, 'all'), stage, status) as key,
  case when partner_id is null then jobs else 0 end as amount, jsonb_build_array(jobs) as figures`

const shared = sql`select day, 'shared' as key, cardinality(completed_ids) + cardinality(cancelled_ids) as amount,
  jsonb_build_array(completed_ids, cancelled_ids) as figures`

/** A day without shared money has a row in `summed_day`, and none among the sums of the rows. */
const isShared = sql`completed_ids || cancelled_ids <> '{}'`

const checks: ((spans: readonly DaySpan[]) => RawBuilder<Difference>)[] = [
  (spans) =>
    compared(spans, {
      check: 'movements of a day',
      kept: sql`${movements} from ledger_day_sum where ${daysIn(spans)}`,
      counted: sql`${movements} from (${movementsOfRows(spans)}) counted`,
    }),
  (spans) =>
    compared(spans, {
      check: 'partners of a day',
      kept: sql`${partners} from partner_day_sum where ${daysIn(spans)}`,
      counted: sql`${partners} from (${partnersOfRows(spans)}) counted`,
    }),
  (spans) =>
    compared(spans, {
      check: 'jobs of a day',
      kept: sql`${ended} from ended_day_sum where ${daysIn(spans)}
        union all ${shared} from summed_day where ${daysIn(spans)} and ${isShared}`,
      counted: sql`${ended} from (${endedJobsOfRows(spans)}) counted
        union all ${shared} from (${sharedJobsOfRows(spans)}) counted where ${isShared}`,
    }),
]
