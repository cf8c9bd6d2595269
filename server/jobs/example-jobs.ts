import type { ExampleJob } from '#contract/app/open.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Town } from '#lib/gazetteer/suggest.ts'
import type { Tariffs } from '../pricing/current.ts'
import { durationMinutes } from '../pricing/duration.ts'
import { price } from '../pricing/price.ts'
import type { Routed, Router } from '../routing/router.ts'

type ExampleNeeds = {
  /** The biggest towns of the country of the installation, the biggest first. */
  towns: (most: number) => Promise<readonly Town[]>
  router: Pick<Router, 'route'>
  tariffs: Tariffs
  maxDistanceKm: number
}

export type ReadExamples = () => Promise<ExampleJob[]>

/** Sizes and straight distances of the examples: across a city, to the next town, to another region. */
const wanted: readonly { size: JobSize; km: number }[] = [
  { size: 'S', km: 8 },
  { size: 'M', km: 20 },
  { size: 'L', km: 55 },
  { size: 'M', km: 130 },
  { size: 'XL', km: 280 },
]

/** As many of the biggest towns are starts of examples in turn. */
const starts = 3
const maxTowns = 400

/**
 * Example jobs for people who think about becoming carriers: trips between known towns, measured by the router and
 * priced by the general tariff. Real jobs could tell something about their customers. The trips are measured once;
 * while the router is down there are no examples, and the next request asks it again after a minute.
 */
export function createExamples(needs: ExampleNeeds, now: () => number = Date.now): ReadExamples {
  let measured: { trips: Promise<Trip[]>; until: number } | null = null
  return async () => {
    if (measured === null || measured.until < now()) {
      const trips = measureTrips(needs)
      const mine = { trips, until: now() + 86_400_000 }
      measured = mine
      const soon = () => (mine.until = Math.min(mine.until, now() + 60_000))
      trips.then((found) => found.length < wanted.length && soon(), soon)
    }
    const { tariff } = await needs.tariffs.forPartner(null)
    const trips = await measured.trips.catch(() => [])
    return trips.map(({ size, from, to, distanceKm, driveMinutes }) => ({
      size,
      pickup_place: from.name,
      dropoff_place: to.name,
      distance_km: distanceKm,
      duration_minutes: durationMinutes({ size, driveMinutes, stairFloors: 0 }, tariff),
      earns_cents: price({ size, distanceKm, stairFloors: 0 }, tariff).helperCents,
    }))
  }
}

type Trip = { size: JobSize; from: Town; to: Town; distanceKm: number; driveMinutes: number }

async function measureTrips({ towns, router, maxDistanceKm }: ExampleNeeds): Promise<Trip[]> {
  const known = await towns(maxTowns)
  const trips: Trip[] = []
  for (const [index, { size, km }] of wanted.entries()) {
    const from = known[index % starts]
    const to = from && nearestTo(known, from, { km, taken: trips })
    if (!from || !to) continue
    const routed: Routed = await router.route(endOf(from), endOf(to))
    if (routed.outcome !== 'routed' || routed.distanceKm > maxDistanceKm) continue
    trips.push({ size, from, to, distanceKm: routed.distanceKm, driveMinutes: routed.driveMinutes })
  }
  return trips
}

/** Of the towns about `km` away the biggest, so that people know it. */
const nearestTo = (known: readonly Town[], from: Town, { km, taken }: { km: number; taken: Trip[] }) =>
  known.find((town) => {
    const away = kilometresBetween(from, town)
    return away > km * 0.7 && away < km * 1.3 && !taken.some(({ to }) => to === town)
  })

const endOf = ({ lat, lon, countryCode, provinceCode }: Town) => ({
  ...{ lat, lon, countryCode, provinceCode },
  precision: 'locality' as const,
  uncertaintyKm: 1,
})
