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
  description: 'Null for a job that was started in the app.',
})

/** A job in a list. */
export const ListedJob = Type.Object(
  {
    job_id: Id('The job.'),
    short_id: Type.String({ description: 'In the link of its draft.' }),
    status: Status,
    mode: Type.Enum([...keyModes], { type: 'string' }),
    external_reference: MaybeText('Of the partner.'),
    title: Type.String(),
    size: Type.Enum([...jobSizes], { type: 'string' }),
    partner: ListedPartner,
    customer: Party,
    customer_phone: MaybeText('Masked for a `viewer`; null once it has been deleted.'),
    carrier: Party,
    pickup_town: MaybeText('Town or postcode.'),
    dropoff_town: MaybeText('Town or postcode.'),
    distance_km: Type.Number(),
    total_cents: Cents('Price'),
    money: Type.Unsafe<(typeof moneyFilters)[number] | null>({
      type: ['string', 'null'],
      enum: [...moneyFilters, null],
      description: 'The first of `owed`, `refunded`, `captured`, `held` that fits; null for none.',
    }),
    open_problem: Type.Boolean({ description: 'A report waits for a decision.' }),
    hidden: Type.Boolean({ description: 'Left out of the feed, by staff or because nothing is held.' }),
    created_at: Instant('Created'),
    updated_at: Instant('Last changed'),
    expires_at: MaybeInstant('End of an unpaid draft'),
  },
  { $id: 'ListedJob', additionalProperties: false },
)
export type ListedJob = Static<typeof ListedJob>
