import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from '../app/common.ts'
import { Phone } from '../common.ts'
import type { AdminOperation } from '../operation.ts'
import { keyModes, providerKinds } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery } from './common.ts'
import { checkMembers } from './health.ts'

const ms = Type.Integer({ minimum: 0, description: 'Duration of the call, in milliseconds.' })

const providerMembers = {
  kind: Type.Enum([...providerKinds], { type: 'string' }),
  name: Type.String({ minLength: 1, maxLength: 50, description: 'Its name in the settings.' }),
}

const ChosenProvider = Type.Object(providerMembers, { $id: 'ChosenProvider', additionalProperties: false })
export type ChosenProvider = Static<typeof ChosenProvider>

export const listProviders = {
  operationId: 'listProviders',
  method: 'GET',
  url: '/admin/v1/providers',
  access: 'viewer',
  summary: 'List the chosen providers',
  description:
    'Geocoders and routers in the order in which they are asked. `listProviderActivity` has their calls.',
  answers: answers({
    200: {
      description: 'The chosen providers.',
      body: Type.Object(
        {
          providers: Type.Array(ChosenProvider),
          sends_texts: Type.Boolean({
            description:
              'True if the chosen SMS provider delivers texts; if false, `listKeptTexts` shows them.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

const TestedProvider = Type.Object(
  { ...providerMembers, ...checkMembers, ms },
  { $id: 'TestedProvider', additionalProperties: false },
)
export type TestedProvider = Static<typeof TestedProvider>

export const testProvider = {
  operationId: 'testProvider',
  method: 'POST',
  url: '/admin/v1/providers/:kind/:name/test',
  access: 'staff',
  summary: 'Test a provider',
  description:
    'Makes one real call that changes nothing and sends no data of a customer: a public address, a trip between two cities, a read request to the processor, or a photo that is deleted at once. Of an SMS provider only the settings are checked; `sendTestText` sends a text. A test takes at most 20 s; at most 10 a minute.',
  params: Type.Object(providerMembers),
  answers: answers({ 200: { description: 'The result of the test.', body: TestedProvider } }),
} as const satisfies AdminOperation

export const sendTestText = {
  operationId: 'sendTestText',
  method: 'POST',
  url: '/admin/v1/texts/test',
  access: 'staff',
  summary: 'Send a test text',
  description:
    'Sends a text to a number of the member with the chosen SMS provider. It counts against the daily cap of the number; at most 3 a minute, and 50 a day by all members together. The number is not stored; the audit log has its last two digits.',
  body: Type.Object(
    { phone: Phone('A phone number in E.164 format, with country code.') },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description:
          'The result. `not_delivered`: the chosen provider sends nothing (the outbox); a test text is not stored either.',
        body: Type.Object(
          {
            outcome: Type.Enum(['accepted', 'not_delivered', 'refused', 'unknown'], { type: 'string' }),
            cause: MaybeText(
              'Why the provider refused the text or its answer is unknown; null if it was accepted or not delivered.',
            ),
            ms,
          },
          { additionalProperties: false },
        ),
      },
    },
    { 409: '`wrong_state`: the daily cap of this number, or of all test texts, is reached.' },
  ),
} as const satisfies AdminOperation

const KeptText = Type.Object(
  {
    sms_id: Id('The text.'),
    kind: Type.Enum(['draft', 'code', 'notice'], { type: 'string' }),
    mode: Type.Enum([...keyModes], { type: 'string' }),
    to_phone: Type.String({ description: 'The phone number; masked for a `viewer`.' }),
    body: MaybeText(
      'The text; phone numbers in it are masked for a `viewer`. The text of a sign-in code is null unless the member is an `owner`, and for everybody after the code was used or has expired.',
    ),
    job_id: Type.Union([Id('The job of the text; null for a text without a job.'), Type.Null()]),
    created_at: Instant('When the text was written'),
  },
  { $id: 'KeptText', additionalProperties: false },
)
export type KeptText = Static<typeof KeptText>

export const listKeptTexts = {
  operationId: 'listKeptTexts',
  method: 'GET',
  url: '/admin/v1/texts/kept',
  access: 'viewer',
  summary: 'List the texts that were stored instead of sent',
  description: 'The newest first. Empty if the chosen SMS provider delivers texts.',
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers({
    200: {
      description: 'A page of the texts.',
      body: Type.Object({ texts: Type.Array(KeptText), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const providerOperations = [listProviders, testProvider, sendTestText, listKeptTexts] as const
