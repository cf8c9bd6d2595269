import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { logEvent } from '../log-event.ts'
import { allJobs, type Scope } from '../scope.ts'
import { endTrip } from './end-trip.ts'
import { lastTripReport, moveReport } from './trip-report.ts'

/**
 * Ends the terms of reports of carriers: a report without an answer counts; one that staff did not decide ends the job
 * for nothing, because it is not known whose fault it was.
 */
export async function endTripReports(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  const rows = await kysely.selectFrom('job').select('id').where(isOver).where(scope).limit(batch).execute()
  await forEachSettled(rows, signal, ({ id }) => end(kysely, id))
}

/** Whether the term of a report about one of these jobs is over now. */
export const hasTripReports = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${isOver} and ${scope})`

const batch = 100

const isOver = sql<boolean>`job.id in (
  select r.job_id from trip_report r where r.status in ('open', 'answered') and r.due_at <= now())`

const end = (kysely: Kysely<Tables>, jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .select(sql<Date>`clock_timestamp()`.as('now'))
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirst()
    const report = job && (await lastTripReport(trx, job))
    // Answered, decided or withdrawn while this transaction waited for the lock.
    if (!job || !report?.due_at || report.due_at > job.now) return
    const isSilent = report.status === 'open'
    await moveReport(trx, { job, report, event: isSilent ? 'silence' : 'lapse' })
    const reason = isSilent ? 'no answer to the report' : 'no decision on the report'
    await logEvent(trx, job, { actor: 'system', actorId: null, reason })
    await endTrip(trx, job, { report, feeCents: isSilent ? report.fee_cents : 0 })
  })
