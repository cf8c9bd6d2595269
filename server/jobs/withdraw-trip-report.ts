import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * The job goes on or ends in another way, so the undecided report of its carrier is no longer needed. The caller must
 * hold the job's lock.
 */
export async function withdrawTripReport(trx: Transaction<Tables>, jobId: string): Promise<void> {
  await trx
    .updateTable('trip_report')
    .set({ status: 'withdrawn', due_at: null, resolved_at: sql<Date>`now()` })
    .where('job_id', '=', jobId)
    .where('status', 'in', ['open', 'answered'])
    .execute()
}
