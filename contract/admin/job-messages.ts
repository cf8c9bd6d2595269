import { type Static, Type } from 'typebox'
import { AppLines, Id, Instant, MaybeId, MaybeText } from '../app/common.ts'
import {
  type MessageReportKind,
  messageReportKinds,
  messageSenders,
  messageThreads,
} from '../message-vocabulary.ts'
import { closed } from './money/common.ts'

/** A message of a job, for staff (decision 71). */
export const StaffMessage = Type.Object(
  {
    message_id: Id('The message.'),
    thread: Type.Enum([...messageThreads], {
      type: 'string',
      description: '`together`: customer and carrier; `customer`, `carrier`: that person and the operator.',
    }),
    by: Type.Enum([...messageSenders], { type: 'string' }),
    carrier_id: MaybeId('The carrier of the job then; null in the thread `customer`.'),
    author: MaybeText('The member of staff; null for any other sender. The person sees the company.'),
    text: MaybeText('The text; null for a photo.'),
    photo_url: MaybeText('The photo; null for a text, and once the photo was removed.'),
    report: Type.Unsafe<MessageReportKind | null>({
      enum: [...messageReportKinds, null],
      description:
        'Of a message of `together`: what its recipient reported it for. Of a message to the operator: what it reports. Otherwise null.',
    }),
    about_carrier_id: MaybeId(
      'Of a report of the customer: the carrier who wrote the reported message; else null.',
    ),
    waits: Type.Boolean({ description: 'True for a message to the operator that has no answer.' }),
    sent_at: Instant('When it arrived'),
  },
  { $id: 'StaffMessage', ...closed },
)
export type StaffMessage = Static<typeof StaffMessage>

export const StaffConversation = Type.Object(
  {
    open: Type.Boolean({
      description:
        'True while a report is not decided, or a reported message is discussed: staff can answer, and read the talk of the carrier whom it is about.',
    }),
    together_count: Type.Integer({
      minimum: 0,
      description:
        'How many messages customer and carriers have sent each other; while `open`, in the talks that a report is about.',
    }),
    messages: Type.Array(StaffMessage, {
      description: 'Of the threads `customer` and `carrier`, the oldest first.',
    }),
    carriers: Type.Array(
      Type.Object(
        {
          account_id: Id('The carrier.'),
          name: MaybeText('Null once they are erased.'),
          open: Type.Boolean({ description: 'True while staff can answer them.' }),
        },
        closed,
      ),
      {
        description:
          'The carrier of the job, and who writes in a thread `carrier`, or is reported; also after another one has the job.',
      },
    ),
  },
  { $id: 'StaffConversation', ...closed },
)

/** What a member of staff writes to a customer or a carrier. */
export const Answer = {
  ...AppLines(2_000, 'What the person reads, as from the company.'),
  minLength: 1,
}
