import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { draftColumns } from './draft-columns.ts'
import type { NewJob } from './job.ts'

/** Inserts a draft in the caller's transaction. @returns false when the id is taken. */
export async function insertJob(
  trx: Kysely<Tables>,
  job: NewJob & { lifetimeSeconds: number },
): Promise<boolean> {
  const { pickup, dropoff, route, price, ...columns } = draftColumns(job)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('job')
    .values({
      ...columns,
      pickup: JSON.stringify(pickup),
      dropoff: JSON.stringify(dropoff),
      route: JSON.stringify(route),
      price: JSON.stringify(price),
      status: 'draft',
      expires_at: sql<Date>`now() + make_interval(secs => ${job.lifetimeSeconds})`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
