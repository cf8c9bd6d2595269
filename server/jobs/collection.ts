import type { JobRow } from './transition.ts'

/** The deadline by which the carrier of a job collects (DESIGN 3, Life; decision 49). Null before the acceptance. */
export const collectBy = ({
  acceptedAt,
  collectHours,
}: {
  acceptedAt: Date | null
  collectHours: number
}): Date | null => acceptedAt && new Date(acceptedAt.getTime() + collectHours * 3_600_000)

/** The deadline of a job that waits for its carrier, else null. */
export const deadlineOf = (job: JobRow): Date | null =>
  job.status === 'accepted' && !job.collected_at
    ? collectBy({ acceptedAt: job.accepted_at, collectHours: job.collect_hours })
    : null

/** `collectBy` for a row of `job`, as SQL. */
export const collectBySql = `(job.accepted_at + make_interval(hours => job.collect_hours))`

/** When the carrier is reminded: a quarter of the time is left. */
export const remindAtSql = `(job.accepted_at + job.collect_hours * interval '45 minutes')`

/** A row of `job` has a report of its carrier that is not decided: its deadline does not count. */
export const isTripReportedSql = `exists (
  select from trip_report r where r.job_id = job.id and r.status in ('open', 'answered'))`

/** A row of `job` waits for its carrier to collect. Written like the condition of the index `job_uncollected`. */
export const isUncollectedSql = `job.status = 'accepted' and job.collected_at is null`
