import { waitMinutes } from '#contract/app/trip-reports.ts'
import type { TripReportKind } from '#contract/reports.ts'
import { type Details, Problem } from '../../lib/problem.ts'

/** What a carrier sends with a report. `arrivedAt` is from the phone's clock. */
export type Evidence = {
  arrivedAt: Date | null
  hasCalled: boolean
  hasPhoto: boolean
  hasPosition: boolean
}

/** Before the agreed window begins, no customer is absent. */
type Since = { acceptedAt: Date; windowStartsAt: Date | null; now: Date }

/** What is missing in a report; null if it can be made. A breakdown needs no evidence. */
export function evidenceFault(kind: TripReportKind, evidence: Evidence, since: Since): Problem | null {
  if (kind === 'breakdown') return null
  const details: Details = {
    ...(!evidence.hasPhoto && !evidence.hasPosition && { photo_id: (t) => t.fields.photoOrPosition }),
    ...(kind === 'customer_absent' && absentDetails(evidence, since)),
  }
  if (Object.keys(details).length > 0)
    return new Problem('validation_error', (t) => t.jobs.tripEvidence, { details })
  if (kind !== 'customer_absent' || !evidence.arrivedAt) return null
  const sinceMs = Math.max(evidence.arrivedAt.getTime(), since.windowStartsAt?.getTime() ?? 0)
  const earliestAt = new Date(sinceMs + waitMinutes * 60_000)
  if (since.now >= earliestAt) return null
  return new Problem('too_early', (t) => t.jobs.waitLonger(waitMinutes), { earliestAt })
}

function absentDetails({ arrivedAt, hasCalled }: Evidence, { acceptedAt }: Since): Details {
  return {
    ...(!hasCalled && { called: (t) => t.fields.callFirst }),
    ...((!arrivedAt || arrivedAt < acceptedAt) && { arrived_at: (t) => t.fields.arrival }),
  }
}
