import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { unknownJob } from '../refusals.ts'
import { noteRefusal } from '../staff-guards.ts'

/**
 * Writes an internal note, which only staff read. The lock on the job ensures that the removal of its personal data
 * includes the note. @throws Problem `not_found`, `wrong_state`.
 */
export function addNote(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, text, by }: { jobId: string; text: string; by: By },
): Promise<string> {
  return kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .select('data_removed_at')
      .where('id', '=', jobId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!job) throw unknownJob
    const refusal = noteRefusal(job.data_removed_at !== null)
    if (refusal) throw refusal
    const id = newId()
    const author = { author_id: by.actor.id ?? null, author_name: by.actor.name }
    await trx
      .insertInto('job_note')
      .values({ id, job_id: jobId, ...author, text })
      .execute()
    await recordAudit(trx, { ...by, act: 'job.add_note', targets: [{ type: 'job', id: jobId }] })
    return id
  })
}
