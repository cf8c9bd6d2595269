import type { JobRow } from './transition.ts'

/**
 * Minutes between the end of an agreed window and the deadline: a carrier who comes in its last minute still loads, or
 * waits at the door before reporting that the customer is absent (decision 69).
 */
export const graceMinutes = 30

/**
 * The deadline by which the carrier of a job collects (DESIGN 3, Life; decision 49). It counts from the end of the
 * agreed
 * window, else from the acceptance. Null before the acceptance.
 */
export function collectBy({ acceptedAt, collectHours, windowEndsAt }: Collectable): Date | null {
  if (!acceptedAt) return null
  return windowEndsAt
    ? new Date(windowEndsAt.getTime() + graceMinutes * 60_000)
    : new Date(acceptedAt.getTime() + collectHours * 3_600_000)
}

type Collectable = { acceptedAt: Date | null; collectHours: number; windowEndsAt: Date | null }

/** The deadline of a job that waits for its carrier, else null. */
export const deadlineOf = (job: JobRow): Date | null =>
  job.status === 'accepted' && !job.collected_at
    ? collectBy({
        acceptedAt: job.accepted_at,
        collectHours: job.collect_hours,
        windowEndsAt: job.window_ends_at,
      })
    : null

/** `collectBy` for a row of `job`, as SQL. */
export const collectBySql = `coalesce(job.window_ends_at + interval '${graceMinutes} minutes',
  job.accepted_at + make_interval(hours => job.collect_hours))`

/** When the carrier is reminded, without an agreed window: a quarter of the time is left. */
export const remindAtSql = `(job.accepted_at + job.collect_hours * interval '45 minutes')`

/** A row of `job` has a report of its carrier that is not decided. */
export const isTripOpenSql = `exists (
  select from trip_report r where r.job_id = job.id and r.status in ('open', 'answered'))`

/**
 * A row of `job` has a report of its carrier that is not decided: its deadline does not count. A report that was made
 * after the deadline changes nothing: the customer was told that cancelling is free.
 */
export const isTripReportedSql = `exists (select from trip_report r
  where r.job_id = job.id and r.status in ('open', 'answered') and r.created_at < ${collectBySql})`

/** A row of `job` waits for its carrier to collect. Written like the condition of the index `job_uncollected`. */
export const isUncollectedSql = `job.status = 'accepted' and job.collected_at is null`
