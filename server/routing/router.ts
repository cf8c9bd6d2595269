import type { Static, TObject } from 'typebox'

/** One end of a trip, as a geocoder located it. `provinceCode` is the two-digit one in Spain, null where unknown. */
export type End = {
  lat: number
  lon: number
  /** How far off the position may be. */
  uncertaintyKm: number
  precision: 'house' | 'street' | 'postcode' | 'locality'
  countryCode: string
  provinceCode: string | null
}

/**
 * `distanceKm` has one decimal, `driveMinutes` is whole, rounded up. `approximate` when no road was followed.
 * `not_drivable` is a fact about the two places; `unavailable` is a fault of the engine, and its `reason` is for the
 * operator (never a position). `retryAfterSeconds`: for how long the engine asked not to be called.
 */
export type Routed =
  | { outcome: 'routed'; distanceKm: number; driveMinutes: number; source: string; approximate: boolean }
  | { outcome: 'not_drivable' }
  | { outcome: 'unavailable'; reason?: string; retryAfterSeconds?: number }

/** Measures the drive from one end to the other. Never throws for what an engine does. */
export type Router = {
  name: string
  route: (from: End, to: End, signal?: AbortSignal) => Promise<Routed> | Routed
}

export type RouterProvider<T extends TObject> = { env: T; connect: (settings: Static<T>) => Router }
