import type { Kysely } from 'kysely'
import { type ComparedTrip, compareTariff as operation, type PriceChange } from '#contract/admin/tariffs.ts'
import type { Tariff } from '#contract/tariff.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { monthOfBooks, spanOfBooks } from '../../../closing/month.ts'
import type { Tables } from '../../../db/tables.ts'
import { readTripsOfMonth } from '../../../jobs/queries/trips-of-month.ts'
import { Problem } from '../../../lib/problem.ts'
import { type Compared, compareTrip, distribution, sampleTrips } from '../../../pricing/compare.ts'
import { parseTariff } from '../../../pricing/parse-tariff.ts'
import { tariffFor } from '../../../pricing/store.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handler } from '../../mount.ts'

export type CompareNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: a comparison computes up to 40,000 prices in the process that serves partners. */
const maxPerMinute = 20

/** Prices trips by the tariff in force and by the terms sent. */
export const compareTariff =
  ({ kysely, limiter }: CompareNeeds): Handler<typeof operation> =>
  async ({ caller, body }) => {
    const decision = await limiter.take(`member:${caller.memberId}:compare`, maxPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const partnerId = body.partner_id ?? null
    const other = parsedTerms(body.terms)
    const { tariff: inForce } = await tariffFor({ kysely }, partnerId)
    const month = lastMonth(new Date())
    const { trips, isComplete } = await readTripsOfMonth(kysely, { partnerId, ...spanOfBooks(month) })
    return {
      samples: sampleTrips.map((trip) => presentTrip(compareTrip(trip, { inForce, other }))),
      last_month: {
        month,
        change: presentChange(
          trips.map((trip) => compareTrip(trip, { inForce, other })),
          isComplete,
        ),
      },
    }
  }

/** The last month that has ended, of UTC: `2026-02` during March. */
const lastMonth = (now: Date): string =>
  monthOfBooks(new Date(spanOfBooks(monthOfBooks(now)).start.getTime() - 1))

const presentTrip = ({ trip, nowCents, thenCents }: Compared): ComparedTrip => ({
  size: trip.size,
  distance_km: trip.distanceKm,
  stair_floors: trip.stairFloors,
  now_cents: nowCents,
  then_cents: thenCents,
})

function presentChange(compared: Compared[], isComplete: boolean): PriceChange {
  const change = distribution(compared)
  return {
    trips: change.trips,
    complete: isComplete,
    now_cents: change.nowCents,
    then_cents: change.thenCents,
    tenth_cents: change.tenthCents,
    median_cents: change.medianCents,
    nine_tenths_cents: change.nineTenthsCents,
    buckets: change.buckets.map(({ from, to, trips }) => ({ from_percent: from, to_percent: to, trips })),
  }
}

/**
 * Checks what the schema of the body cannot express (each kilometre belongs to one tier).
 *
 * @throws Problem `validation_error` with each error by its path (`terms.distanceTiers[0].upToKm`).
 */
export function parsedTerms(terms: Tariff): Tariff {
  const parsed = parseTariff(terms)
  if (parsed.ok) return parsed.tariff
  const details = Object.entries(parsed.faults).map(([path, fault]) => [`terms.${path}`, () => fault])
  throw new Problem('validation_error', (t) => t.accounts.checkInput, {
    details: Object.fromEntries(details),
  })
}
