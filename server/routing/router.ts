import type { Static, TObject } from 'typebox'

/** One end of a trip, as located by a geocoder. `provinceCode` is the two-digit code in Spain, null if unknown. */
export type End = {
  lat: number
  lon: number
  /** The radius around the position that contains the true point. */
  uncertaintyKm: number
  precision: 'house' | 'street' | 'postcode' | 'locality'
  countryCode: string
  provinceCode: string | null
}

/**
 * `distanceKm` has one decimal; `driveMinutes` is whole, rounded up. `approximate`: no road was followed.
 * `not_drivable` is a fact about the two places. `unavailable` is a failure of the engine; its `reason` is for the
 * operator and never contains a position. `retryAfterSeconds`: the `Retry-After` of the engine.
 */
export type Routed =
  | { outcome: 'routed'; distanceKm: number; driveMinutes: number; source: string; approximate: boolean }
  | Unrouted

/** `line`: the road as an encoded polyline (`polyline.ts`), of at most `maxRoadPoints` positions. */
export type Drawn = { outcome: 'drawn'; line: string } | Unrouted

type Unrouted = { outcome: 'not_drivable' } | Unavailable
export type Unavailable = { outcome: 'unavailable'; reason?: string; retryAfterSeconds?: number }

/** Measures the drive between two ends. Does not throw for failures of the engine. */
export type Router = {
  name: string
  route: (from: End, to: End, signal?: AbortSignal) => Promise<Routed> | Routed
  /** Draws the road between two ends. Absent if the engine follows no roads. */
  road?: (from: End, to: End, signal?: AbortSignal) => Promise<Drawn>
}

export type RouterProvider<T extends TObject> = { env: T; connect: (settings: Static<T>) => Router }

/**
 * The minimum distance in km to charge between two ends. Two addresses located only by their town have one position,
 * but the trip between them is not 0 km: it is at least the mean uncertainty of the two positions, and at least 1 km
 * unless both are located by house.
 */
export function shortestKm(from: End, to: End): number {
  const unsureKm = (from.uncertaintyKm + to.uncertaintyKm) / 2
  const bothHouses = from.precision === 'house' && to.precision === 'house'
  return bothHouses ? unsureKm : Math.max(unsureKm, 1)
}

/**
 * An engine moves an end to the nearest road, however far: with a map of Spain only, Paris would be moved to the
 * Pyrenees and the trip would be far too short. Beyond this distance in km, its map is of another region.
 */
export const maxSnapKm = ({ uncertaintyKm }: End): number => Math.max(1, uncertaintyKm)

/** Rounds to one decimal, as displayed and charged. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10
