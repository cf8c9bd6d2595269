import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import { Status } from '../common.ts'
import { jobSizes, keyModes } from '../vocabulary.ts'
import { moneyFilters } from './job-filters.ts'

const Party = Type.Unsafe<{ account_id: string; name: string | null } | null>({
  type: ['object', 'null'],
  properties: { account_id: { type: 'string', format: 'uuid' }, name: { type: ['string', 'null'] } },
  required: ['account_id', 'name'],
  additionalProperties: false,
})

const ListedPartner = Type.Unsafe<{ partner_id: string; company_name: string } | null>({
  type: ['object', 'null'],
  properties: { partner_id: { type: 'string', format: 'uuid' }, company_name: { type: 'string' } },
  required: ['partner_id', 'company_name'],
  additionalProperties: false,
  description: 'The partner that created the job; null for a job that was started in the app.',
})

/** A job in a list. */
export const ListedJob = Type.Object(
  {
    job_id: Id('The job.'),
    short_id: Type.String({ description: 'The short id, as in the link of its draft.' }),
    status: Status,
    mode: Type.Enum([...keyModes], { type: 'string' }),
    external_reference: MaybeText('The `external_reference` of the partner; null without one.'),
    title: Type.String(),
    size: Type.Enum([...jobSizes], { type: 'string' }),
    partner: ListedPartner,
    customer: Party,
    customer_phone: MaybeText(
      'The phone number of the customer; masked for a `viewer`, null after it was deleted.',
    ),
    carrier: Party,
    pickup_town: MaybeText('The town or the postcode.'),
    dropoff_town: MaybeText('The town or the postcode.'),
    distance_km: Type.Number(),
    total_cents: Cents('The price'),
    money: Type.Unsafe<(typeof moneyFilters)[number] | null>({
      type: ['string', 'null'],
      enum: [...moneyFilters, null],
      description:
        'The state of the money: the first of `owed`, `refunded`, `captured`, `held` that applies; null if none applies.',
    }),
    open_problem: Type.Boolean({ description: 'True if a reported problem waits for a decision.' }),
    hidden: Type.Boolean({
      description:
        'True if the job is not in the feed, because staff hid it or because its money is not held.',
    }),
    created_at: Instant('When the job was created'),
    updated_at: Instant('When the job last changed'),
    expires_at: MaybeInstant('When the draft expires', 'for a job that is not a draft'),
  },
  { $id: 'ListedJob', additionalProperties: false },
)
export type ListedJob = Static<typeof ListedJob>
