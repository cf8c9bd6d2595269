import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Route, Stop } from '../job.ts'

export type Trip = { pickup: Stop; dropoff: Stop; route: Route }

/**
 * Fraction of the stored driving time that a trip takes at least. The stored time is for a loaded van on an estimated
 * road (25 km/h in town, 100 on the motorway, detours of 20 to 40 %). The fastest honest drive, straight and on empty
 * roads, takes about 45 % of it on a short trip and 70 % on a long one.
 */
const quickestShare = 0.4

/**
 * The shortest possible time of a trip, in milliseconds. The uncertainty of both locations is subtracted from the
 * distance, to avoid accusing a carrier between two towns known only by their centres. A move inside one building has
 * no minimum time.
 */
export function minTripMs({ pickup, dropoff, route }: Trip): number {
  const apartKm = kilometresBetween(pickup, dropoff)
  const surelyApartKm = Math.max(0, apartKm - pickup.uncertaintyKm - dropoff.uncertaintyKm)
  if (surelyApartKm === 0) return 0
  return Math.round(route.driveMinutes * 60_000 * quickestShare * (surelyApartKm / apartKm))
}

/** Instants are from the database's clock, except the two taps, which are from the phone's clock. */
export type Reported = {
  acceptedAt: Date
  /** Null for a carrier who reports the delivery without the collection. */
  collectedAt: Date | null
  collectedTappedAt: Date | null
  deliveredTappedAt: Date | null
  now: Date
}

/**
 * Checks whether a delivery is reported too early.
 *
 * @returns null when the trip is possible; else the earliest possible instant.
 */
export function tooEarlyUntil(trip: Trip, reported: Reported): Date | null {
  const minMs = minTripMs(trip)
  const earliestAt = earliestDelivery(minMs, reported)
  if (reported.now >= earliestAt || wasOffline(minMs, reported)) return null
  return earliestAt
}

export const earliestDelivery = (
  minMs: number,
  { acceptedAt, collectedAt }: Pick<Reported, 'acceptedAt' | 'collectedAt'>,
): Date => new Date((collectedAt ?? acceptedAt).getTime() + minMs)

/**
 * Whether both taps waited on an offline phone and arrived together. The phone's clock is only used to compare its
 * own two taps. Because it can be set, the time since acceptance, which the phone cannot change, must be long enough
 * too.
 */
function wasOffline(minMs: number, reported: Reported): boolean {
  const { acceptedAt, collectedTappedAt, deliveredTappedAt, now } = reported
  if (!collectedTappedAt || !deliveredTappedAt) return false
  const apartMs = deliveredTappedAt.getTime() - collectedTappedAt.getTime()
  return apartMs >= minMs && now.getTime() - acceptedAt.getTime() >= minMs
}
