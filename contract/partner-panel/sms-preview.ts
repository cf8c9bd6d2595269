import { Type } from 'typebox'
import { answers } from '../admin/common.ts'
import { AppLine, PersonLanguageChoice } from '../app/common.ts'
import type { PartnerPanelOperation } from '../operation.ts'

const SmsPreview = Type.Object(
  {
    language: PersonLanguageChoice,
    text: Type.String({ description: 'The text as a customer would read it. Its link opens no draft.' }),
    segments: Type.Integer({
      minimum: 1,
      maximum: 4,
      description: 'The number of parts of the SMS. The provider charges each of them as one SMS.',
    }),
    saved_segments: Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'The number of parts that are saved because accents were dropped (`SMS_PLAIN_LETTERS`).',
    }),
    encoding: Type.Enum(['gsm', 'ucs2'], { type: 'string' }),
    characters: Type.Integer({ minimum: 1 }),
    is_used: Type.Boolean({
      description:
        'True if customers of the partner get texts in this language. All languages are used if the phone number of the customer decides.',
    }),
  },
  { $id: 'SmsPreview', additionalProperties: false },
)

export const previewSms = {
  operationId: 'previewSms',
  method: 'GET',
  url: '/partner/v1/sms-preview',
  access: 'viewer',
  summary: 'Preview the SMS to a customer',
  description: 'The SMS in each language, written as for a real draft, for a sample job of this partner.',
  query: Type.Object({
    title: Type.Optional(AppLine(1, 200, 'The title of the sample job; a sofa by default.')),
    pickup_town: Type.Optional(AppLine(1, 80, 'The town of the pickup; Madrid by default.')),
    dropoff_town: Type.Optional(AppLine(1, 80, 'The town of the dropoff; Getafe by default.')),
  }),
  answers: answers({
    200: {
      description: 'The texts.',
      body: Type.Object({ messages: Type.Array(SmsPreview) }, { additionalProperties: false }),
    },
  }),
} as const satisfies PartnerPanelOperation

export const smsPreviewOperations = [previewSms] as const
