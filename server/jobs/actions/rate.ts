import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { findCarriersJob, findCustomersJob } from '../find-job.ts'
import { wrongState } from '../refusals.ts'

type Rated = {
  jobId: string
  accountId: string
  byRole: Tables['rating']['by_role']
  stars: number
  comment: string | null
}

/**
 * Spec part 1, step 5: customer and carrier each leave one rating, after completion and before the job's personal data
 * is removed. Repeating an equal rating succeeds.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function rate({ kysely }: { kysely: Kysely<Tables> }, rated: Rated): Promise<void> {
  const { jobId, accountId, byRole } = rated
  if (await insertRating(kysely, rated)) return
  const job = await (byRole === 'customer'
    ? findCustomersJob(kysely, { jobId, customerId: accountId })
    : findCarriersJob(kysely, { jobId, carrierId: accountId }))
  const given = await kysely
    .selectFrom('rating')
    .select(['stars', 'comment'])
    .where('job_id', '=', jobId)
    .where('by_role', '=', byRole)
    .executeTakeFirst()
  if (!given) throw wrongState(job)
  if (given.stars !== rated.stars || given.comment !== rated.comment) throw ratedAlready
}

async function insertRating(
  kysely: Kysely<Tables>,
  { jobId, accountId, byRole, stars, comment }: Rated,
): Promise<boolean> {
  const [mine, other] =
    byRole === 'customer'
      ? [sql.ref('customer_id'), sql.ref('carrier_id')]
      : [sql.ref('carrier_id'), sql.ref('customer_id')]
  const { rows } = await sql`
    with rated as (
      insert into rating (job_id, by_role, account_id, about_account_id, stars, comment)
      select id, ${byRole}, ${mine}, ${other}, ${stars}, ${comment}::text from job
      where id = ${jobId} and ${mine} = ${accountId} and status = 'completed' and ${other} is not null
        and data_removed_at is null for share
      on conflict (job_id, by_role) do nothing
      returning job_id
    ), noted as (
      insert into job_event (job_id, actor, actor_id, reason) select job_id, ${byRole}, ${accountId}::uuid, 'rated' from rated
    )
    select job_id from rated`.execute(kysely)
  return rows.length > 0
}

const ratedAlready = new Problem('wrong_state', (t) => t.jobs.ratedAlready)
