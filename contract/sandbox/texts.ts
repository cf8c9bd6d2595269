import { type Static, Type } from 'typebox'
import { errorAnswer } from '../answers.ts'
import { JobId } from '../common.ts'
import { everywhereInSandbox, Instant, noJob, nullable } from './answers.ts'
import { worldHeaders } from './header.ts'
import type { SandboxOperation } from './operation.ts'
import { textsAnswer } from './samples.ts'

const SmsStatus = Type.Enum(['pending', 'sending', 'sent', 'failed', 'unknown'], {
  $id: 'SmsStatus',
  type: 'string',
  description: '`pending`: tried again later. `unknown`: no answer came from the provider.',
})

const Sms = Type.Object(
  {
    job_id: JobId,
    to: Type.String(),
    kind: Type.String({
      description:
        '`draft`: the link for the customer; `code`: the code of a sign-in; `notice`: news of the job.',
    }),
    body: Type.String(),
    link: nullable('string', { description: 'The link in the SMS, if there is one.' }),
    code: nullable('string', {
      description:
        'The code in the SMS, if there is one. A customer of the sandbox gets it; it signs nobody in.',
    }),
    status: SmsStatus,
    created_at: Instant('When it was written'),
  },
  { $id: 'Sms' },
)
export type Sms = Static<typeof Sms>

export const listTexts = {
  operationId: 'listTexts',
  tag: 'World',
  method: 'GET',
  url: '/sandbox/v1/sms',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Read the SMS',
  description:
    'The newest 100 SMS about the jobs of this world, the newest first. None was handed to a provider.',
  query: Type.Object({ job_id: Type.Optional(JobId) }),
  answers: {
    ...everywhereInSandbox,
    200: {
      description: 'The SMS.',
      body: Type.Object({ sms: Type.Array(Sms) }),
      examples: { texts: textsAnswer },
    },
    404: errorAnswer('`not_found`: `job_id` names no job of this world, or a draft that was deleted.', {
      noJob,
    }),
  },
} as const satisfies SandboxOperation
