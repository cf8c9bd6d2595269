import { sql, type Transaction } from 'kysely'
import type { MessageReportKind, MessageSender, MessageThread } from '#contract/message-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'

type NewRow = {
  id: string
  thread: MessageThread
  sender: MessageSender
  authorName?: string
  /** Null for a photo. */
  text: string | null
  /** The message of the other side that this one reports, from the talk with the present carrier. */
  report?: { messageId: string; kind: MessageReportKind }
}

/** Adds a message behind all others of the job. The caller must hold the job's lock, which gives the order. */
export async function insertMessage(
  trx: Transaction<Tables>,
  { id: jobId, carrier_id }: Pick<JobRow, 'id' | 'carrier_id'>,
  { id, thread, sender, authorName, text, report }: NewRow,
): Promise<void> {
  const carrierId = thread === 'customer' ? null : carrier_id
  const waits = sender !== 'staff' && thread !== 'together'
  await sql`
    insert into job_message (id, job_id, position, thread, carrier_id, sender, author_name, text, waits, about_id,
      report_kind, about_carrier_id, created_at)
    select ${id}, ${jobId}, coalesce(max(position), 0) + 1, ${thread}, ${carrierId}, ${sender}, ${authorName ?? null},
      ${text}, ${waits}, ${report?.messageId ?? null}::uuid, ${report?.kind ?? null},
      ${report ? carrier_id : null}::uuid, clock_timestamp()
    from job_message where job_id = ${jobId}`.execute(trx)
}
