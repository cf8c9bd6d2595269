import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { unknownJob } from '../refusals.ts'
import { talkRefusal } from '../staff-guards.ts'
import { readWholeThreads, type SeenMessage } from './read-messages.ts'
import { isReportOpen } from './threads.ts'

/**
 * What customer and carriers wrote to each other, for staff: only while a report of the job is not decided, or a
 * reported message is discussed. The audit log records each reading before the messages leave the database (decision
 * 71).
 *
 * @throws Problem `not_found`, `wrong_state`.
 */
export function readTogetherForStaff(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, by }: { jobId: string; by: By },
): Promise<SeenMessage[]> {
  return kysely.transaction().execute(async (trx) => {
    const job = await trx.selectFrom('job').select('id').where('id', '=', jobId).forShare().executeTakeFirst()
    if (!job) throw unknownJob
    const refusal = talkRefusal(await isReportOpen(trx, jobId))
    if (refusal) throw refusal
    await recordAudit(trx, { ...by, act: 'job.read_messages', targets: [{ type: 'job', id: jobId }] })
    return readWholeThreads(trx, jobId, ['together'])
  })
}

/** The threads with the operator, and how many messages customer and carriers have sent each other. */
export async function readThreadsForStaff(kysely: Kysely<Tables>, jobId: string) {
  const { together } = await kysely
    .selectFrom('job_message')
    .select(({ fn }) => fn.countAll<number>().as('together'))
    .where('job_id', '=', jobId)
    .where('thread', '=', 'together')
    .executeTakeFirstOrThrow()
  return {
    isOpen: await isReportOpen(kysely, jobId),
    togetherCount: together,
    messages: await readWholeThreads(kysely, jobId, ['customer', 'carrier']),
  }
}
