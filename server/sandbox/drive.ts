import type { Kysely } from 'kysely'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Tables } from '../db/tables.ts'
import { sharePosition, stopSharing } from '../jobs/way/share-position.ts'
import { decodePolyline, type Position } from '../routing/polyline.ts'

/**
 * The carrier of a world shares where it is: on the road that the router has drawn, else on the straight line between
 * the two ends. It begins to share again, because two moves at one instant would be an impossible speed.
 */
export async function drive(
  kysely: Kysely<Tables>,
  carriersJob: { jobId: string; carrierId: string },
  wayPercent: number,
): Promise<void> {
  const { pickup, dropoff, line } = await kysely
    .selectFrom('job')
    .leftJoin('job_road', 'job_road.job_id', 'job.id')
    .select(['job.pickup', 'job.dropoff', 'job_road.line'])
    .where('job.id', '=', carriersJob.jobId)
    .executeTakeFirstOrThrow()
  const road = (line !== null && decodePolyline(line)) || []
  const { lat, lon } = positionAfter(wayPercent / 100, [pickup, ...road, dropoff])
  const now = new Date()
  await stopSharing({ kysely }, carriersJob)
  await sharePosition({ kysely }, { ...carriersJob, lat, lon, accuracyM: 10, measuredAt: now, sentAt: now })
}

/** The position after this share of the length of a line, from 0 to 1. */
function positionAfter(share: number, line: [Position, ...Position[]]): Position {
  const steps = line.slice(1).map((to, i) => {
    const from = line[i] ?? to
    return { from, to, km: kilometresBetween(from, to) }
  })
  let leftKm = steps.reduce((sum, { km }) => sum + km, 0) * share
  for (const { from, to, km } of steps) {
    if (leftKm < km) {
      const between = (a: number, b: number) => a + ((b - a) * leftKm) / km
      return { lat: between(from.lat, to.lat), lon: between(from.lon, to.lon) }
    }
    leftKm -= km
  }
  return line.at(-1) ?? line[0]
}
