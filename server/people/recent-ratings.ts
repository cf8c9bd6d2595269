import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type RecentRating = { jobId: string; stars: number; comment: string | null; createdAt: Date }

/** The last 20 ratings of a person: by customers for a carrier, by carriers for a customer. */
export async function recentRatings(
  kysely: Kysely<Tables>,
  { accountId, by }: { accountId: string; by: 'customer' | 'carrier' },
): Promise<RecentRating[]> {
  const { rows } = await sql<RecentRating>`
    select job_id as "jobId", stars, comment, created_at as "createdAt" from rating
    where about_account_id = ${accountId} and by_role = ${by}
    order by created_at desc, job_id limit 20`.execute(kysely)
  return rows
}
