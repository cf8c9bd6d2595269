import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from '../app/common.ts'
import { Phone } from '../common.ts'
import type { AdminOperation } from '../operation.ts'
import { keyModes, providerKinds } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery } from './common.ts'
import { checkMembers } from './health.ts'

const ms = Type.Integer({ minimum: 0, description: 'Time it took, in milliseconds.' })

const providerMembers = {
  kind: Type.Enum([...providerKinds], { type: 'string' }),
  name: Type.String({ minLength: 1, maxLength: 50, description: 'In the settings.' }),
}

const ChosenProvider = Type.Object(providerMembers, { $id: 'ChosenProvider', additionalProperties: false })
export type ChosenProvider = Static<typeof ChosenProvider>

export const listProviders = {
  operationId: 'listProviders',
  method: 'GET',
  url: '/admin/v1/providers',
  access: 'viewer',
  summary: 'The providers that are chosen',
  description:
    'Geocoders and routers in the order in which they are asked. `listProviderActivity` has their calls.',
  answers: answers({
    200: {
      description: 'Each provider.',
      body: Type.Object(
        {
          providers: Type.Array(ChosenProvider),
          sends_texts: Type.Boolean({
            description: 'Texts leave this machine; otherwise `listKeptTexts` shows them.',
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
    'One real call that changes nothing and tells nothing of a customer: a public address, a trip between two cities, a question to the processor, a photo that is deleted again. Of an SMS provider only the settings are checked: `sendTestText` sends one. At most 20 s, and 10 a minute.',
  params: Type.Object(providerMembers),
  answers: answers({ 200: { description: 'What came of it.', body: TestedProvider } }),
} as const satisfies AdminOperation

export const sendTestText = {
  operationId: 'sendTestText',
  method: 'POST',
  url: '/admin/v1/texts/test',
  access: 'staff',
  summary: 'Send a test text',
  description:
    'To a number of yours, with the SMS provider. Counts against the daily cap of the number; besides, 3 a minute and 50 a day for all members. The number is not stored: the audit log keeps its last two digits.',
  body: Type.Object({ phone: Phone('E.164, with country code.') }, { additionalProperties: false }),
  answers: answers(
    {
      200: {
        description: 'What the provider said. `kept`: it delivers nothing, so the text is gone.',
        body: Type.Object(
          {
            outcome: Type.Enum(['accepted', 'kept', 'refused', 'unknown'], { type: 'string' }),
            cause: MaybeText('What the provider said; null when it accepted the text.'),
            ms,
          },
          { additionalProperties: false },
        ),
      },
    },
    { 409: '`wrong_state`: the cap of the number, or that of the day, is reached.' },
  ),
} as const satisfies AdminOperation

const KeptText = Type.Object(
  {
    sms_id: Id('The text.'),
    kind: Type.Enum(['draft', 'code', 'notice'], { type: 'string' }),
    mode: Type.Enum([...keyModes], { type: 'string' }),
    to_phone: Type.String({ description: 'Masked for a `viewer`.' }),
    body: MaybeText(
      'The text; phones in it are masked for a `viewer`. Null for a sign-in code, which only an `owner` reads, and for one that was used or has expired.',
    ),
    job_id: Type.Union([Id('The job that it is about.'), Type.Null()]),
    created_at: Instant('Made'),
  },
  { $id: 'KeptText', additionalProperties: false },
)
export type KeptText = Static<typeof KeptText>

export const listKeptTexts = {
  operationId: 'listKeptTexts',
  method: 'GET',
  url: '/admin/v1/texts/kept',
  access: 'viewer',
  summary: 'Texts that stayed on this machine',
  description: 'Newest first, a page at a time. Empty when an SMS provider is chosen that delivers.',
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers({
    200: {
      description: 'A page.',
      body: Type.Object({ texts: Type.Array(KeptText), ...pageMembers }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const providerOperations = [listProviders, testProvider, sendTestText, listKeptTexts] as const
