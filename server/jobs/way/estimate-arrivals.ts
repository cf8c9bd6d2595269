import { type Kysely, type Selectable, sql } from 'kysely'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Stop } from '../../db/json-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { defaultTariff } from '../../pricing/tariff.ts'
import type { Router } from '../../routing/router.ts'
import type { Scope } from '../scope.ts'
import { isOnTheWaySql } from './read-way.ts'

export type ArrivalNeeds = { kysely: Kysely<Tables>; router: Pick<Router, 'route'> }

/** The customer is told when the carrier is this near by the road; where no router answers, in a straight line. */
const arrivingMinutes = 10
const arrivingKm = 2

/** The router is asked at most once in this time for each job, by all nodes together. */
const pauseSeconds = 30
const batch = 50
const atOnce = 4

type Claimed = Pick<
  Selectable<Tables['carrier_position']>,
  'job_id' | 'lat' | 'lon' | 'accuracy_m' | 'at'
> & {
  routed_at: Date
  dropoff: Stop
}

/**
 * Computes the arrival from each position that was reported since the last time, and tells the customer once that the
 * carrier is about to arrive. A job is claimed before the router is asked: a second node skips it, and after a crash
 * the next report is computed.
 */
export async function estimateArrivals(
  needs: ArrivalNeeds,
  signal: AbortSignal,
  scope: Scope,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim(needs.kysely, scope)
    await forEachSettled(claimed, signal, (one) => estimate(needs, one, signal), atOnce)
    if (claimed.length < batch) return
  }
}

/** Whether an arrival of one of these jobs is to be computed now. */
export const hasArrivals = (scope: Scope) =>
  sql<boolean>`exists (select from carrier_position p join job on job.id = p.job_id where ${isDue} and ${scope})`

const isDue = sql<boolean>`(p.routed_at is null
  or p.reported_at > p.routed_at and p.routed_at <= now() - make_interval(secs => ${pauseSeconds}))`

async function claim(kysely: Kysely<Tables>, scope: Scope): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with picked as (
      select p.job_id, job.dropoff from carrier_position p join job on job.id = p.job_id
      where ${isDue} and ${scope} order by p.job_id limit ${batch} for no key update of p skip locked
    )
    update carrier_position p set routed_at = date_trunc('milliseconds', clock_timestamp()) from picked where p.job_id = picked.job_id
    returning p.job_id, p.lat, p.lon, p.accuracy_m, p.at, p.routed_at, picked.dropoff`.execute(kysely)
  return rows
}

async function estimate(
  { kysely, router }: ArrivalNeeds,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  const { dropoff, lat, lon, at } = claimed
  const here = {
    ...{ lat, lon, uncertaintyKm: claimed.accuracy_m / 1_000, precision: 'house' as const },
    // Both ends are on one landmass, and so is the carrier.
    ...{ countryCode: dropoff.countryCode, provinceCode: dropoff.provinceCode },
  }
  const routed = await router.route(here, dropoff, signal)
  const arrival =
    routed.outcome === 'routed'
      ? {
          at: new Date(at.getTime() + minutesOf(routed.driveMinutes) * 60_000),
          isApproximate: routed.approximate,
        }
      : null
  const isNear = arrival === null && kilometresBetween(here, dropoff) <= arrivingKm
  await settle(kysely, claimed, { arrival, isNear })
}

/** A loaded van is slower than the car of a router, as in the duration that was shown with the price. */
const minutesOf = (driveMinutes: number): number =>
  Math.ceil((driveMinutes * defaultTariff.drivingTimeFactorPercent) / 100)

type Estimate = { arrival: { at: Date; isApproximate: boolean } | null; isNear: boolean }

/** Locks the job first, as every act does. The notice and its mark are one statement, which skips a job that ended. */
async function settle(
  kysely: Kysely<Tables>,
  { job_id, routed_at }: Claimed,
  { arrival, isNear }: Estimate,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('job').select('id').where('id', '=', job_id).forNoKeyUpdate().execute()
    const { numUpdatedRows } = await trx
      .updateTable('carrier_position')
      .set({ arrives_at: arrival?.at ?? null, is_approximate: arrival?.isApproximate ?? null })
      .where('job_id', '=', job_id)
      .where(sql<boolean>`routed_at = ${routed_at}`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const arrivesAt = arrival?.at ?? null
    await sql`
      with told as (
        update job set arriving_told_at = now()
        where id = ${job_id} and ${sql.raw(isOnTheWaySql)} and arriving_told_at is null
          and (${isNear} or ${arrivesAt}::timestamptz <= now() + make_interval(mins => ${arrivingMinutes}))
        returning id, customer_id
      )
      insert into notice (account_id, kind, job_id)
      select customer_id, 'carrier_arriving', id from told where customer_id is not null`.execute(trx)
  })
}
