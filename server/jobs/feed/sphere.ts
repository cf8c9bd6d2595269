import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'

/** Radius of the spherical Earth (`lib/gazetteer/data/distance.ts`). */
const earthKm = 6_371.0088

/**
 * Length of the straight line through the sphere, in units of its radius. It grows with the distance along the
 * ground, so it gives the same order, and the database computes it without trigonometric functions per row.
 */
export const chordOf = (km: number): number => 2 * Math.sin(Math.min(km / earthKm, Math.PI) / 2)

export const kmOf = (chord: number): number => 2 * earthKm * Math.asin(Math.min(1, chord / 2))

/** A point on the unit sphere, computed as in migration 0008. */
export function xyzOf({ lat, lon }: Point): [number, number, number] {
  const [phi, lambda] = [radians(lat), radians(lon)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** The point at a share of the great circle from `a` to `b` (spherical interpolation). */
export function pointBetween(a: Point, b: Point, share: number): Point {
  const angle = kilometresBetween(a, b) / earthKm
  const whole = Math.sin(angle)
  // One place, or opposite ends of the Earth, between which every way is as long.
  if (whole < 1e-9) return a
  const [first, second] = [Math.sin((1 - share) * angle) / whole, Math.sin(share * angle) / whole]
  const [[ax, ay, az], [bx, by, bz]] = [xyzOf(a), xyzOf(b)]
  const [x, y, z] = [first * ax + second * bx, first * ay + second * by, first * az + second * bz]
  return { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lon: degrees(Math.atan2(y, x)) }
}

/**
 * Every point within `km` has its latitude in `lat` and its longitude in one of the two ranges, of which the second
 * may be empty.
 */
export type Box = { lat: Range; lon: Range; otherLon: Range }
type Range = readonly [from: number, to: number]

export function boxAround({ lat, lon }: Point, km: number): Box {
  const reach = degrees(km / earthKm) + slack
  const lats: Range = [lat - reach, lat + reach]
  // A circle around a pole covers every longitude.
  if (lats[0] <= -90 || lats[1] >= 90) return { lat: lats, lon: [-180, 180], otherLon: nothing }
  const wide = degrees(Math.asin(Math.sin(radians(reach)) / Math.cos(radians(lat)))) + slack
  const [west, east] = [lon - wide, lon + wide]
  if (west < -180) return { lat: lats, lon: [-180, east], otherLon: [west + 360, 180] }
  if (east > 180) return { lat: lats, lon: [west, 180], otherLon: [-180, east - 360] }
  return { lat: lats, lon: [west, east], otherLon: nothing }
}

const nothing: Range = [1, 0]

/** Extra degrees, to avoid losing a job on the edge by rounding; the exact distance decides. */
const slack = 1e-6

const radians = (angle: number): number => (angle * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI
