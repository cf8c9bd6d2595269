import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isAlive } from './is-alive.ts'
import { unknownJob } from './refusals.ts'
import type { JobRow } from './transition.ts'

type Db = Kysely<Tables>

/** `isTripEnded`: a report of its carrier has ended the job (decision 66), also if staff dismissed the report later. */
export type FoundJob = JobRow & { isTripEnded: boolean }

const isTripEnded = sql<boolean>`(job.cancelled_by is not distinct from 'carrier' and exists (
  select from trip_report r where r.job_id = job.id and r.carrier_id = job.carrier_id
    and r.status in ('upheld', 'lapsed', 'dismissed') and r.resolved_at >= job.cancelled_at))`.as(
  'isTripEnded',
)

/** A job of this customer. @throws Problem `not_found` when it is unknown, expired or belongs to another account. */
export async function findCustomersJob(
  kysely: Db,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<FoundJob> {
  const job = await kysely
    .selectFrom('job')
    .selectAll()
    .select(isTripEnded)
    .where('id', '=', jobId)
    .where('customer_id', '=', customerId)
    .where(isAlive)
    .executeTakeFirst()
  if (!job) throw unknownJob
  return job
}

/** Like `findCustomersJob`, but locks the row until the transaction ends; `now` is the moment it was locked. */
export async function lockCustomersJob(
  trx: Db,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<FoundJob & { now: Date }> {
  await trx.selectFrom('job').select('id').where('id', '=', jobId).forUpdate().execute()
  const job = await trx
    .selectFrom('job')
    .selectAll()
    .select(isTripEnded)
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('id', '=', jobId)
    .where('customer_id', '=', customerId)
    .where(isAlive)
    .executeTakeFirst()
  if (!job) throw unknownJob
  return job
}

/** A job this carrier has accepted, in any later state. @throws Problem `not_found` otherwise. */
export async function findCarriersJob(
  kysely: Db,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<FoundJob> {
  const job = await kysely
    .selectFrom('job')
    .selectAll()
    .select(isTripEnded)
    .where('id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst()
  if (!job) throw unknownJob
  return job
}

/** Like `findCarriersJob`, but locks the row until the transaction ends; `now` is the moment it was locked. */
export async function lockCarriersJob(
  trx: Db,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<FoundJob & { now: Date }> {
  const locked = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw unknownJob
  return trx
    .selectFrom('job')
    .selectAll()
    .select(isTripEnded)
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
}
