import { type Kysely, sql, type Transaction } from 'kysely'
import type { SideThread } from '#contract/app/conversation.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { attachUploads } from '../../photos/attach.ts'
import { unusableUpload } from '../refusals.ts'
import { insertMessage } from './insert.ts'
import { checkLimits } from './limits.ts'
import { findMessage, type SeenMessage } from './read-messages.ts'
import { isOperatorOpen } from './reports.ts'
import { tellOnce } from './tell.ts'
import { type JobAt, lockForSide, mayWriteTogether, type Party, type Side, threadOf } from './threads.ts'

type Trx = Transaction<Tables>

export type NewMessage = Party & {
  /** Chosen by the client, so a request whose response was lost can be repeated. */
  messageId: string
  thread: SideThread
  /** The text, or the name of an uploaded photo. */
  content: { text: string } | { photoName: string }
}

/**
 * Customer or carrier writes to the other, or to the operator while a report is not decided (decision 71). A repeated
 * request sends once.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `rate_limit_exceeded` (429).
 */
export async function sendMessage(
  { kysely }: { kysely: Kysely<Tables> },
  input: NewMessage,
): Promise<SeenMessage> {
  return kysely.transaction().execute(async (trx) => {
    const { job, side } = await lockForSide(trx, input)
    const known = await findRepeated(trx, input, side)
    if (known) return known
    await requireOpen(trx, job, { thread: input.thread, side })
    const thread = threadOf(input.thread, side)
    const text = 'text' in input.content ? input.content.text : null
    await insertMessage(trx, job, { id: input.messageId, thread, sender: side, text })
    if ('photoName' in input.content) await attachPhoto(trx, input, input.content.photoName)
    if (thread === 'together') await tellOther(trx, job, side)
    return sent(trx, input.messageId)
  })
}

/** The message of a repeated request; null for a new one. @throws Problem when the id belongs to any other message. */
export async function findRepeated(
  kysely: Kysely<Tables>,
  { messageId, jobId }: Pick<NewMessage, 'messageId' | 'jobId'>,
  side: Side,
): Promise<SeenMessage | null> {
  const known = await findMessage(kysely, messageId)
  if (known && (known.job_id !== jobId || known.sender !== side)) throw usedElsewhere
  return known
}

/** @throws Problem `wrong_state` when the thread has ended, `rate_limit_exceeded` after too many messages. */
export async function requireOpen(
  kysely: Kysely<Tables>,
  job: JobAt,
  { thread, side }: { thread: SideThread; side: Side },
): Promise<void> {
  if (thread === 'operator') {
    if (!(await isOperatorOpen(kysely, job.id, side))) throw decided
  } else if (!mayWriteTogether(job) || (await isAccountErased(kysely, job))) throw ended
  await checkLimits(kysely, job, side)
}

/** An erasure waits for this lock, or this waits for the erasure, so no message stays behind it. */
export async function isAccountErased(
  kysely: Kysely<Tables>,
  { customer_id, carrier_id }: JobAt,
): Promise<boolean> {
  const { rows } = await sql<{ erased_at: Date | null }>`
    select erased_at from account where id in (${customer_id}, ${carrier_id}) order by id for key share`.execute(
    kysely,
  )
  return rows.some(({ erased_at }) => erased_at !== null)
}

async function attachPhoto(
  trx: Trx,
  { jobId, accountId, messageId }: NewMessage,
  name: string,
): Promise<void> {
  const uploads = { jobId, accountId, names: [name], purpose: 'problem' as const, messageId }
  if (!(await attachUploads(trx, uploads))) throw unusableUpload('photo_id')
}

/** The notice, and the reminder that follows if it stays unread. */
async function tellOther(trx: Trx, { id: jobId, customer_id, carrier_id }: JobAt, side: Side): Promise<void> {
  const accountId = side === 'customer' ? carrier_id : customer_id
  if (!accountId) return
  await tellOnce(trx, { jobId, accountId, kind: 'message_received' })
  await sql`
    insert into message_reader (job_id, account_id, remind_at)
    values (${jobId}, ${accountId}, now() + make_interval(mins => ${remindMinutes}))
    on conflict (job_id, account_id) do update set remind_at = coalesce(message_reader.remind_at, excluded.remind_at)`.execute(
    trx,
  )
}

/** How long a message is unread before its recipient is reminded. */
const remindMinutes = 10

async function sent(trx: Trx, messageId: string): Promise<SeenMessage> {
  const message = await findMessage(trx, messageId)
  if (!message) throw new Error('the message was inserted in this transaction')
  return message
}

export const ended = new Problem('wrong_state', (t) => t.jobs.talkEnded)

const decided = new Problem('wrong_state', (t) => t.jobs.threadClosed, { asksSupport: true })

const usedElsewhere = new Problem('wrong_state', (t) => t.jobs.messageIdTaken)
