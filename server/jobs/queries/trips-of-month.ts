import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { MonthSpan } from '../../lib/zoned-month.ts'
import { type StairsEnd, stairFloors, type Trip } from '../../pricing/price.ts'

/** Limit of the trips: their prices are computed in one request. */
const maxTrips = 20_000

export type TripsOfMonth = { trips: Trip[]; isComplete: boolean }

/**
 * The trips of the live jobs that were created in the month and published, the newest first: those whose price the
 * general tariff decides (`partnerId` null), or the partner's.
 */
export async function readTripsOfMonth(
  kysely: Kysely<Tables>,
  { partnerId, start, end }: MonthSpan & { partnerId: string | null },
): Promise<TripsOfMonth> {
  const rows = await kysely
    .selectFrom('job')
    .select('job.size')
    .select(endOf('pickup').as('from'))
    .select(endOf('dropoff').as('to'))
    .select(sql<number>`(job.price->'breakdown'->>'distanceKm')::float8`.as('distanceKm'))
    .where('job.created_at', '>=', start)
    .where('job.created_at', '<', end)
    .where('job.data_removed_at', 'is', null)
    .where('job.posted_at', 'is not', null)
    // A successor has the trip and the price of the first job of its chain.
    .where('job.first_job_id', 'is', null)
    .where('job.mode', '=', 'live')
    .where(paysBy(partnerId))
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(maxTrips + 1)
    .execute()
  const trips = rows
    .slice(0, maxTrips)
    .map(({ size, from, to, distanceKm }) => ({ size, distanceKm, stairFloors: stairFloors(from, to) }))
  return { trips, isComplete: rows.length <= maxTrips }
}

/** The part of an end that the price needs. */
const endOf = (end: 'pickup' | 'dropoff') =>
  sql<StairsEnd>`json_build_object('floor', ${sql.ref(`job.${end}`)}->'floor', 'hasElevator', ${sql.ref(`job.${end}`)}->'hasElevator')`

/** Jobs of the partner; for the general tariff, jobs without a partner and of partners without a tariff. */
const paysBy = (partnerId: string | null) =>
  partnerId === null
    ? sql<boolean>`(job.key_id is null or job.key_id in (
        select k.id from api_key k where not exists (
          select from tariff t where t.partner_id = k.partner_id and t.starts_at <= now())))`
    : sql<boolean>`job.key_id in (select id from api_key where partner_id = ${partnerId})`
