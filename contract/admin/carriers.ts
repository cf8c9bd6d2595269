import { type Static, Type } from 'typebox'
import {
  Cents,
  Id,
  Instant,
  MaybeInstant,
  MaybeText,
  PersonLanguageChoice,
  Point,
  Rating,
} from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { carrierStatuses, jobSizes } from '../vocabulary.ts'
import { answers, BeforeSearchPlace, pageMembers, pageQuery, Told } from './common.ts'
import { AccountParams, filterText, JobStatusChoice, PersonRating, ShownPhone } from './people.ts'

const Status = Type.Enum([...carrierStatuses], { type: 'string' })
const VehicleSize = Type.Enum([...jobSizes], {
  type: 'string',
  description: 'The largest size of a job that fits into the vehicle.',
})

export const documentFilters = ['missing', 'waiting', 'expiring'] as const
export type DocumentFilter = (typeof documentFilters)[number]

const listed = {
  account_id: Id('The carrier.'),
  name: Type.String({ description: 'The name; empty after the account was erased.' }),
  phone: ShownPhone,
  status: Status,
  status_changed_at: Instant('When the carrier got this status'),
  vehicle_size: VehicleSize,
  vehicle: Type.String(),
  base_place: Type.String({ description: 'The town of the base.' }),
  radius_km: Type.Number(),
  account_suspended_at: MaybeInstant(
    'When the whole account was suspended, as a customer too',
    'if it is not suspended',
  ),
}

const ListedCarrier = Type.Object(listed, { $id: 'ListedCarrier', additionalProperties: false })
export type ListedCarrier = Static<typeof ListedCarrier>

const CarrierFilters = Type.Object(
  {
    status: Type.Optional(Status),
    vehicle_size: Type.Optional(VehicleSize),
    town: filterText('A part of the town of the base.'),
    name: filterText('A part of the name.'),
    plate: filterText(
      'The whole registration plate. Case, spaces and hyphens do not matter. Not for a `viewer`; the audit log records the member and the carriers that were found.',
    ),
    documents: Type.Optional(
      Type.Enum([...documentFilters], {
        type: 'string',
        description:
          '`missing`: a required kind has no valid document, or the carrier has no valid document at all; `waiting`: a document waits for a decision; `expiring`: an accepted document has ended or ends within 30 days.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const listCarriers = {
  operationId: 'listCarriers',
  method: 'POST',
  url: '/admin/v1/carriers/list',
  access: 'viewer',
  summary: 'List the carriers',
  description:
    'The latest change of status first. Erased accounts are left out. The operation changes nothing; it is a POST because a name and a plate must not be in a URL. At most 20 searches for a plate a minute, together with searches for a phone number; the audit log records each once for its pages, with the carriers on all of them.',
  body: Type.Object(
    { filters: Type.Optional(CarrierFilters), ...pageQuery(BeforeSearchPlace) },
    { additionalProperties: false },
  ),
  answers: answers({
    200: {
      description: 'The carriers.',
      body: Type.Object(
        {
          carriers: Type.Array(ListedCarrier),
          ...pageMembers,
          count: Type.Integer({
            minimum: 0,
            maximum: 1_000,
            description: 'The number of carriers on all pages; 1,000 means 1,000 or more.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

const Strike = Type.Object(
  {
    job_id: Id('The job of the strike.'),
    title: Type.String(),
    at: Instant('When the strike was recorded'),
    reason: MaybeText(
      'The reason of the cancellation: of the carrier who gave the job back, or of the customer who cancelled for a carrier fault.',
    ),
  },
  { additionalProperties: false },
)

const OpenJob = Type.Object(
  {
    job_id: Id('The job.'),
    title: Type.String(),
    status: JobStatusChoice,
    accepted_at: MaybeInstant('When the carrier accepted it'),
    collected_at: MaybeInstant('When the carrier collected it'),
    delivered_at: MaybeInstant('When the carrier reported the delivery'),
  },
  { additionalProperties: false },
)

const PayoutAccount = Type.Object(
  {
    processor: Type.String(),
    ready: Type.Boolean({ description: 'False while the processor still needs data of the carrier.' }),
    created_at: Instant('When the carrier started to set it up'),
  },
  { additionalProperties: false },
)

const CarrierForStaff = Type.Object(
  {
    ...listed,
    plate: MaybeText('The registration plate as it was typed; dots for a `viewer`; null without one.'),
    language: PersonLanguageChoice,
    plate_changed: Type.Boolean({
      description: 'True if the plate was changed after the last approval or `reviewCarrierChanges`.',
    }),
    status_reason: MaybeText('The reason that the carrier got with the status; null without one.'),
    updated_at: Instant(
      'When the carrier last saved the profile or changed a photo. Send it with an approval, which is refused if the profile was saved since',
    ),
    created_at: Instant('When the person signed up as a carrier'),
    base_address: Type.String(),
    base: Point,
    rating: Rating,
    ratings: Type.Array(PersonRating, { description: 'The last 20 ratings by customers.' }),
    strikes_30_days: Type.Integer({
      minimum: 0,
      description: 'The number of strikes in the last 30 days; the third suspends the carrier.',
    }),
    strikes: Type.Array(Strike, { description: 'The last 20 strikes.' }),
    payout_accounts: Type.Array(PayoutAccount),
    earnings: Type.Object(
      {
        expected_cents: Cents(
          'The share of the carrier in accepted jobs; their customers are charged on delivery',
        ),
        owed_cents: Type.Integer({ description: 'Earned and not transferred yet, in euro cents.' }),
        parked_cents: Cents(
          'The part of `owed_cents` that waits without a date: no payout account is ready, or the money of the job is blocked',
        ),
        paid_cents: Cents('The sum of all transfers'),
      },
      { additionalProperties: false },
    ),
    open_jobs: Type.Array(OpenJob, { description: 'The last 20 jobs that are accepted and not finished.' }),
    open_jobs_count: Type.Integer({ minimum: 0 }),
  },
  { $id: 'CarrierForStaff', additionalProperties: false },
)
export type CarrierForStaff = Static<typeof CarrierForStaff>

const url = '/admin/v1/carriers/:account_id'

export const readCarrierForStaff = {
  operationId: 'readCarrierForStaff',
  method: 'GET',
  url,
  access: 'viewer',
  summary: 'Read a carrier',
  description: 'The submitted profile, and the history of the carrier.',
  params: AccountParams,
  answers: answers({ 200: { description: 'The carrier.', body: CarrierForStaff } }),
} as const satisfies AdminOperation

const seen = {
  updated_at: Type.String({
    format: 'date-time',
    description:
      'The `updated_at` of the carrier as it was read. If the profile was saved since, the decision is refused.',
  }),
}

const decided = answers(
  {
    200: { description: 'The carrier with the decision; the carrier gets a notice.', body: CarrierForStaff },
  },
  {
    409: '`wrong_state`: the status does not allow the decision, the profile was saved since it was read, or a required document is missing.',
  },
)

export const approveCarrier = {
  operationId: 'approveCarrier',
  method: 'POST',
  url: `${url}/approval`,
  access: 'staff',
  summary: 'Let a carrier accept jobs',
  description: 'For a carrier with the status `pending` or `rejected`. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ ...seen, told: Type.Optional(Told) }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const rejectCarrier = {
  operationId: 'rejectCarrier',
  method: 'POST',
  url: `${url}/rejection`,
  access: 'staff',
  summary: 'Reject a carrier',
  description:
    'For a carrier with the status `pending`, who can apply again by saving the profile. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ told: Told }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const suspendCarrier = {
  operationId: 'suspendCarrier',
  method: 'POST',
  url: `${url}/suspension`,
  access: 'staff',
  summary: 'Stop a carrier from accepting jobs',
  description:
    'For a carrier with the status `pending` or `approved`, who keeps the jobs already accepted. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ told: Told }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const resumeCarrier = {
  operationId: 'resumeCarrier',
  method: 'POST',
  url: `${url}/resumption`,
  access: 'staff',
  summary: 'Let a suspended carrier accept jobs again',
  description: 'The carrier is approved again. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ ...seen, told: Told }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const reviewCarrierChanges = {
  operationId: 'reviewCarrierChanges',
  method: 'POST',
  url: `${url}/review`,
  access: 'staff',
  summary: 'Say that the changes since the approval were seen',
  description:
    'Photos and plate that were changed until `updated_at` are not marked as changed any more; later ones still are. The carrier is not told. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object(
    {
      updated_at: Type.String({
        format: 'date-time',
        description: 'The `updated_at` that was read with what was seen; the earlier one of two.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: answers({ 200: { description: 'The carrier.', body: CarrierForStaff } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const carrierOperations = [
  listCarriers,
  readCarrierForStaff,
  approveCarrier,
  rejectCarrier,
  suspendCarrier,
  resumeCarrier,
  reviewCarrierChanges,
] as const
