import { kilometresBetween } from '../../geocoding/distance.ts'
import type { Route, Stop } from '../job.ts'

export type Trip = { pickup: Stop; dropoff: Stop; route: Route }

/**
 * The stored driving time is that of a loaded van over an estimated road (25 km/h in town, 100 on the motorway, detours
 * of 20 to 40 %). The quickest honest drive, straight and on empty roads, takes about 45 % of it on a short trip and
 * 70 % on a long one.
 */
const quickestShare = 0.4

/**
 * The least time that a trip can take. What the geocoder may be wrong by comes off both ends, so that a carrier between
 * two towns that are known by their centres alone is never accused; a move inside one building has no least time.
 */
export function leastTripMs({ pickup, dropoff, route }: Trip): number {
  const apartKm = kilometresBetween(pickup, dropoff)
  const surelyApartKm = Math.max(0, apartKm - pickup.uncertaintyKm - dropoff.uncertaintyKm)
  if (surelyApartKm === 0) return 0
  return Math.round(route.driveMinutes * 60_000 * quickestShare * (surelyApartKm / apartKm))
}

/** Instants by the clock of the database, except the two taps, which are by that of the phone. */
export type Reported = {
  acceptedAt: Date
  /** Null where "delivered" says "collected" too. */
  collectedAt: Date | null
  collectedTappedAt: Date | null
  deliveredTappedAt: Date | null
  now: Date
}

/**
 * Judges a reported delivery.
 *
 * @returns null when the trip can have been made; else the earliest instant at which it could.
 */
export function tooEarlyUntil(trip: Trip, reported: Reported): Date | null {
  const leastMs = leastTripMs(trip)
  const earliestAt = earliestDelivery(leastMs, reported)
  if (reported.now >= earliestAt || wasOffline(leastMs, reported)) return null
  return earliestAt
}

export const earliestDelivery = (
  leastMs: number,
  { acceptedAt, collectedAt }: Pick<Reported, 'acceptedAt' | 'collectedAt'>,
): Date => new Date((collectedAt ?? acceptedAt).getTime() + leastMs)

/**
 * Both taps waited on a phone without a connection and arrived together. The phone's clock only compares its own two
 * taps; it can be set, so the time since acceptance, which it cannot change, has to be long enough as well.
 */
function wasOffline(leastMs: number, reported: Reported): boolean {
  const { acceptedAt, collectedTappedAt, deliveredTappedAt, now } = reported
  if (!collectedTappedAt || !deliveredTappedAt) return false
  const apartMs = deliveredTappedAt.getTime() - collectedTappedAt.getTime()
  return apartMs >= leastMs && now.getTime() - acceptedAt.getTime() >= leastMs
}
