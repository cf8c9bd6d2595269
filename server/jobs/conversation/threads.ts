import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SideThread } from '#contract/app/conversation.ts'
import type { MessageThread } from '#contract/message-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { isKnownToOther } from '../contact-time.ts'
import { findCarriersJob, findCustomersJob, lockCarriersJob, lockCustomersJob } from '../find-job.ts'
import { unknownJob } from '../refusals.ts'
import type { JobRow } from '../transition.ts'

export type Side = 'customer' | 'carrier'
export type MessageRow = Selectable<Tables['job_message']>

/** A job with the instant at which it was read or locked. */
export type JobAt = JobRow & { now: Date }

/** The stored thread that a side calls `operator` or `together`. */
export const threadOf = (thread: SideThread, side: Side): MessageThread =>
  thread === 'together' ? 'together' : side

/**
 * Whether a side can read `together`: as long as it may know the other's phone. A carrier who gave the job back can
 * not, because the job goes on with another carrier.
 */
export const mayReadTogether = (job: JobAt, side: Side): boolean =>
  job.carrier_id !== null &&
  isKnownToOther(job, job.now) &&
  (side === 'customer' || job.cancelled_by !== 'carrier')

/** Customer and carrier can write to each other as long as both can read. */
export const mayWriteTogether = (job: JobAt): boolean =>
  mayReadTogether(job, 'carrier') && job.data_removed_at === null

/** The messages of a thread that the present carrier shares; all of the thread `customer`. */
export const isOfCarrier = (carrierId: string | null) =>
  sql<boolean>`(job_message.carrier_id is null or job_message.carrier_id = ${carrierId}::uuid)`

export type Party = { jobId: string; accountId: string }

/** The side of an account in a job. @throws Problem `not_found` for every other account. */
async function findSide(kysely: Kysely<Tables>, { jobId, accountId }: Party): Promise<Side> {
  const row = await kysely
    .selectFrom('job')
    .select(['customer_id', 'carrier_id'])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (row?.customer_id === accountId) return 'customer'
  if (row?.carrier_id === accountId) return 'carrier'
  throw unknownJob
}

/** The job of one of its sides. @throws Problem `not_found`. */
export async function findJob(
  kysely: Kysely<Tables>,
  { jobId, accountId }: Party,
): Promise<{ job: JobAt; side: Side }> {
  const side = await findSide(kysely, { jobId, accountId })
  const job =
    side === 'customer'
      ? await findCustomersJob(kysely, { jobId, customerId: accountId })
      : await findCarriersJob(kysely, { jobId, carrierId: accountId })
  return { job: { ...job, now: new Date() }, side }
}

/**
 * As `findJob`, also for a carrier who has written to the operator and has the job no longer: they read the answer to
 * their report, as the carrier of the job then, and write nothing.
 */
export async function findOperatorJob(
  kysely: Kysely<Tables>,
  { jobId, accountId }: Party,
): Promise<{ job: JobAt; side: Side; isFormer: boolean }> {
  const former = await kysely
    .selectFrom('job')
    .selectAll()
    .where('id', '=', jobId)
    .where('carrier_id', '<>', accountId)
    .where(sql<boolean>`exists (select from job_message m where m.job_id = job.id and m.thread = 'carrier'
      and m.carrier_id = ${accountId})`)
    .executeTakeFirst()
  if (!former) return { ...(await findJob(kysely, { jobId, accountId })), isFormer: false }
  return { job: { ...former, carrier_id: accountId, now: new Date() }, side: 'carrier', isFormer: true }
}

/** Locks the job for one of its sides. @throws Problem `not_found`. */
export async function lockForSide(
  trx: Transaction<Tables>,
  { jobId, accountId }: Party,
): Promise<{ job: JobAt; side: Side }> {
  const side = await findSide(trx, { jobId, accountId })
  const job =
    side === 'customer'
      ? await lockCustomersJob(trx, { jobId, customerId: accountId })
      : await lockCarriersJob(trx, { jobId, carrierId: accountId })
  return { job, side }
}
