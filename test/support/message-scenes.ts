import { readConversation, reportMessage, sendMessage } from '#contract/app/conversation.ts'
import type { MessageReportKind } from '#contract/message-vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Scene as TodayScene } from './closing-scenes.ts'
import { acceptedDeal, type Deal, report } from './deals.ts'
import type { Person } from './person.ts'

type Stage = { customer: Person; carrier: Person }
type Made<S> = (stage: S) => Promise<{ job_id: string }>

/** The scenes of the authority table for the messages of a job. */
export function messageScenes<S extends Stage>({
  accepted,
  picture,
}: {
  accepted: Made<S>
  picture: Buffer
}) {
  const written = async (stage: S) => {
    const { job_id } = await accepted(stage)
    for (const person of [stage.customer, stage.carrier])
      await person.ok(sendMessage, { params: { job_id }, body: messageBody() })
    return { params: { job_id } }
  }
  const aText = async (stage: S) => {
    const { job_id } = await accepted(stage)
    return { params: { job_id }, body: messageBody() }
  }
  const aPhoto = async (stage: S) => {
    const { job_id } = await accepted(stage)
    return { params: { job_id, message_id: newId() }, query: { thread: 'together' }, body: picture }
  }
  const aReport = (sender: 'customer' | 'carrier') => async (stage: S) => {
    const { job_id } = await accepted(stage)
    const { message_id } = await stage[sender].ok(sendMessage, { params: { job_id }, body: messageBody() })
    return { params: { job_id, message_id }, body: { kind: 'rude' } }
  }
  return {
    readConversation: [async (stage: S) => ({ ...(await written(stage)), query: { thread: 'together' } })],
    sendMessage: [aText],
    sendPhotoMessage: [aPhoto],
    markMessagesRead: [
      async (stage: S) => ({ ...(await written(stage)), body: { thread: 'together', position: 2 } }),
    ],
    reportMessage: [aReport('carrier'), aReport('customer')],
  }
}

export const messageBody = (text = 'I am at the door', thread: 'together' | 'operator' = 'together') => ({
  message_id: newId(),
  thread,
  text,
})

/** Sends a message of one side. @returns the message. */
export const sentBy = (person: Person, { params }: Pick<Deal, 'params'>, body = messageBody()) =>
  person.ok(sendMessage, { params, body })

/** Reports a message of the other side. @returns the message. */
export const reportedAs = (
  person: Person,
  { params }: Pick<Deal, 'params'>,
  { message_id, kind = 'rude' }: { message_id: string; kind?: MessageReportKind },
) => person.ok(reportMessage, { params: { ...params, message_id }, body: { kind } })

/** For *Today*: a customer who reported a problem writes to the operator. */
export const waitingMessage: TodayScene = async (market) => {
  const deal = await acceptedDeal(market)
  await report(deal)
  await sentBy(deal.customer, deal, messageBody('When do I get it back?', 'operator'))
  const { pool } = market.app.db
  const decided = `update job_problem set status = 'dismissed', resolved_at = now() where job_id = $1`
  return {
    subject: `${deal.job_id} customer`,
    end: async () => {
      await pool.query('update job_message set waits = false where job_id = $1', [deal.job_id])
      await pool.query(decided, [deal.job_id])
    },
  }
}

/** A page of a thread, as the person reads it. */
export const talkOf = (
  person: Person,
  { params }: Pick<Deal, 'params'>,
  thread: 'together' | 'operator' = 'together',
  before: number | null = null,
) =>
  person.ok(readConversation, {
    params,
    query: { thread, ...(before !== null && { before: String(before) }) },
  })
