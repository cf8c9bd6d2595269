import type { EstimateInput } from '#contract/partner.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Geocoded, Located, Precision, RememberingGeocoder } from '../../geocoding/geocoder.ts'
import { isSameAddress } from '../../geocoding/same-address.ts'
import { whyRefused } from '../../geocoding/why-refused.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import { shortestPause } from '../../lib/retry-pause.ts'
import type { Tariffs } from '../../pricing/current.ts'
import { durationMinutes } from '../../pricing/duration.ts'
import { price, stairFloors } from '../../pricing/price.ts'
import type { Tariff } from '../../pricing/tariff.ts'
import type { Router } from '../../routing/router.ts'
import type { Text } from '../../texts/index.ts'
import type { Quote, Route, Stop } from '../job.ts'
import { coarser } from '../stated-distance.ts'

export type QuoteNeeds = {
  geocoder: Pick<RememberingGeocoder, 'geocode' | 'peek'>
  router: Pick<Router, 'route'>
  tariffs: Tariffs
  maxDistanceKm: number
  /** Called with the coarser precision of both ends of each quote. */
  onQuoted?: (precision: Precision) => void
}

/**
 * Locates, measures and prices a trip. Used by estimate and create, so equal input gets an equal price. A job started
 * in the app has no partner (`partnerId` null) and uses the default tariff.
 *
 * @throws Problem `geocoding_failed` (422) naming each wrong address, `validation_error` (400) on `dropoff.address`
 *   when no road leads there or it is too far, `service_unavailable` (503) when the geocoder or router is down.
 */
export async function quote(
  needs: QuoteNeeds,
  trip: EstimateInput,
  partnerId: string | null,
): Promise<Quote> {
  const [from, to] = await locateBoth(needs, trip)
  if (from.outcome !== 'located' || to.outcome !== 'located') throw notLocated(trip, from, to)
  const ends = { pickup: stop(trip.pickup, from), dropoff: stop(trip.dropoff, to) }
  const route = await measure(needs, ends)
  const { id: tariffId, tariff } = await needs.tariffs.forPartner(partnerId)
  needs.onQuoted?.(coarser(ends.pickup, ends.dropoff))
  return { ...ends, route, ...priced({ ...ends, route, size: trip.size }, tariff), tariffId }
}

type Ends = Pick<Quote, 'pickup' | 'dropoff'>

/** The drive between two located stops. @throws Problem as `quote`, without `geocoding_failed`. */
export const measure = async (
  needs: Pick<QuoteNeeds, 'router' | 'maxDistanceKm'>,
  { pickup, dropoff }: Ends,
): Promise<Route> => (isSameAddress(pickup, dropoff) ? noTrip : drive(needs, pickup, dropoff))

/** The price and the duration of a measured trip. */
export function priced(
  { pickup, dropoff, route, size }: Ends & { route: Route; size: JobSize },
  tariff: Tariff,
): Pick<Quote, 'price' | 'durationMinutes'> {
  const floors = stairFloors(pickup, dropoff)
  return {
    price: price({ size, distanceKm: route.distanceKm, stairFloors: floors }, tariff),
    durationMinutes: durationMinutes({ driveMinutes: route.driveMinutes, size, stairFloors: floors }, tariff),
  }
}

/** Cached addresses are returned without waiting for the event loop, so a second request for a trip is fast. */
async function locateBoth(
  { geocoder }: QuoteNeeds,
  { pickup, dropoff }: EstimateInput,
): Promise<[Geocoded, Geocoded]> {
  const from = geocoder.peek(pickup.address)
  const to = geocoder.peek(dropoff.address)
  if (from && to) return [from, to]
  return Promise.all([geocoder.geocode(pickup.address), geocoder.geocode(dropoff.address)])
}

/** Reports both ends when both are refused. */
function notLocated({ pickup, dropoff }: EstimateInput, from: Geocoded, to: Geocoded): Problem {
  const details: Details = {}
  for (const [field, { address }, found] of [
    ['pickup.address', pickup, from],
    ['dropoff.address', dropoff, to],
  ] as const) {
    if (found.outcome !== 'located' && found.outcome !== 'unavailable')
      details[field] = whyRefused(found, address)
  }
  if (Object.keys(details).length === 0) return unavailable(restOf(from, to))
  return new Problem('geocoding_failed', (t) => t.addresses.notLocated, { details })
}

function stop({ address, floor, has_elevator }: EstimateInput['pickup'], found: Located): Stop {
  const { outcome: _, confidence: __, ...place } = found
  return { address, floor: floor ?? null, hasElevator: has_elevator ?? null, ...place }
}

/** A move inside a building. Skips the router, which would return its minimum distance. */
const noTrip: Route = { distanceKm: 0, driveMinutes: 0, source: 'same_address', approximate: false }

async function drive(
  { router, maxDistanceKm }: Pick<QuoteNeeds, 'router' | 'maxDistanceKm'>,
  pickup: Stop,
  dropoff: Stop,
): Promise<Route> {
  const routed = await router.route(pickup, dropoff)
  if (routed.outcome === 'unavailable') throw unavailable(routed.retryAfterSeconds ?? null)
  if (routed.outcome === 'not_drivable') {
    throw refusedDropoff((t) => t.addresses.noRoad)
  }
  if (routed.distanceKm > maxDistanceKm) {
    throw refusedDropoff((t) => t.addresses.tooFar({ km: routed.distanceKm, maxKm: maxDistanceKm }))
  }
  const { distanceKm, driveMinutes, source, approximate } = routed
  return { distanceKm, driveMinutes, source, approximate }
}

const refusedDropoff = (text: Text) =>
  new Problem('validation_error', (t) => t.addresses.noTrip, { details: { 'dropoff.address': text } })

const restOf = (...ends: Geocoded[]): number | null =>
  shortestPause(ends.map((end) => (end.outcome === 'unavailable' ? end.retryAfterSeconds : undefined)))

/** Retry after the geocoder's requested time, at most a minute: other nodes or geocoders may recover sooner. */
const unavailable = (restSeconds: number | null) =>
  new Problem('service_unavailable', (t) => t.addresses.unavailable, {
    retryAfterSeconds: Math.min(restSeconds ?? 10, 60),
  })
