import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Answered } from '#contract/app/common.ts'
import type { conversationOperations, Message } from '#contract/app/conversation.ts'
import type { Tables } from '../../../db/tables.ts'
import { markRead } from '../../../jobs/conversation/mark-read.ts'
import { readConversation, type SeenMessage } from '../../../jobs/conversation/read-messages.ts'
import { reportMessage } from '../../../jobs/conversation/report-message.ts'
import { sendMessage } from '../../../jobs/conversation/send.ts'
import { type PhotoMessageNeeds, sendPhotoMessage } from '../../../jobs/conversation/send-photo.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { texts } from '../../../texts/index.ts'
import type { Handlers } from '../../mount.ts'
import { presentPhoto } from '../job-view.ts'
import { receivePicture } from '../receive-picture.ts'

export type ConversationNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  photos: Pick<PhotoMessageNeeds, 'decoder' | 'storage'>
  links: LinkSettings
}

/** The messages of a job, for its customer and its carrier. */
export const conversationHandlers: Handlers<typeof conversationOperations, ConversationNeeds> = {
  readConversation:
    ({ kysely, links }) =>
    async ({ caller, params, query: { thread, before } }) => {
      const read = await readConversation(
        { kysely },
        {
          jobId: params.job_id,
          accountId: caller.accountId,
          thread,
          before: before === undefined ? null : Number(before),
        },
      )
      return {
        messages: read.messages.map((message) => presentMessage(message, links)),
        next: read.next,
        open: read.isOpen,
        ends_at: read.endsAt,
        other_position: read.otherPosition,
      }
    },
  sendMessage:
    ({ kysely, links }) =>
    async ({ caller, params, body: { message_id, thread, text } }) => {
      const party = { jobId: params.job_id, accountId: caller.accountId }
      const messageId = message_id.toLowerCase()
      return presentMessage(
        await sendMessage({ kysely }, { ...party, messageId, thread, content: { text } }),
        links,
      )
    },
  sendPhotoMessage: ({ pool, kysely, photos: { decoder, storage }, links }) => {
    const needs = { pool, kysely, decoder, storage }
    return async ({ caller, params, query, body, request, reply }) => {
      const sent = await receivePicture({ request, reply }, (signal) =>
        sendPhotoMessage(needs, {
          jobId: params.job_id,
          accountId: caller.accountId,
          messageId: params.message_id.toLowerCase(),
          thread: query.thread,
          bytes: body,
          signal,
        }),
      )
      return presentMessage(sent, links)
    }
  },
  markMessagesRead:
    ({ kysely }) =>
    async ({ caller, params, body }) =>
      markRead({ kysely }, { jobId: params.job_id, accountId: caller.accountId, ...body }),
  reportMessage:
    ({ kysely, links }) =>
    async ({ caller, params: { job_id: jobId, message_id }, body: { kind }, language }) => {
      const message = await reportMessage(
        { kysely },
        {
          jobId,
          accountId: caller.accountId,
          messageId: message_id.toLowerCase(),
          kind,
          text: texts[language].jobs.messageReports[kind],
        },
      )
      return presentMessage(message, links)
    },
}

const presentMessage = (row: SeenMessage, links: LinkSettings): Answered<Message> => ({
  message_id: row.id,
  position: row.position,
  by: row.sender,
  text: row.text,
  photo: row.photo && presentPhoto(row.photo, links),
  sent_at: row.created_at,
  reported_as: row.reportedAs,
})
