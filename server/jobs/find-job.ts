import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isAlive } from './is-alive.ts'
import { unknownJob } from './refusals.ts'
import type { JobRow } from './transition.ts'

type Db = Kysely<Tables>

/** A job of this customer. @throws Problem `not_found` when it is unknown, expired or belongs to another account. */
export async function findCustomersJob(
  kysely: Db,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<JobRow> {
  const job = await kysely
    .selectFrom('job')
    .selectAll()
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
): Promise<JobRow & { now: Date }> {
  await trx.selectFrom('job').select('id').where('id', '=', jobId).forUpdate().execute()
  const job = await trx
    .selectFrom('job')
    .selectAll()
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
): Promise<JobRow> {
  const job = await kysely
    .selectFrom('job')
    .selectAll()
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
): Promise<JobRow & { now: Date }> {
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
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
}
