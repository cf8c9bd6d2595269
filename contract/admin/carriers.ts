import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, LanguageChoice, MaybeInstant, MaybeText, Point, Rating } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { carrierStatuses, jobSizes } from '../vocabulary.ts'
import { answers, BeforePlace, pageMembers, pageQuery, Told } from './common.ts'
import { AccountParams, filterText, JobStatusChoice, PersonRating, ShownPhone } from './people.ts'

const Status = Type.Enum([...carrierStatuses], { type: 'string' })
const VehicleSize = Type.Enum([...jobSizes], {
  type: 'string',
  description: 'The largest size of a job that fits.',
})

export const documentFilters = ['missing', 'waiting', 'expiring'] as const
export type DocumentFilter = (typeof documentFilters)[number]

const listed = {
  account_id: Id('The carrier.'),
  name: Type.String({ description: 'Empty once the account is erased.' }),
  phone: ShownPhone,
  status: Status,
  status_changed_at: Instant('It has this status since'),
  vehicle_size: VehicleSize,
  vehicle: Type.String(),
  base_place: Type.String({ description: 'Town of the base.' }),
  radius_km: Type.Number(),
  account_suspended_at: MaybeInstant('The whole account was suspended, as a customer too'),
}

const ListedCarrier = Type.Object(listed, { $id: 'ListedCarrier', additionalProperties: false })
export type ListedCarrier = Static<typeof ListedCarrier>

export const listCarriers = {
  operationId: 'listCarriers',
  method: 'GET',
  url: '/admin/v1/carriers',
  access: 'viewer',
  summary: 'The carriers',
  description: 'The latest change of status first. Erased accounts are left out.',
  query: Type.Object({
    status: Type.Optional(Status),
    vehicle_size: Type.Optional(VehicleSize),
    town: filterText('A part of the town of the base.'),
    name: filterText('A part of the name.'),
    documents: Type.Optional(
      Type.Enum([...documentFilters], {
        type: 'string',
        description:
          '`missing`: no valid one of a kind that the operator needs, or no valid one at all; `waiting`: one waits; `expiring`: an accepted one has ' +
          'ended or ends within 30 days.',
      }),
    ),
    ...pageQuery(BeforePlace),
  }),
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
            description: 'How many the filters let through, on all pages; 1,000 means 1,000 or more.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

const Strike = Type.Object(
  {
    job_id: Id('The job that was given back.'),
    title: Type.String(),
    at: Instant('Given back'),
    reason: MaybeText('What the carrier wrote.'),
  },
  { additionalProperties: false },
)

const OpenJob = Type.Object(
  {
    job_id: Id('The job.'),
    title: Type.String(),
    status: JobStatusChoice,
    accepted_at: MaybeInstant('Accepted'),
    collected_at: MaybeInstant('Collected'),
    delivered_at: MaybeInstant('Delivered, in the words of the carrier'),
  },
  { additionalProperties: false },
)

const PayoutAccount = Type.Object(
  {
    processor: Type.String(),
    ready: Type.Boolean({ description: 'False while the processor still asks the carrier for something.' }),
    created_at: Instant('The carrier began'),
  },
  { additionalProperties: false },
)

const CarrierForStaff = Type.Object(
  {
    ...listed,
    language: LanguageChoice,
    status_reason: MaybeText('What the carrier was told with the status.'),
    updated_at: Instant('Last saved; sent back with a decision, so that nothing unseen is approved'),
    created_at: Instant('Signed up as a carrier'),
    base_address: Type.String(),
    base: Point,
    rating: Rating,
    ratings: Type.Array(PersonRating, { description: 'By customers, the last 20.' }),
    strikes_30_days: Type.Integer({ minimum: 0, description: 'The third suspends the carrier.' }),
    strikes: Type.Array(Strike, { description: 'The last 20.' }),
    payout_accounts: Type.Array(PayoutAccount),
    earnings: Type.Object(
      {
        expected_cents: Cents('Of accepted jobs; charged to the customer on delivery'),
        owed_cents: Type.Integer({ description: 'Booked and not paid yet, in euro cents.' }),
        parked_cents: Cents(
          'The part of it that waits without a date: no payout account is ready, or the job is blocked',
        ),
        paid_cents: Cents('Paid'),
      },
      { additionalProperties: false },
    ),
    open_jobs: Type.Array(OpenJob, { description: 'Accepted and not finished, the last 20.' }),
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
  summary: 'One carrier',
  description: 'What was submitted, and what happened since.',
  params: AccountParams,
  answers: answers({ 200: { description: 'The carrier.', body: CarrierForStaff } }),
} as const satisfies AdminOperation

const seen = {
  updated_at: Type.String({
    format: 'date-time',
    description: '`updated_at` of the carrier that was read; a carrier saved since is not approved.',
  }),
}

const decided = answers(
  { 200: { description: 'The carrier, who gets a notice.', body: CarrierForStaff } },
  {
    409: '`wrong_state`: the status does not allow it, or the carrier was saved since, or a document is missing.',
  },
)

export const approveCarrier = {
  operationId: 'approveCarrier',
  method: 'POST',
  url: `${url}/approval`,
  access: 'staff',
  summary: 'Let a carrier accept jobs',
  description: 'A carrier who waits, or who was rejected. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ ...seen, told: Type.Optional(Told) }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const rejectCarrier = {
  operationId: 'rejectCarrier',
  method: 'POST',
  url: `${url}/rejection`,
  access: 'staff',
  summary: 'Turn a carrier down',
  description:
    'A carrier who waits. The carrier can apply again by saving the profile. Repeating it changes nothing.',
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
    'A carrier who waits or is approved. The carrier keeps the jobs already accepted. Repeating it changes nothing.',
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

export const carrierOperations = [
  listCarriers,
  readCarrierForStaff,
  approveCarrier,
  rejectCarrier,
  suspendCarrier,
  resumeCarrier,
] as const
