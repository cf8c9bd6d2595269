import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { Problem } from '../../lib/problem.ts'
import type { JobRow } from '../transition.ts'

/** A position as a phone reports it; both instants are by its clock. */
export type Report = { lat: number; lon: number; accuracyM: number; measuredAt: Date; sentAt: Date }

/** The stored position of a job. */
export type Known = {
  lat: number
  lon: number
  accuracy_m: number
  at: Date
  phone_at: Date
  reported_at: Date
}

type Trip = Pick<JobRow, 'pickup' | 'dropoff' | 'route'>

/** A position measured earlier than this does not say where the carrier is now. */
const maxAgeMs = 120_000
/** At most one report of a job is stored in this time, whatever a client sends. */
const minPauseMs = 5_000
/** After this time the next position is not compared with the stored one, which may be wrong, as may be the clock. */
const comparedForMs = 120_000
/** Faster than any van, in kilometres per second; and what a phone in a city may be wrong by besides its accuracy. */
const maxSpeed = 0.07
const slackKm = 0.5
/** Kilometres around the trip. Further away, the phone does not know where it is. */
const marginKm = 100

/**
 * When the position was measured, by our clock; null if the report is ignored: it is old, overtaken or too soon after
 * the last one.
 *
 * @throws Problem `validation_error` (400) for a position where the carrier cannot be.
 */
export function judgePosition(
  report: Report,
  known: Known | null,
  { trip, now }: { trip: Trip; now: Date },
): Date | null {
  const ageMs = report.sentAt.getTime() - report.measuredAt.getTime()
  if (!(ageMs >= 0)) throw impossible('at')
  if (isFarFrom(trip, report)) throw impossible('lat')
  if (ageMs > maxAgeMs) return null
  const at = new Date(now.getTime() - ageMs)
  const sinceMs = known ? now.getTime() - known.reported_at.getTime() : Infinity
  if (!known || sinceMs > comparedForMs) return at
  if (report.measuredAt <= known.phone_at || sinceMs < minPauseMs) return null
  const reachKm = (sinceMs / 1_000) * maxSpeed + (report.accuracyM + known.accuracy_m) / 1_000 + slackKm
  if (kilometresBetween(report, known) > reachKm) throw impossible('lat')
  return at
}

function isFarFrom({ pickup, dropoff, route }: Trip, place: Report): boolean {
  const km = Math.min(kilometresBetween(pickup, place), kilometresBetween(dropoff, place))
  return km > route.distanceKm + marginKm
}

const impossible = (field: 'at' | 'lat') =>
  new Problem('validation_error', (t) => t.jobs.impossiblePosition, {
    details: { [field]: (t) => t.fields.impossiblePosition },
  })
