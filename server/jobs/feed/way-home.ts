import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import type { Scanned } from './scan.ts'
import { pointBetween } from './sphere.ts'

/* Jobs on the way home (decision 82), as great circles between rounded points. */

/** The largest detour in km on a way of `wayKm`: a quarter of it, at least 15 and at most 100. */
export const largestDetourKm = (wayKm: number): number => Math.min(100, Math.max(15, wayKm / 4))

export type Way = { from: Point; home: Point }
export type OnTheWay = { id: string; detourKm: number }

/** Kilometres that `from` → pickup → dropoff → home is longer than `from` → home. */
export function detourKm(
  { from, home }: Way,
  { pickup, dropoff }: { pickup: Point; dropoff: Point },
): number {
  const long =
    kilometresBetween(from, pickup) + kilometresBetween(pickup, dropoff) + kilometresBetween(dropoff, home)
  // Not below zero by rounding.
  return Math.max(0, long - kilometresBetween(from, home))
}

/**
 * The jobs whose delivery ends nearer to home than the carrier is now, with a detour within the limit, those with the
 * smallest detour for their pay first.
 */
export function onTheWay(
  way: Way,
  jobs: readonly Pick<Scanned, 'id' | 'pickup' | 'dropoff' | 'earnsCents'>[],
): OnTheWay[] {
  const wayKm = kilometresBetween(way.from, way.home)
  const limitKm = largestDetourKm(wayKm)
  return jobs
    .map(({ id, pickup, dropoff, earnsCents }) => {
      // The exact dropoff would be found by asking from several places.
      const rough = { pickup, dropoff: roughPoint(dropoff) }
      const isNearer = kilometresBetween(rough.dropoff, way.home) < wayKm
      return { id, earnsCents, isNearer, detourKm: detourKm(way, rough) }
    })
    .filter(({ isNearer, detourKm }) => isNearer && detourKm <= limitKm)
    .sort((a, b) => perCent(a) - perCent(b) || (a.id < b.id ? -1 : 1))
    .map(({ id, detourKm }) => ({ id, detourKm }))
}

/** One km more, so that of two jobs without a detour the better paid is first. */
const perCent = ({ detourKm, earnsCents }: { detourKm: number; earnsCents: number }): number =>
  (detourKm + 1) / Math.max(1, earnsCents)

/** Rounded to about one kilometre, as the feed shows positions. */
export const roughPoint = ({ lat, lon }: Point): Point => ({ lat: roughly(lat), lon: roughly(lon) })

const roughly = (degrees: number): number => Math.round(degrees * 100) / 100

const stepKm = 40
const maxPlaces = 9

/**
 * Where to look for pickups: points on the great circle from `from` to `home`, and the radius around each in which a
 * pickup can be. A pickup within the limit is inside of the ellipse with the two ends as foci, because
 * pickup → dropoff → home is at least pickup → home; its half width bounds how far it is from the way.
 */
export function placesAlong({ from, home }: Way): { places: Point[]; radiusKm: number } {
  const wayKm = kilometresBetween(from, home)
  const steps = Math.min(maxPlaces - 1, Math.max(1, Math.ceil(wayKm / stepKm)))
  const places = Array.from({ length: steps + 1 }, (_, step) => pointBetween(from, home, step / steps))
  const longest = wayKm + largestDetourKm(wayKm)
  const halfWidthKm = Math.sqrt(longest ** 2 - wayKm ** 2) / 2
  const beyondKm = largestDetourKm(wayKm) / 2
  return { places, radiusKm: Math.max(halfWidthKm, beyondKm) + wayKm / steps / 2 }
}
