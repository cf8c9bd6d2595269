import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant, MaybeInstant } from '../app/common.ts'
import type { FieldCheck } from '../common.ts'
import type { AdminOperation } from '../operation.ts'
import { type Language, languages } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'

const SmsLanguage = Type.Unsafe<Language | null>({
  type: ['string', 'null'],
  enum: [...languages, null],
  description: "Language of the SMS to the partner's customers; null: by the customer's phone number.",
})

const CompanyName = Type.Unsafe<string>({
  ...AppLine(1, 60, 'Opens every SMS to a customer; one line without a link.'),
  'x-check': 'company-name' satisfies FieldCheck,
})

const partnerFields = {
  partner_id: Id('The partner.'),
  company_name: Type.String(),
  sms_language: SmsLanguage,
  created_at: Instant('Added'),
  suspended_at: MaybeInstant('Suspended: every key of the partner is refused'),
  usable_keys: Type.Integer({ minimum: 0, description: 'Keys that are neither revoked nor expired.' }),
  last_used_at: MaybeInstant('When any of its keys was last used'),
  has_own_tariff: Type.Boolean({ description: 'Its jobs are not priced by the general tariff.' }),
}

const PartnerSummary = Type.Object(partnerFields, { $id: 'PartnerSummary', additionalProperties: false })
export type PartnerSummary = Static<typeof PartnerSummary>

const Partner = Type.Object(
  {
    ...partnerFields,
    tariff: Type.Object(
      {
        tariff_id: Id('In force now for this partner.'),
        is_own: Type.Boolean({ description: 'Made for this partner; false: the general one.' }),
        next_starts_at: MaybeInstant('When the next tariff that may apply starts'),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Partner', additionalProperties: false },
)
export type Partner = Static<typeof Partner>

export const partnerParams = Type.Object({ partner_id: Id('Of `listPartners`.') })

const thePartner = { 200: { description: 'The partner.', body: Partner } }
const unknown = { 404: '`not_found`.' }

export const listPartners = {
  operationId: 'listPartners',
  method: 'GET',
  url: '/admin/v1/partners',
  access: 'viewer',
  summary: 'Partners',
  description: 'The companies that hand over jobs, newest first.',
  query: Type.Object({
    search: Type.Optional(AppLine(1, 60, 'A part of the company name, in any case.')),
    ...pageQuery(BeforeId),
  }),
  answers: answers({
    200: {
      description: 'A page.',
      body: Type.Object(
        {
          partners: Type.Array(PartnerSummary),
          ...pageMembers,
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const readPartner = {
  operationId: 'readPartner',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id',
  access: 'viewer',
  summary: 'A partner',
  description: 'With the tariff that its jobs are priced by.',
  params: partnerParams,
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const createPartner = {
  operationId: 'createPartner',
  method: 'POST',
  url: '/admin/v1/partners',
  access: 'staff',
  summary: 'Add a partner',
  description: 'It has no key yet: `issueKey` makes one.',
  body: Type.Object(
    {
      company_name: CompanyName,
      sms_language: Type.Optional(SmsLanguage),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers({ 201: { description: 'Added.', body: Partner } }),
} as const satisfies AdminOperation

export const renamePartner = {
  operationId: 'renamePartner',
  method: 'PUT',
  url: '/admin/v1/partners/:partner_id/company-name',
  access: 'staff',
  summary: 'Rename a partner',
  description: 'SMS open with the new name on every node within 2 seconds.',
  params: partnerParams,
  body: Type.Object({ company_name: CompanyName, reason: Reason }, { additionalProperties: false }),
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const setPartnerSmsLanguage = {
  operationId: 'setPartnerSmsLanguage',
  method: 'PUT',
  url: '/admin/v1/partners/:partner_id/sms-language',
  access: 'staff',
  summary: "Set the language of a partner's SMS",
  description: 'Counts on every node within 2 seconds.',
  params: partnerParams,
  body: Type.Object({ sms_language: SmsLanguage, reason: Reason }, { additionalProperties: false }),
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const suspendPartner = {
  operationId: 'suspendPartner',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/suspension',
  access: 'staff',
  summary: 'Suspend a partner',
  description:
    'Every key of the partner gets 403, on every node within 2 seconds. Repeating it changes nothing.',
  params: partnerParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const resumePartner = {
  operationId: 'resumePartner',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/resumption',
  access: 'staff',
  summary: 'Let a suspended partner in',
  description: 'Its keys work again within 2 seconds. Repeating it changes nothing.',
  params: partnerParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const partnerAdminOperations = [
  listPartners,
  readPartner,
  createPartner,
  renamePartner,
  setPartnerSmsLanguage,
  suspendPartner,
  resumePartner,
] as const
