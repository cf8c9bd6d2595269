import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { unknownJob } from '../refusals.ts'
import { talkRefusal } from '../staff-guards.ts'
import { isOfOpenTalk, readOpenTalks, readOperatorThreads, type SeenMessage } from './read-messages.ts'
import { isAnswerableSql, isReportOpen, talkOfReportSql } from './reports.ts'

/**
 * What customer and carrier wrote to each other, for staff: only while a report of the job is not decided, or a
 * reported message is discussed, and only with the carrier whom the report is about. The audit log records each
 * reading before the messages leave the database (decision 71).
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
    return readOpenTalks(trx, jobId)
  })
}

/** The threads with the operator, their carriers, and how many messages staff could read of `together`. */
export async function readThreadsForStaff(kysely: Kysely<Tables>, jobId: string) {
  const isOpen = await isReportOpen(kysely, jobId)
  const { together } = await kysely
    .selectFrom('job_message')
    .select(({ fn }) => fn.countAll<number>().as('together'))
    .where('job_id', '=', jobId)
    .where('thread', '=', 'together')
    .$if(isOpen, (query) => query.where(isOfOpenTalk))
    .executeTakeFirstOrThrow()
  return {
    isOpen,
    togetherCount: together,
    messages: await readOperatorThreads(kysely, jobId),
    carriers: await readCarriers(kysely, jobId),
  }
}

/** The carrier of the job, and those who write to the operator, or whose messages are reported. */
async function readCarriers(kysely: Kysely<Tables>, jobId: string) {
  const { rows } = await sql<{ id: string; name: string | null; isOpen: boolean }>`
    select account.id, account.name, ${sql.raw(isAnswerableSql("'carrier'", 'account.id'))} as "isOpen"
    from job join account on account.id = job.carrier_id or account.id in (
      select ${sql.raw(talkOfReportSql('w'))} from job_message w where w.job_id = job.id and w.thread <> 'together')
    where job.id = ${jobId} order by account.id`.execute(kysely)
  return rows
}
