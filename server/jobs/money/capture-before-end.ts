import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { eachInTurn } from '../../lib/each-in-turn.ts'
import { isBlocked } from './blocks.ts'
import { hasLastingHold } from './may-wait.ts'
import { take } from './take-and-release.ts'

/**
 * Captures delivered jobs whose block outlasts their hold: the customer's money stays reachable for a refund, and the
 * carrier's transfer goes on waiting for the block. A hold that the bank ended early is asked for once more.
 */
export async function captureBeforeEnd(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
): Promise<void> {
  const rows = await kysely
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'accepted')
    .where(isEnding)
    .limit(batch)
    .execute()
  await eachInTurn(rows, signal, ({ id }) => capture(kysely, id))
}

const batch = 100

const isEnding = sql<boolean>`job.delivered_at is not null and ${isBlocked} and not ${hasLastingHold}
  and not exists (select from payment p where p.job_id = job.id
    and p.status in ('authorizing', 'action_required', 'capturing', 'captured'))
  and (exists (select from payment p where p.job_id = job.id and p.status = 'held')
    or not exists (select from payment p where p.job_id = job.id and p.created_at >= job.delivered_at))`

const capture = (kysely: Kysely<Tables>, jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('job').select('id').where('id', '=', jobId).forNoKeyUpdate().execute()
    // Judged again now that nothing else can change it.
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', jobId)
      .where('status', '=', 'accepted')
      .where(isEnding)
      .executeTakeFirst()
    if (job) await take(trx, job)
  })
