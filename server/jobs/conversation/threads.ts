import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SideThread } from '#contract/app/conversation.ts'
import type { MessageThread } from '#contract/message-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { contactDays, isKnownToOther } from '../contact-time.ts'
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

/** On a row of `job`: a report of the customer, or of the carrier, is not decided. Both sides can write to the operator. */
const isUndecidedSql = `
  exists (select from job_problem p where p.job_id = job.id and p.status = 'open')
  or exists (select from trip_report r where r.job_id = job.id and r.status in ('open', 'answered'))`

/**
 * On a row of `job`: a message of the talk with its present carrier was reported, and the operator has not answered, or
 * the last message of that thread is younger than the contact lasts. A customer's report by a node of a version before
 * names no carrier, and counts for each.
 *
 * @param which a condition on the report, the row `r`.
 */
const isDiscussedSql = (which = 'true') => `
  exists (select from job_message r where r.job_id = job.id and r.report_kind is not null
    and coalesce(r.about_carrier_id, r.carrier_id, job.carrier_id) is not distinct from job.carrier_id and ${which}
    and (r.waits or exists (select from job_message m where m.job_id = r.job_id and m.thread = r.thread
      and m.created_at > now() - interval '${contactDays} days')))`

/** On a row of `job`: the operator can write to both sides, and read `together` (decision 71). */
export const isReportOpenSql = `(${isUndecidedSql} or ${isDiscussedSql()})`

/**
 * On a row of `job`: a side can write to the operator. About a message that the other side reported only after the
 * operator has written to them, because nothing else tells them of the report.
 */
const isOperatorOpenSql = (side: Side) =>
  `(${isUndecidedSql} or ${isDiscussedSql(`(r.thread = '${side}'
  or exists (select from job_message s where s.job_id = r.job_id and s.thread = '${side}' and s.sender = 'staff'
    and s.created_at > r.created_at and (s.carrier_id is null or s.carrier_id = job.carrier_id)))`)})`

export const isReportOpen = (kysely: Kysely<Tables>, jobId: string): Promise<boolean> =>
  isTrueOf(kysely, jobId, isReportOpenSql)

/** Whether a side can write to the operator. */
export const isOperatorOpen = (kysely: Kysely<Tables>, jobId: string, side: Side): Promise<boolean> =>
  isTrueOf(kysely, jobId, isOperatorOpenSql(side))

async function isTrueOf(kysely: Kysely<Tables>, jobId: string, condition: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('data_removed_at', 'is', null)
    .where(sql<boolean>`${sql.raw(condition)}`)
    .executeTakeFirst()
  return row !== undefined
}

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
