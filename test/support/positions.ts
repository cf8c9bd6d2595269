import type { PositionInput } from '#contract/app/positions.ts'
import type { TestDray } from './dray.ts'

/** The ends of the trip of `sofa`, and where a carrier passes between them. */
export const places = {
  madrid: { lat: 40.4168, lon: -3.7038 },
  /** Some 130 km from Madrid. */
  medinaceli: { lat: 41.1717, lon: -2.4339 },
  zaragoza: { lat: 41.6488, lon: -0.8891 },
}

/** A position that a phone has measured just now. */
export function positionBody(more: Partial<PositionInput> = {}): PositionInput {
  const now = new Date().toISOString()
  return { ...places.madrid, accuracy_m: 12, at: now, sent_at: now, ...more }
}

/** A report of a phone that measured the position this many seconds ago. */
export function measuredAgo(seconds: number, more: Partial<PositionInput> = {}): PositionInput {
  const at = new Date(Date.now() - seconds * 1_000).toISOString()
  return positionBody({ at, ...more })
}

/** Stores the reports of a job this many seconds earlier, by every clock. */
export async function letPositionAge({ db }: TestDray, jobId: string, seconds: number): Promise<void> {
  await db.pool.query(
    `update carrier_position set at = at - by, phone_at = phone_at - by, reported_at = reported_at - by,
       routed_at = routed_at - by, arrives_at = arrives_at - by
     from make_interval(secs => $2) as by where job_id = $1`,
    [jobId, seconds],
  )
}

export async function positionsOf({ db }: TestDray, jobId: string): Promise<{ lat: number; lon: number }[]> {
  const { rows } = await db.pool.query<{ lat: number; lon: number }>(
    'select lat, lon from carrier_position where job_id = $1',
    [jobId],
  )
  return rows
}
