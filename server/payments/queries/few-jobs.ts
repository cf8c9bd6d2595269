import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Jobs of a partner up to which it is cheaper to begin with them than with the rows of a time. */
const maxCounted = 10_000

/** Counts up to the bound, through the index of keys. The planner cannot know how many jobs a partner has. */
export async function hasFewJobs(kysely: Kysely<Tables>, partnerId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${jobsOf(partnerId)} limit ${maxCounted + 1}) counted`.execute(kysely)
  return (rows[0]?.count ?? 0) <= maxCounted
}

/** SQL: ids of all jobs of a partner. */
export const jobsOf = (
  partnerId: string,
): RawBuilder<unknown> => sql`select job.id from job where job.key_id = any(array(
  select api_key.id from api_key where api_key.partner_id = ${partnerId}))`
