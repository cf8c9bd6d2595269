import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type AverageRating = { average: number | null; count: number }

/** What one side thinks of an account: its ratings as a carrier are those by customers, and the other way round. */
export async function readRating(
  kysely: Kysely<Tables>,
  { accountId, byRole }: { accountId: string; byRole: Tables['rating']['by_role'] },
): Promise<AverageRating> {
  return await kysely
    .selectFrom('rating')
    .select([
      sql<number | null>`round(avg(stars), 1)::float8`.as('average'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('about_account_id', '=', accountId)
    .where('by_role', '=', byRole)
    .executeTakeFirstOrThrow()
}
