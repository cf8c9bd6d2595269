import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { sharePosition, stopSharing } from '../jobs/way/share-position.ts'

/**
 * The carrier of a world shares where it is: on the straight line between the two ends. It begins to share
 * again, because two moves at one instant would be an impossible speed.
 */
export async function drive(
  kysely: Kysely<Tables>,
  carriersJob: { jobId: string; carrierId: string },
  wayPercent: number,
): Promise<void> {
  const { pickup, dropoff } = await kysely
    .selectFrom('job')
    .select(['pickup', 'dropoff'])
    .where('id', '=', carriersJob.jobId)
    .executeTakeFirstOrThrow()
  const between = (from: number, to: number) => from + ((to - from) * wayPercent) / 100
  const now = new Date()
  await stopSharing({ kysely }, carriersJob)
  await sharePosition(
    { kysely },
    {
      ...carriersJob,
      lat: between(pickup.lat, dropoff.lat),
      lon: between(pickup.lon, dropoff.lon),
      accuracyM: 10,
      measuredAt: now,
      sentAt: now,
    },
  )
}
