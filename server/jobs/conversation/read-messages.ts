import { type Kysely, sql } from 'kysely'
import type { SideThread } from '#contract/app/conversation.ts'
import type { MessageReportKind } from '#contract/message-vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { contactEndOf } from '../contact-time.ts'
import type { JobPhoto } from '../read-photos.ts'
import { isOperatorOpen, isTalkOpenSql } from './reports.ts'
import {
  findJob,
  findOperatorJob,
  isOfCarrier,
  type JobAt,
  type MessageRow,
  mayReadTogether,
  mayWriteTogether,
  type Party,
  type Side,
  threadOf,
} from './threads.ts'

/** A message with its photo, until the photo is removed. */
export type SeenMessage = MessageRow & {
  photo: JobPhoto | null
  /** What its recipient reported it for; shown to them and to staff. */
  reportedAs: MessageReportKind | null
}

export type ReadPage = {
  messages: SeenMessage[]
  next: number | null
  isOpen: boolean
  endsAt: Date | null
  otherPosition: number
}

const pageSize = 50

type Asked = Party & { thread: SideThread; before: number | null }

/**
 * The newest messages of a thread, or those before a position, as one side of the job sees them.
 *
 * @throws Problem `not_found` (404) for every other account.
 */
export async function readConversation(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, accountId, thread, before }: Asked,
): Promise<ReadPage> {
  const { job, side, isFormer } = await findReader(kysely, { jobId, accountId, thread })
  if (thread === 'together' && !mayReadTogether(job, side)) return { ...closed, endsAt: contactEndOf(job) }
  const rows = await messagesOf(kysely, side)
    .where('job_message.job_id', '=', jobId)
    .where('job_message.thread', '=', threadOf(thread, side))
    .where(isOfCarrier(job.carrier_id))
    .$if(before !== null, (query) => query.where('job_message.position', '<', before))
    .orderBy('job_message.position', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = rows.slice(0, pageSize).toReversed()
  return {
    messages: page,
    next: rows.length > pageSize ? (page[0]?.position ?? null) : null,
    isOpen:
      thread === 'together'
        ? mayWriteTogether(job)
        : !isFormer && (await isOperatorOpen(kysely, jobId, side)),
    endsAt: thread === 'together' ? contactEndOf(job) : null,
    otherPosition: thread === 'together' ? await readOtherPosition(kysely, job, accountId) : 0,
  }
}

const findReader = async (kysely: Kysely<Tables>, { thread, ...party }: Omit<Asked, 'before'>) =>
  thread === 'operator'
    ? findOperatorJob(kysely, party)
    : { ...(await findJob(kysely, party)), isFormer: false }

const closed: ReadPage = { messages: [], next: null, isOpen: false, endsAt: null, otherPosition: 0 }

async function readOtherPosition(
  kysely: Kysely<Tables>,
  { id, customer_id, carrier_id }: JobAt,
  accountId: string,
): Promise<number> {
  const other = accountId === customer_id ? carrier_id : customer_id
  const row = await kysely
    .selectFrom('message_reader')
    .select('together_position')
    .where('job_id', '=', id)
    .where('account_id', '=', other)
    .executeTakeFirst()
  return row?.together_position ?? 0
}

/** One message by its id, as `reader` sees it. */
export async function findMessage(
  kysely: Kysely<Tables>,
  messageId: string,
  reader: Reader = 'sender',
): Promise<SeenMessage | null> {
  const row = await messagesOf(kysely, reader).where('job_message.id', '=', messageId).executeTakeFirst()
  return row ?? null
}

/** The threads with the operator, oldest first, for staff. */
export const readOperatorThreads = (kysely: Kysely<Tables>, jobId: string): Promise<SeenMessage[]> =>
  messagesOf(kysely, 'staff')
    .where('job_message.job_id', '=', jobId)
    .where('job_message.thread', '<>', 'together')
    .orderBy('job_message.position')
    .execute()

/** On a row of `job_message`: of a talk that a report is about. */
export const isOfOpenTalk = sql<boolean>`exists (select from job where job.id = job_message.job_id
  and ${sql.raw(isTalkOpenSql('job_message.carrier_id'))})`

/** The talks that a report is about, oldest first, for staff. */
export const readOpenTalks = (kysely: Kysely<Tables>, jobId: string): Promise<SeenMessage[]> =>
  messagesOf(kysely, 'staff')
    .where('job_message.job_id', '=', jobId)
    .where('job_message.thread', '=', 'together')
    .where(isOfOpenTalk)
    .orderBy('job_message.position')
    .execute()

type Reader = Side | 'staff' | 'sender'

/** Only the recipient and staff see that a message was reported. */
const seesReport = (reader: Reader) =>
  reader === 'staff' ? sql`true` : reader === 'sender' ? sql`false` : sql`job_message.sender <> ${reader}`

const messagesOf = (kysely: Kysely<Tables>, reader: Reader) =>
  kysely
    .selectFrom('job_message')
    .leftJoin('job_message as report', 'report.about_id', 'job_message.id')
    // A photo that was removed keeps its row until its file is deleted.
    .leftJoin('photo', (join) =>
      join.onRef('photo.message_id', '=', 'job_message.id').onRef('photo.job_id', '=', 'job_message.job_id'),
    )
    .selectAll('job_message')
    .select(
      sql<MessageReportKind | null>`case when ${seesReport(reader)} then report.report_kind end`.as(
        'reportedAs',
      ),
    )
    .select(
      sql<JobPhoto | null>`case when photo.name is not null
        then json_build_object('name', photo.name, 'width', photo.width, 'height', photo.height) end`.as(
        'photo',
      ),
    )
