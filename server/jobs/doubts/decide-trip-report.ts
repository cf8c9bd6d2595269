import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobStatus, NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { fairTable } from '../fair-table.ts'
import { changesOfRefund } from '../money/refund.ts'
import { shareRefund } from '../money/share-refund.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { unknownJob } from '../refusals.ts'
import { tripRefusal } from '../staff-guards.ts'
import { lockForStrike, strike } from '../strike.ts'
import type { JobRow } from '../transition.ts'
import { endTrip } from './end-trip.ts'
import { type Decision, withRefund } from './resolve-problem.ts'
import { assertSeen, type SeenReport } from './seen-reports.ts'
import { lastTripReport, moveReport, statusAfter } from './trip-report.ts'

type Trx = Transaction<Tables>

/**
 * Staff decide on the last report of the carrier. `uphold` ends the job with the fee of the report. `dismiss` makes
 * cancelling free, with a strike; for a report that has ended the job, a breakdown included, the carrier gets the
 * strike now. A fee that was charged is refunded with the decision, or separately.
 *
 * @returns the status of the job, and the fee of the report.
 * @throws Problem `not_found`, `wrong_state` without a report that can be decided so, or as `assertSeen`
 * and `shareRefund`.
 */
export function decideTripReport(
  { kysely }: { kysely: Kysely<Tables> },
  { outcome, refund, seen, ...act }: StaffAct & Decision,
): Promise<{ status: JobStatus; feeCents: number }> {
  return kysely.transaction().execute(async (trx) => {
    await lockCarrier(trx, act.jobId)
    const job = await recordStaffAct(trx, act, {
      words: withRefund(`carrier's report: ${outcome}`, refund),
      act: 'job.decide_trip_report',
      changes: async (row) => ({
        outcome: { from: await earlierOutcome(trx, row), to: outcome },
        ...(refund && changesOfRefund(refund)),
      }),
      change: async (row) => (refund ? (await shareRefund(trx, row, refund)).reducedJobs : []),
    })
    assertSeen(seen, await reportsOf(trx, job.id))
    const report = await lastTripReport(trx, job)
    const refusal = tripRefusal(report !== null && statusAfter(report.status, outcome) !== null)
    if (refusal || !report) throw refusal ?? unknownJob
    await moveReport(trx, { job, report, event: outcome, set: { resolution: act.by.reason } })
    const feeCents = report.fee_cents
    if (outcome === 'uphold') {
      await endTrip(trx, job, { report, feeCents })
      return { status: 'cancelled', feeCents }
    }
    if (job.status === 'cancelled' && fairTable.false_report.strike)
      await strikeOnce(trx, { jobId: job.id, carrierId: report.carrier_id })
    await tellBoth(trx, job)
    return { status: job.status, feeCents }
  })
}

const reportsOf = (trx: Trx, jobId: string): Promise<SeenReport[]> =>
  trx.selectFrom('trip_report').select(['id', 'status']).where('job_id', '=', jobId).execute()

/** Of an upheld report that is dismissed now. */
async function earlierOutcome(trx: Trx, job: JobRow): Promise<'uphold' | null> {
  return (await lastTripReport(trx, job))?.status === 'upheld' ? 'uphold' : null
}

/** Before the job, in the same order as every act that may be a strike. */
async function lockCarrier(trx: Trx, jobId: string): Promise<void> {
  const job = await trx.selectFrom('job').select('carrier_id').where('id', '=', jobId).executeTakeFirst()
  if (job?.carrier_id) await lockForStrike(trx, job.carrier_id)
}

/** Another breakdown was a strike already. */
async function strikeOnce(trx: Trx, which: { jobId: string; carrierId: string }): Promise<void> {
  const { rows } = await sql`
    select from carrier_strike where carrier_id = ${which.carrierId} and job_id = ${which.jobId}`.execute(trx)
  if (rows.length === 0) await strike(trx, which)
}

async function tellBoth(trx: Trx, { id: job_id, customer_id, carrier_id }: JobRow): Promise<void> {
  const kind: NoticeKind = 'problem_resolved'
  const people = [customer_id, carrier_id].filter((id) => id !== null)
  await trx
    .insertInto('notice')
    .values(people.map((account_id) => ({ account_id, kind, job_id })))
    .execute()
}
