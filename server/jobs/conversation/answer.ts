import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { unknownJob } from '../refusals.ts'
import { answerRefusal } from '../staff-guards.ts'
import type { JobRow } from '../transition.ts'
import { insertMessage } from './insert.ts'
import { findMessage } from './read-messages.ts'
import { tellOnce } from './tell.ts'
import { isOfCarrier, isReportOpen, type Side } from './threads.ts'

type Trx = Transaction<Tables>

export type StaffAnswer = {
  jobId: string
  /** Made by the client: a repeated request sends once. */
  messageId: string
  to: Side
  text: string
  by: By
}

/**
 * Staff answer one side in its thread, while a report is not decided. The person reads it as from the company, and is
 * told once until they read it. The text is only in the thread, which ends with the data of the job.
 *
 * @throws Problem `not_found`, `wrong_state`.
 */
export async function answerPerson(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, messageId, to, text, by }: StaffAnswer,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await trx.selectFrom('job').selectAll().where('id', '=', jobId).forUpdate().executeTakeFirst()
    if (!job) throw unknownJob
    const known = await findMessage(trx, messageId)
    if (known && (known.job_id !== jobId || known.sender !== 'staff')) throw usedElsewhere
    if (known) return
    const accountId = to === 'customer' ? job.customer_id : job.carrier_id
    const refusal = answerRefusal(await isReportOpen(trx, jobId))
    if (refusal) throw refusal
    if (!accountId) throw noPerson
    const isNews = !(await hasUnreadAnswer(trx, job, to))
    await insertMessage(trx, job, {
      id: messageId,
      thread: to,
      sender: 'staff',
      authorName: by.actor.name,
      text,
    })
    await sql`update job_message set waits = false where job_id = ${jobId} and thread = ${to} and waits`.execute(
      trx,
    )
    if (isNews) await tellOnce(trx, { jobId, accountId, kind: 'staff_answered' })
    const targets = [
      { type: 'job' as const, id: jobId },
      { type: 'account' as const, id: accountId },
    ]
    await recordAudit(trx, { ...by, act: 'job.answer', targets, changes: { to: { from: null, to } } })
  })
}

async function hasUnreadAnswer(trx: Trx, job: JobRow, to: Side): Promise<boolean> {
  const accountId = to === 'customer' ? job.customer_id : job.carrier_id
  const row = await trx
    .selectFrom('job_message')
    .leftJoin('message_reader as r', (join) =>
      join.onRef('r.job_id', '=', 'job_message.job_id').on('r.account_id', '=', accountId),
    )
    .select('job_message.id')
    .where('job_message.job_id', '=', job.id)
    .where('job_message.thread', '=', to)
    .where('job_message.sender', '=', 'staff')
    .where(isOfCarrier(job.carrier_id))
    .where(sql<boolean>`job_message.position > coalesce(r.operator_position, 0)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const noPerson = new Problem('wrong_state', (t) => t.panel.answerNoPerson)

const usedElsewhere = new Problem('wrong_state', (t) => t.jobs.messageIdTaken)
