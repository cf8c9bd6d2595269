import { readMyJob } from '#contract/app/customer.ts'
import type { TripReportInput } from '#contract/app/trip-reports.ts'
import { answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Scene } from './closing-scenes.ts'
import { acceptedDeal, type Deal } from './deals.ts'
import type { TestDray } from './dray.ts'

/** `WASTED_TRIP_FEES` of the tests, unlike the fees of a late cancellation. */
export const tripFees = { WASTED_TRIP_FEES: 'S=700,M=1100,L=1900,XL=2900' }

/** A few hundred metres from the pickup of the test jobs. */
export const atTheDoor = { lat: 40.42, lon: -3.7 }

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** "Customer absent", with all that it needs. */
export const absentReport = (more: Partial<TripReportInput> = {}): TripReportInput => ({
  report_id: newId(),
  kind: 'customer_absent',
  called: true,
  arrived_at: minutesAgo(16),
  position: atTheDoor,
  ...more,
})

export const reportedBy = ({ carrier, params }: Deal, body = absentReport()) =>
  carrier.ok(reportTrip, { params, body })

export async function answeredBy({ customer, params }: Deal, agrees: boolean, text?: string) {
  const { trip_report } = await customer.ok(readMyJob, { params })
  const body = { report_id: trip_report?.report_id ?? '', agrees, ...(text && { text }) }
  return customer.ok(answerTripReport, { params, body })
}

/** For *Today*: a report that the customer contests. */
export const contestedTrip: Scene = async (market) => {
  const deal = await acceptedDeal(market)
  const body = absentReport({ kind: 'wrong_address' })
  await reportedBy(deal, body)
  await answeredBy(deal, false)
  const decided = `update trip_report set status = 'dismissed', due_at = null, resolved_at = now() where id = $1`
  return { subject: body.report_id, end: () => market.app.db.pool.query(decided, [body.report_id]) }
}

/** Lets hours pass for a job, its reports and their terms. */
export async function passHours(
  { db }: TestDray,
  { job_id }: Pick<Deal, 'job_id'>,
  hours: number,
): Promise<void> {
  const columns = [
    ['job', 'id', 'accepted_at'],
    ['job_problem', 'job_id', 'created_at'],
    ['trip_report', 'job_id', 'created_at'],
    ['trip_report', 'job_id', 'due_at'],
  ]
  for (const [table, key, column] of columns)
    await db.pool.query(
      `update ${table} set ${column} = ${column} - make_interval(secs => $2 * 3600.0) where ${key} = $1`,
      [job_id, hours],
    )
}
