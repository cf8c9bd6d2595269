import { waitMinutes } from '#contract/app/trip-reports.ts'
import type { TripReportKind } from '#contract/reports.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import type { Stop } from '../job.ts'
import { locatedOf } from '../pins.ts'

/** What a carrier sends with a report. `arrivedAt` is from the phone's clock. */
export type Evidence = {
  arrivedAt: Date | null
  hasCalled: boolean
  hasPhoto: boolean
  /** Kilometres from the pickup; null without a position. */
  awayKm: number | null
}

/** `reachKm`: of `reportReachKm`. `windowAgreedAt`: a wish is agreed when the carrier takes it. */
type Since = {
  acceptedAt: Date
  windowStartsAt: Date | null
  windowAgreedAt: Date | null
  reachKm: number
  now: Date
}

/** The farthest position of a carrier who can report that a trip is wasted. A village is often located no better. */
const farthestKm = 10

/** Where the carrier of a job may be to report a wasted trip: silence of the customer lets the report count. */
export const reportReachKm = (pickup: Stop): number =>
  Math.max(farthestKm, 2 * locatedOf(pickup).uncertaintyKm)

/**
 * Why a report cannot be made; null if it can. A carrier whose vehicle breaks down reports it at any time, without
 * evidence. What can cost the customer a fee is known at the pickup only, and not before the agreed window begins.
 */
export function evidenceFault(kind: TripReportKind, evidence: Evidence, since: Since): Problem | null {
  if (kind === 'breakdown') return null
  const { awayKm, hasPhoto, arrivedAt } = evidence
  const { windowStartsAt, windowAgreedAt, reachKm, now } = since
  const isFar = awayKm !== null && awayKm > reachKm
  const details: Details = {
    ...(!hasPhoto && awayKm === null && { photo_id: (t) => t.fields.photoOrPosition }),
    ...(isFar && { position: (t) => t.fields.farFromPickup(Math.round(reachKm)) }),
    ...(kind === 'customer_absent' && absentDetails(evidence, since)),
  }
  if (Object.keys(details).length > 0)
    return new Problem('validation_error', (t) => (isFar ? t.jobs.tripFar : t.jobs.tripEvidence), { details })
  const isAbsence = kind === 'customer_absent'
  const waitMs = isAbsence ? waitMinutes * 60_000 : 0
  if (windowStartsAt && now < windowStartsAt)
    return new Problem('too_early', (t) => t.jobs.windowNotBegun, {
      earliestAt: new Date(windowStartsAt.getTime() + waitMs),
    })
  if (!isAbsence || !arrivedAt) return null
  const sinceMs = Math.max(...[arrivedAt, windowStartsAt, windowAgreedAt].map((at) => at?.getTime() ?? 0))
  const earliestAt = new Date(sinceMs + waitMs)
  return now < earliestAt
    ? new Problem('too_early', (t) => t.jobs.waitLonger(waitMinutes), { earliestAt })
    : null
}

function absentDetails({ arrivedAt, hasCalled }: Evidence, { acceptedAt }: Since): Details {
  return {
    ...(!hasCalled && { called: (t) => t.fields.callFirst }),
    ...((!arrivedAt || arrivedAt < acceptedAt) && { arrived_at: (t) => t.fields.arrival }),
  }
}
