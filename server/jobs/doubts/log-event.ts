import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../move.ts'

type Event = { actor: Tables['job_event']['actor']; actorId: string | null; reason: string }

/** Writes into the log of a job what leaves its state as it is; open screens hear of it. */
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
