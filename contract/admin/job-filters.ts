import { type Static, Type } from 'typebox'
import { AppLine, Id, SentInstant } from '../app/common.ts'
import { jobStatuses, keyModes } from '../vocabulary.ts'

/** States of a job's money that a list can be filtered by. */
export const moneyFilters = ['held', 'captured', 'owed', 'refunded'] as const
export type MoneyFilter = (typeof moneyFilters)[number]

/** Whether something is wrong with a job: a report that waits for staff, any report, or a delivery in doubt. */
export const problemFilters = ['open', 'any', 'doubt'] as const
export type ProblemFilter = (typeof problemFilters)[number]

const filters = {
  status: Type.Optional(
    Type.Array(Type.Enum([...jobStatuses], { type: 'string' }), {
      minItems: 1,
      maxItems: jobStatuses.length,
      description: 'Only jobs with one of these statuses.',
    }),
  ),
  mode: Type.Optional(
    Type.Enum([...keyModes], { type: 'string', description: 'Only jobs of keys of this mode.' }),
  ),
  partner_id: Type.Optional(Id('Only jobs that a key of this partner created.')),
  carrier_id: Type.Optional(Id('Only jobs of the carrier with this account.')),
  customer_id: Type.Optional(Id('Only jobs of the customer with this account.')),
  created_from: Type.Optional(SentInstant('Only jobs created at or after this instant')),
  created_to: Type.Optional(SentInstant('Only jobs created before this instant')),
  updated_from: Type.Optional(SentInstant('Only jobs last changed at or after this instant')),
  updated_to: Type.Optional(SentInstant('Only jobs last changed before this instant')),
  pickup_town: Type.Optional(
    AppLine(1, 100, 'The complete name of the town, in upper or lower case, with or without accents.'),
  ),
  dropoff_town: Type.Optional(
    AppLine(1, 100, 'The complete name of the town, in upper or lower case, with or without accents.'),
  ),
  problem: Type.Optional(
    Type.Enum([...problemFilters], {
      type: 'string',
      description:
        '`open`: a report waits for a decision; `any`: there is a report, decided or not; `doubt`: the delivery was reported sooner than the trip can take, and the doubt has not ended.',
    }),
  ),
  money: Type.Optional(
    Type.Enum([...moneyFilters], {
      type: 'string',
      description:
        '`held`: held and not charged; `captured`: charged and not refunded completely; `owed`: due and not charged; `refunded`: refunded at least in part.',
    }),
  ),
}

/** The filters of a list, a view or an export of jobs. An absent filter is not applied. */
export const JobFilters = Type.Object(
  {
    ...filters,
    search: Type.Optional(
      AppLine(
        1,
        255,
        'The text to search for, recognised by its form: a job id; the short id in the link of a draft; a phone number with country code, also with spaces or as `0034…` (not for a `viewer`; the audit log records its last two digits); else an external reference or a town.',
      ),
    ),
  },
  { $id: 'JobFilters', additionalProperties: false },
)
export type JobFilters = Static<typeof JobFilters>
