import { type Kysely, sql, type Transaction } from 'kysely'
import type { SideThread } from '#contract/app/conversation.ts'
import type { Tables } from '../../db/tables.ts'
import { findOperatorJob, lockForSide, mayReadTogether, type Party } from './threads.ts'

type Read = Party & { thread: SideThread; position: number }

/**
 * A side has read a thread up to a position; a lower one has no effect. The reminder ends once the last message is
 * read. The lock on the job keeps a message that arrives at this moment unread.
 *
 * @throws Problem `not_found` (404).
 */
export async function markRead({ kysely }: { kysely: Kysely<Tables> }, read: Read): Promise<void> {
  const { jobId, accountId, thread } = read
  await kysely.transaction().execute(async (trx) => {
    const { job, side } = await lockReader(trx, read)
    if (thread === 'together' && !mayReadTogether(job, side)) return
    const { last } = await trx
      .selectFrom('job_message')
      .select(sql<number>`coalesce(max(position), 0)`.as('last'))
      .where('job_id', '=', jobId)
      .where('thread', '=', thread === 'together' ? 'together' : side)
      .executeTakeFirstOrThrow()
    const position = Math.min(read.position, last)
    if (position === 0) return
    const column = sql.ref(thread === 'together' ? 'together_position' : 'operator_position')
    const isReminded = thread === 'together' && position === last
    await sql`
      insert into message_reader (job_id, account_id, ${column}) values (${jobId}, ${accountId}, ${position})
      on conflict (job_id, account_id) do update set ${column} = greatest(message_reader.${column}, excluded.${column}),
        remind_at = case when ${isReminded}::boolean then null else message_reader.remind_at end,
        reminded_at = case when ${isReminded}::boolean then null else message_reader.reminded_at end`.execute(
      trx,
    )
  })
}

/** The operator's thread is read by a former carrier too. */
async function lockReader(trx: Transaction<Tables>, { thread, jobId, accountId }: Read) {
  if (thread === 'together') return lockForSide(trx, { jobId, accountId })
  await trx.selectFrom('job').select('id').where('id', '=', jobId).forUpdate().execute()
  return findOperatorJob(trx, { jobId, accountId })
}

/**
 * The talk of the customer begins again with another carrier. Marks the messages of the former one as read: they are
 * not shown any more, so their reminder would never end and no other would follow. The caller has locked the job.
 */
export async function forgetFormerTalk(trx: Transaction<Tables>, jobId: string): Promise<void> {
  await sql`
    update message_reader r set remind_at = null, reminded_at = null,
      together_position = greatest(r.together_position, (
        select max(position) from job_message where job_id = ${jobId} and thread = 'together'))
    from job where job.id = ${jobId} and r.job_id = job.id and r.account_id = job.customer_id`.execute(trx)
}
