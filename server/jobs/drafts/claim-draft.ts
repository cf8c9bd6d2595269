import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isAlive } from '../is-alive.ts'
import { unknownJob } from '../refusals.ts'

type Opener = { shortId: string; accountId: string; phone: string }

/**
 * Spec part 1, step 1: the verified phone number must equal the job's, and the draft is linked to the account. A
 * repeated request, also after the draft stage, returns the same job.
 *
 * @returns the job's id.
 * @throws Problem `not_found` (404), identical for unknown jobs, expired jobs and jobs of another account.
 */
export async function claimDraft(
  { kysely }: { kysely: Kysely<Tables> },
  { shortId, accountId, phone }: Opener,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select id, customer_id from job where short_id = ${shortId} and customer_phone = ${phone} and ${isAlive} for update
    ), linked as (
      update job set customer_id = ${accountId}, link_opened_at = coalesce(job.link_opened_at, now()) from found
      where job.id = found.id and job.customer_id is null returning job.id
    ), noted as (
      insert into job_event (job_id, actor, actor_id, reason) select id, 'customer', ${accountId}::uuid, 'opened' from linked
    )
    select id from found where customer_id is null or customer_id = ${accountId}`.execute(kysely)
  const [found] = rows
  if (!found) throw unknownJob
  return found.id
}
