import { Type } from 'typebox'
import { Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers } from './common.ts'
import { refusals, theJob } from './job-decisions.ts'
import { Answer, StaffMessage } from './job-messages.ts'
import { JobParams } from './jobs.ts'
import { closed } from './money/common.ts'

export const answerPerson = {
  operationId: 'answerPerson',
  method: 'POST',
  url: '/admin/v1/jobs/:job_id/messages',
  access: 'staff',
  summary: 'Answer a customer or a carrier',
  description:
    'Writes to one side of the job while a report is not decided, in its thread with the operator. The person sees it as from the company, and is told. Repeating the request with the same `message_id` sends once. A person who was erased is told nothing: the report ends.',
  params: JobParams,
  body: Type.Object(
    {
      message_id: Id('A new UUID, made by the client.'),
      to: Type.Enum(['customer', 'carrier'], { type: 'string' }),
      carrier_id: Type.Optional(
        Id('Of a carrier who has the job no longer, and wrote or was reported; without it the present one.'),
      ),
      told: Answer,
    },
    closed,
  ),
  answers: answers(theJob, refusals),
} as const satisfies AdminOperation

export const readConversationForStaff = {
  operationId: 'readConversationForStaff',
  method: 'GET',
  url: '/admin/v1/jobs/:job_id/conversation',
  access: 'staff',
  summary: 'Read what customer and carrier wrote each other',
  description:
    'Only while a report of the job is not decided, or a reported message is discussed, and only the talk with the carrier whom the report is about, also after another one has the job. The audit log records each reading. The threads with the operator are in `readJobForStaff`.',
  params: JobParams,
  answers: answers(
    {
      200: {
        description: 'The messages, the oldest first.',
        body: Type.Object({ messages: Type.Array(StaffMessage) }, closed),
      },
    },
    {
      404: '`not_found`.',
      409: '`wrong_state`: no report of the job waits for a decision, and no reported message is discussed.',
    },
  ),
} as const satisfies AdminOperation

export const jobConversationOperations = [answerPerson, readConversationForStaff] as const
