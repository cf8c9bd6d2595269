import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { decisionHours } from '../fair-table.ts'
import { type FoundJob, lockCarriersJob, lockCustomersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { unknownJob, wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { endTrip } from './end-trip.ts'
import { lastTripReport, moveReport, type TripReportRow } from './trip-report.ts'

type Trx = Transaction<Tables>
type Needs = { kysely: Kysely<Tables> }

export type TripAnswer = {
  jobId: string
  customerId: string
  reportId: string
  agrees: boolean
  text: string | null
}

/**
 * The customer answers a report of the carrier: agreeing ends the job with the fee of the report, else staff decide. A
 * repeated answer has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function answerTripReport({ kysely }: Needs, answer: TripAnswer): Promise<void> {
  const { jobId, customerId, reportId, agrees, text } = answer
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    const report = await lastTripReport(trx, job)
    if (report?.id !== reportId) throw (await isEarlier(trx, answer)) ? withdrawn : unknownJob
    if (report.answered_at && (report.status === 'upheld') === agrees && report.answer === text) return
    if (report.status !== 'open') throw refusalOf(job, report)
    const reason = agrees ? 'agrees with the report' : 'disagrees with the report'
    await logEvent(trx, job, { actor: 'customer', actorId: customerId, reason })
    if (!agrees) return contest(trx, job, { report, text })
    await moveReport(trx, { job, report, event: 'agree', set: { answer: text, answered_at: job.now } })
    await endTrip(trx, job, { report, feeCents: report.fee_cents })
  })
}

/** Whether the report is one of this job, from before staff moved the job or the carrier reported again. */
const isEarlier = async (trx: Trx, { jobId, reportId }: TripAnswer): Promise<boolean> =>
  (await trx
    .selectFrom('trip_report')
    .select('id')
    .where('id', '=', reportId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()) !== undefined

function refusalOf(job: FoundJob, { status }: TripReportRow): Problem {
  if (job.status !== 'accepted' || job.collected_at) return wrongState(job)
  return status === 'withdrawn' ? withdrawn : answeredAlready
}

/** The customer disagrees: staff decide, and the carrier is told. The caller must hold the job's lock. */
async function contest(
  trx: Trx,
  job: JobRow & { now: Date },
  { report, text }: { report: TripReportRow; text: string | null },
): Promise<void> {
  const set = { answer: text, answered_at: job.now }
  await moveReport(trx, { job, report, event: 'contest', hours: decisionHours, set })
  const notice = { account_id: report.carrier_id, kind: 'trip_answered' as const, job_id: job.id }
  await trx.insertInto('notice').values(notice).execute()
}

/** "Not collected" contradicts an open report of the carrier. The caller must hold the job's lock. */
export async function contestByProblem(trx: Trx, job: JobRow & { now: Date }): Promise<void> {
  const report = await lastTripReport(trx, job)
  if (report?.status === 'open') await contest(trx, job, { report, text: null })
}

export type NotCollectedAnswer = { jobId: string; carrierId: string; problemId: string; text: string }

/**
 * The carrier answers the customer's report "not collected"; staff read it. A repeated answer has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function answerNotCollected({ kysely }: Needs, answer: NotCollectedAnswer): Promise<void> {
  const { jobId, carrierId, problemId, text } = answer
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCarriersJob(trx, { jobId, carrierId })
    const problem = await trx
      .selectFrom('job_problem')
      .select(['id', 'status', 'answer'])
      .where('id', '=', problemId)
      .where('job_id', '=', jobId)
      .where('kind', '=', 'not_collected')
      .where('created_at', '>=', job.accepted_at ?? job.now)
      .executeTakeFirst()
    if (!problem) throw unknownJob
    if (problem.answer === text) return
    if (problem.answer !== null || problem.status !== 'open') throw answeredAlready
    await trx
      .updateTable('job_problem')
      .set({ answer: text, answered_at: sql<Date>`now()` })
      .where('id', '=', problemId)
      .execute()
    await logEvent(trx, job, { actor: 'carrier', actorId: carrierId, reason: 'answered "not collected"' })
  })
}

const withdrawn = new Problem('wrong_state', (t) => t.jobs.tripWithdrawn)

const answeredAlready = new Problem('wrong_state', (t) => t.jobs.answeredAlready)
