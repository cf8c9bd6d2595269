import type { Kysely } from 'kysely'
import type { MessageReportKind } from '#contract/message-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { insertMessage } from './insert.ts'
import { findMessage, type SeenMessage } from './read-messages.ts'
import { ended, isAccountErased } from './send.ts'
import { lockForSide, mayReadTogether, type Party } from './threads.ts'

export type MessageReport = Party & {
  /** The message of the other side. */
  messageId: string
  kind: MessageReportKind
  /** What the thread with the operator shows. */
  text: string
}

/**
 * The recipient of a message reports it to the operator, while they can read it: a message in their thread with the
 * operator that names the other one, which opens that thread (decision 71). The sender is not told. Only the first
 * report of a message counts, so there are never more reports than messages, and the limits of messages do not apply.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function reportMessage(
  { kysely }: { kysely: Kysely<Tables> },
  { messageId, kind, text, ...party }: MessageReport,
): Promise<SeenMessage> {
  return kysely.transaction().execute(async (trx) => {
    const { job, side } = await lockForSide(trx, party)
    const message = await findMessage(trx, messageId, side)
    const isOfTalk = message?.job_id === job.id && message.thread === 'together'
    if (!isOfTalk || message.carrier_id !== job.carrier_id) throw unknownMessage
    if (!mayReadTogether(job, side) || (await isAccountErased(trx, job))) throw ended
    if (message.sender === side) throw ownMessage
    if (message.reportedAs) return message
    const report = { messageId, kind }
    await insertMessage(trx, job, { id: newId(), thread: side, sender: side, text, report })
    return { ...message, reportedAs: kind }
  })
}

const unknownMessage = new Problem('not_found', (t) => t.jobs.unknownMessage)

const ownMessage = new Problem('wrong_state', (t) => t.jobs.ownMessage)
