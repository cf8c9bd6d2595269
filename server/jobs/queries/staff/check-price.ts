import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Price, price, stairFloors } from '../../../pricing/price.ts'
import { readTariff } from '../../../pricing/store.ts'
import type { JobRow } from '../../transition.ts'

export type CheckedPrice = { stored: Price; recomputed: Price | null; matches: boolean | null }

/**
 * Computes the price of a job again from the version of the tariff and the trip that are stored with it, and compares
 * every line. The floors are deleted with the personal data: then it cannot be computed.
 */
export async function checkPrice(kysely: Kysely<Tables>, job: JobRow): Promise<CheckedPrice> {
  const { size, route, pickup, dropoff, price: stored } = job
  if (job.data_removed_at) return { stored, recomputed: null, matches: null }
  const trip = { size, distanceKm: route.distanceKm, stairFloors: stairFloors(pickup, dropoff) }
  const recomputed = price(trip, await readTariff({ kysely }, job.tariff_id))
  return { stored, recomputed, matches: isDeepStrictEqual(recomputed, stored) }
}
