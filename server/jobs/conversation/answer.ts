import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { unknownJob } from '../refusals.ts'
import { answerRefusal } from '../staff-guards.ts'
import type { JobRow } from '../transition.ts'
import { insertMessage } from './insert.ts'
import { findMessage } from './read-messages.ts'
import { isAnswerable } from './reports.ts'
import { tellOnce } from './tell.ts'
import { isOfCarrier, type Side } from './threads.ts'

type Trx = Transaction<Tables>

export type StaffAnswer = {
  jobId: string
  /** Made by the client: a repeated request sends once. */
  messageId: string
  to: Side
  /** Of a carrier who has the job no longer; absent for the present one. */
  carrierId?: string | undefined
  text: string
  by: By
}

/**
 * Staff answer one side in its thread, while a report is not decided. The person reads it as from the company, and is
 * told once until they read it. The text is only in the thread, which ends with the data of the job. Of a person who is
 * erased only the report ends.
 *
 * @throws Problem `not_found`, `wrong_state`.
 */
export async function answerPerson(
  { kysely }: { kysely: Kysely<Tables> },
  answer: StaffAnswer,
): Promise<void> {
  const { jobId, messageId, to, by } = answer
  await kysely.transaction().execute(async (trx) => {
    const job = await trx.selectFrom('job').selectAll().where('id', '=', jobId).forUpdate().executeTakeFirst()
    if (!job) throw unknownJob
    const known = await findMessage(trx, messageId)
    if (known && (known.job_id !== jobId || known.sender !== 'staff')) throw usedElsewhere
    if (known) return
    const carrierId = answer.carrierId ?? job.carrier_id
    const accountId = to === 'customer' ? job.customer_id : carrierId
    const refusal = answerRefusal(await isAnswerable(trx, jobId, { to, carrierId }))
    if (refusal) throw refusal
    if (!accountId) throw noPerson
    const isReached = await isAlive(trx, accountId)
    if (isReached) await send(trx, { ...job, carrier_id: carrierId }, { ...answer, accountId })
    await sql`
      update job_message set waits = false where job_id = ${jobId} and thread = ${to} and waits
        and ${isOfCarrier(carrierId)}`.execute(trx)
    const targets = [
      { type: 'job' as const, id: jobId },
      { type: 'account' as const, id: accountId },
    ]
    await recordAudit(trx, { ...by, act: 'job.answer', targets, changes: { to: { from: null, to } } })
  })
}

/** An erasure waits for this lock, or this waits for the erasure. */
async function isAlive(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from account where id = ${accountId} and erased_at is null for key share`.execute(trx)
  return rows.length > 0
}

type Sent = StaffAnswer & { accountId: string }

/** @param job with the carrier who is answered. */
async function send(trx: Trx, job: JobRow, { messageId: id, to, text, by, accountId }: Sent): Promise<void> {
  const isNews = !(await hasUnreadAnswer(trx, job, { to, accountId }))
  const authorName = by.actor.name
  await insertMessage(trx, job, { id, thread: to, sender: 'staff', authorName, text })
  if (isNews) await tellOnce(trx, { jobId: job.id, accountId, kind: 'staff_answered' })
}

async function hasUnreadAnswer(
  trx: Trx,
  job: JobRow,
  { to, accountId }: Pick<Sent, 'to' | 'accountId'>,
): Promise<boolean> {
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
