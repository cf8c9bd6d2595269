import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Payments of a processor up to which it is cheaper to begin with them than with the rows of a time. */
const mostFew = 10_000

/** Counts up to the bound: a processor that was changed over from has few, and the newest calls have none of it. */
export async function hasFewPayments(kysely: Kysely<Tables>, processor: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${paymentsOf(processor)} limit ${mostFew + 1}) counted`.execute(kysely)
  return (rows[0]?.count ?? 0) <= mostFew
}

/** SQL: ids of all payments of a processor. */
export const paymentsOf = (processor: string): RawBuilder<unknown> =>
  sql`select payment.id from payment where payment.processor = ${processor}`
