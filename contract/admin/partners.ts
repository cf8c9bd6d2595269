import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant, MaybeInstant } from '../app/common.ts'
import type { FieldCheck } from '../common.ts'
import type { AdminOperation } from '../operation.ts'
import { type PersonLanguage, personLanguages } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'

const SmsLanguage = Type.Unsafe<PersonLanguage | null>({
  type: ['string', 'null'],
  enum: [...personLanguages, null],
  description:
    'The language of the SMS to the customers of the partner; null: it depends on the phone number of the customer.',
})

const CompanyName = Type.Unsafe<string>({
  ...AppLine(
    1,
    60,
    'The name of the company, with which every SMS to its customers begins; one line without a link.',
  ),
  'x-check': 'company-name' satisfies FieldCheck,
})

const partnerFields = {
  partner_id: Id('The partner.'),
  company_name: Type.String(),
  sms_language: SmsLanguage,
  created_at: Instant('When the partner was added'),
  suspended_at: MaybeInstant(
    'When the partner was suspended; every key of it is refused',
    'if it is not suspended',
  ),
  usable_keys: Type.Integer({
    minimum: 0,
    description: 'The number of keys that are neither revoked nor expired.',
  }),
  last_used_at: MaybeInstant('When any of its keys was last used'),
  has_own_tariff: Type.Boolean({
    description: 'True if its jobs are priced by a tariff of this partner, and not by the general one.',
  }),
}

const PartnerSummary = Type.Object(partnerFields, { $id: 'PartnerSummary', additionalProperties: false })
export type PartnerSummary = Static<typeof PartnerSummary>

const Partner = Type.Object(
  {
    ...partnerFields,
    tariff: Type.Object(
      {
        tariff_id: Id('The version of the tariff that is in force now for this partner.'),
        is_own: Type.Boolean({
          description: 'True for a tariff of this partner; false for the general one.',
        }),
        next_starts_at: MaybeInstant(
          'When the next version that applies to this partner starts',
          'if none is planned',
        ),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Partner', additionalProperties: false },
)
export type Partner = Static<typeof Partner>

export const partnerParams = Type.Object({ partner_id: Id('The `partner_id` from `listPartners`.') })

const thePartner = { 200: { description: 'The partner.', body: Partner } }
const unknown = { 404: '`not_found`.' }

export const listPartners = {
  operationId: 'listPartners',
  method: 'GET',
  url: '/admin/v1/partners',
  access: 'viewer',
  summary: 'List the partners',
  description: 'The companies that hand over jobs, the newest first.',
  query: Type.Object({
    search: Type.Optional(AppLine(1, 60, 'A part of the company name, in upper or lower case.')),
    ...pageQuery(BeforeId),
  }),
  answers: answers({
    200: {
      description: 'A page of the partners.',
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
  summary: 'Read a partner',
  description: 'The partner, with the tariff by which its jobs are priced.',
  params: partnerParams,
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const createPartner = {
  operationId: 'createPartner',
  method: 'POST',
  url: '/admin/v1/partners',
  access: 'staff',
  summary: 'Add a partner',
  description: 'The new partner has no key; `issueKey` creates one.',
  body: Type.Object(
    {
      company_name: CompanyName,
      sms_language: Type.Optional(SmsLanguage),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers({ 201: { description: 'The added partner.', body: Partner } }),
} as const satisfies AdminOperation

export const renamePartner = {
  operationId: 'renamePartner',
  method: 'PUT',
  url: '/admin/v1/partners/:partner_id/company-name',
  access: 'staff',
  summary: 'Rename a partner',
  description: 'SMS begin with the new name on every node within 2 seconds.',
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
  description: 'The language takes effect on every node within 2 seconds.',
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
    'Every call with a key of the partner gets 403, on every node within 2 seconds. Repeating it changes nothing.',
  params: partnerParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(thePartner, unknown),
} as const satisfies AdminOperation

export const resumePartner = {
  operationId: 'resumePartner',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/resumption',
  access: 'staff',
  summary: 'End the suspension of a partner',
  description:
    'Calls with its keys are admitted again, on every node within 2 seconds. Repeating it changes nothing.',
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
