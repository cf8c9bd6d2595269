import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JobRow } from './transition.ts'

type Event = { actor: Tables['job_event']['actor']; actorId: string | null; reason: string }

/** Logs an event that does not change the job's status; live streams get it. */
export async function logEvent(
  trx: Transaction<Tables>,
  { id, status }: Pick<JobRow, 'id' | 'status'>,
  { actor, actorId, reason }: Event,
): Promise<void> {
  await trx
    .insertInto('job_event')
    .values({ job_id: id, actor, actor_id: actorId, from_status: status, to_status: status, reason })
    .execute()
}
