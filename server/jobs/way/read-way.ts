import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'

/** What is known of a job on its way, and when it is expected without a position. */
export type Way = {
  position: Selectable<Tables['carrier_position']> | null
  /** An encoded polyline; null if it is not drawn. */
  road: string | null
  expectedFrom: Date
  expectedTo: Date
}

/** Collected, not delivered: its carrier can share a position, which only the customer sees. */
export const isOnTheWay = (job: Pick<JobRow, 'status' | 'collected_at' | 'delivered_at'>): boolean =>
  job.status === 'accepted' && job.collected_at !== null && job.delivered_at === null

/** `isOnTheWay` in SQL, on a row of `job`. */
export const isOnTheWaySql = `job.status = 'accepted' and job.collected_at is not null and job.delivered_at is null`

/** Null unless the job is on its way. */
export async function readWay(kysely: Kysely<Tables>, job: JobRow): Promise<Way | null> {
  if (!isOnTheWay(job) || !job.collected_at) return null
  const [position, road] = await Promise.all([
    kysely.selectFrom('carrier_position').selectAll().where('job_id', '=', job.id).executeTakeFirst(),
    readRoad(kysely, job),
  ])
  const after = (minutes: number) => new Date((job.collected_at?.getTime() ?? 0) + minutes * 60_000)
  return {
    position: position ?? null,
    road,
    expectedFrom: after(Math.min(job.route.driveMinutes, job.duration_minutes)),
    expectedTo: after(job.duration_minutes),
  }
}

/** The road of a job as an encoded polyline, for its customer and its carrier; null unless the job is on its way. */
export async function readRoad(kysely: Kysely<Tables>, job: JobRow): Promise<string | null> {
  if (!isOnTheWay(job)) return null
  const row = await kysely
    .selectFrom('job_road')
    .select('line')
    .where('job_id', '=', job.id)
    .executeTakeFirst()
  return row?.line ?? null
}

/** When the position of a job was last reported, for staff, who do not see it; null if it is not shared. */
export async function positionReportedAt(kysely: Kysely<Tables>, jobId: string): Promise<Date | null> {
  const row = await kysely
    .selectFrom('carrier_position')
    .select('reported_at')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.reported_at ?? null
}
