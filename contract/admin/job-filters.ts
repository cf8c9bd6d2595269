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
      description: 'One of these.',
    }),
  ),
  mode: Type.Optional(Type.Enum([...keyModes], { type: 'string', description: 'Of the key.' })),
  partner_id: Type.Optional(Id('The partner whose key created it.')),
  carrier_id: Type.Optional(Id('The account of its carrier.')),
  customer_id: Type.Optional(Id('The account of its customer.')),
  created_from: Type.Optional(SentInstant('Created not before')),
  created_to: Type.Optional(SentInstant('Created before')),
  updated_from: Type.Optional(SentInstant('Last changed not before')),
  updated_to: Type.Optional(SentInstant('Last changed before')),
  pickup_town: Type.Optional(AppLine(1, 100, 'Whole name; capitals and accents do not matter.')),
  dropoff_town: Type.Optional(AppLine(1, 100, 'Whole name; capitals and accents do not matter.')),
  problem: Type.Optional(
    Type.Enum([...problemFilters], {
      type: 'string',
      description:
        '`open`: a report waits for a decision; `any`: there is a report; `doubt`: a delivery is in doubt.',
    }),
  ),
  money: Type.Optional(
    Type.Enum([...moneyFilters], {
      type: 'string',
      description:
        '`held`; `captured`: taken, and not all given back; `owed`: due, and not taken; `refunded`: given back at least in part.',
    }),
  ),
}

/** Which jobs a list, a view or an export has. Absent members do not filter. */
export const JobFilters = Type.Object(
  {
    ...filters,
    search: Type.Optional(
      AppLine(
        1,
        255,
        'Recognised by its form: a job id, the short id of a draft link, a phone with its country code, also with spaces or as `0034…` (only from role `staff` on, and recorded in the audit log by its last two digits), else an external reference or a town.',
      ),
    ),
  },
  { $id: 'JobFilters', additionalProperties: false },
)
export type JobFilters = Static<typeof JobFilters>
