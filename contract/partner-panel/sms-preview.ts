import { Type } from 'typebox'
import { answers } from '../admin/common.ts'
import { AppLine, LanguageChoice } from '../app/common.ts'
import type { PartnerPanelOperation } from '../operation.ts'

const SmsPreview = Type.Object(
  {
    language: LanguageChoice,
    text: Type.String({ description: 'As a customer would read it. The link leads nowhere.' }),
    segments: Type.Integer({
      minimum: 1,
      maximum: 4,
      description: 'Parts of the SMS. The provider charges each of them as one SMS.',
    }),
    saved_segments: Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'How many more there would be with the accents that were dropped (`SMS_PLAIN_LETTERS`).',
    }),
    encoding: Type.Enum(['gsm', 'ucs2'], { type: 'string' }),
    characters: Type.Integer({ minimum: 1 }),
    is_used: Type.Boolean({
      description:
        'Whether customers get it: both can be true when the phone of the customer decides on the language.',
    }),
  },
  { $id: 'SmsPreview', additionalProperties: false },
)

export const previewSms = {
  operationId: 'previewSms',
  method: 'GET',
  url: '/partner/v1/sms-preview',
  access: 'viewer',
  summary: 'The text that a customer gets',
  description: 'Composed as for a real draft, in each language, for a sample job of this partner.',
  query: Type.Object({
    title: Type.Optional(AppLine(1, 200, 'Of the sample job; by default a sofa.')),
    pickup_town: Type.Optional(AppLine(1, 80, 'By default Madrid.')),
    dropoff_town: Type.Optional(AppLine(1, 80, 'By default Getafe.')),
  }),
  answers: answers({
    200: {
      description: 'The texts.',
      body: Type.Object({ messages: Type.Array(SmsPreview) }, { additionalProperties: false }),
    },
  }),
} as const satisfies PartnerPanelOperation

export const smsPreviewOperations = [previewSms] as const
