import { type Static, Type } from 'typebox'
import { type MessageReportKind, messageReportKinds, messageSenders } from '../message-vocabulary.ts'
import type { AppOperation } from '../operation.ts'
import { AppLines, answers, Id, Instant, MaybeInstant, MaybeText } from './common.ts'
import { AppPhoto } from './job-parts.ts'

/*
 * The messages of a job, for both sides (decision 71). Apart from `carrier.ts` and `customer.ts`, which the first
 * screen loads as a whole.
 */

/** Maximum length of a message, in characters. */
export const maxMessage = 2_000

/** `together`: customer and carrier; `operator`: the caller and the operator. */
export const sideThreads = ['together', 'operator'] as const
export type SideThread = (typeof sideThreads)[number]

const Thread = Type.Enum([...sideThreads], {
  type: 'string',
  description:
    '`together`: with the other side of the job; `operator`: with the operator, while a report of the job is not decided, and about a message that the caller has reported.',
})

const ReportKind = {
  type: 'string',
  description: '`outside_payment`: the sender asks to pay outside of the app.',
} as const

export const Message = Type.Object(
  {
    message_id: Id('The message.'),
    position: Type.Integer({ description: 'The order in the job; later messages have a higher one.' }),
    by: Type.Enum([...messageSenders], {
      type: 'string',
      description: '`staff`: the operator; show the name of the company.',
    }),
    text: MaybeText('The text; null for a photo.'),
    photo: Type.Union([AppPhoto, Type.Null()], {
      description: 'The photo; null for a text, and once the photo was removed.',
    }),
    sent_at: Instant('When it arrived'),
    reported_as: Type.Unsafe<MessageReportKind | null>({
      enum: [...messageReportKinds, null],
      description: 'What the caller has reported this message of the other side for; null if they have not.',
    }),
  },
  { $id: 'Message', additionalProperties: false },
)
export type Message = Static<typeof Message>

export const Conversation = Type.Object(
  {
    messages: Type.Array(Message, { description: 'At most 50, the oldest first.' }),
    next: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The `before` for older messages; null if there are none.',
    }),
    open: Type.Boolean({ description: 'True if a message can be sent now.' }),
    ends_at: MaybeInstant(
      'The end of `together`, for reading too: seven days after the job has ended',
      'while the job goes on, and for `operator`',
    ),
    other_position: Type.Integer({
      description: 'The last `position` that the other side has read; 0 for `operator`.',
    }),
  },
  { $id: 'Conversation', additionalProperties: false },
)
export type Conversation = Static<typeof Conversation>

const ofJob = Type.Object({ job_id: Id('A job of this customer or carrier.') })

export const readConversation = {
  operationId: 'readConversation',
  method: 'GET',
  url: '/app/v1/jobs/:job_id/messages',
  access: 'account',
  summary: 'Read messages',
  description:
    'For the customer and the present carrier of a job, from the acceptance until seven days after its end. A carrier sees only messages since they have the job, and none after giving it back. The operator can read `together` while a report of the job is not decided, or a reported message is discussed; each reading is logged.',
  params: ofJob,
  query: Type.Object({
    thread: Thread,
    before: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,9}$', description: 'The `next` of the last response.' }),
    ),
  }),
  answers: answers(
    { 200: { description: 'The newest messages, or those before `before`.', body: Conversation } },
    { 404: '`not_found`.' },
  ),
} as const satisfies AppOperation

const MessageId = Id('A new UUID, made by the client. Repeating the request with the same value sends once.')

const refusals = {
  404: '`not_found`.',
  409: '`wrong_state`: the thread has ended, it is full, or the `message_id` was used before.',
  429: '`rate_limit_exceeded`: too many messages in the last minute or hour. Wait `retry_after_seconds`.',
}

export const MessageInput = Type.Object({
  message_id: MessageId,
  thread: Thread,
  text: { ...AppLines(maxMessage, 'The message.'), minLength: 1 },
})
export type MessageInput = Static<typeof MessageInput>

export const sendMessage = {
  operationId: 'sendMessage',
  method: 'POST',
  url: '/app/v1/jobs/:job_id/messages',
  access: 'account',
  summary: 'Send a message',
  description: 'The other side, or the operator, gets it at once.',
  params: ofJob,
  body: MessageInput,
  answers: answers({ 201: { description: 'Sent.', body: Message } }, refusals),
} as const satisfies AppOperation

export const sendPhotoMessage = {
  operationId: 'sendPhotoMessage',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/photo-messages/:message_id',
  access: 'account',
  summary: 'Send a photo',
  description: 'The body is a picture, as for `uploadPhoto`.',
  params: Type.Object({ ...ofJob.properties, message_id: MessageId }),
  query: Type.Object({ thread: Thread }),
  takesPhoto: true,
  answers: answers({ 201: { description: 'Sent.', body: Message } }, refusals),
} as const satisfies AppOperation

export const markMessagesRead = {
  operationId: 'markMessagesRead',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/messages/read',
  access: 'account',
  summary: 'Mark messages as read',
  description: 'All messages of the thread up to `position`. The other side of `together` sees it.',
  params: ofJob,
  body: Type.Object({ thread: Thread, position: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }),
  answers: answers({ 204: { description: 'Marked.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const reportMessage = {
  operationId: 'reportMessage',
  method: 'PUT',
  url: '/app/v1/jobs/:job_id/messages/:message_id/report',
  access: 'account',
  summary: 'Report a message',
  description:
    'Reports a message of the other side to the operator, while the caller can read it. The report is a message in the thread `operator` of the caller, which is open until the operator has answered, and seven days after its last message. The sender is not told. Each message can be reported once; repeating the request changes nothing.',
  params: Type.Object({ ...ofJob.properties, message_id: Id('A message of the other side.') }),
  body: Type.Object({ kind: Type.Enum([...messageReportKinds], ReportKind) }),
  answers: answers(
    { 200: { description: 'Reported.', body: Message } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: an own message, or the conversation has ended.',
    },
  ),
} as const satisfies AppOperation

export const conversationOperations = [
  readConversation,
  sendMessage,
  sendPhotoMessage,
  markMessagesRead,
  reportMessage,
] as const
