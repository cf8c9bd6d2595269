import { type TProperties, Type } from 'typebox'
import { Id, SentInstant } from '../../app/common.ts'
import { answers } from '../common.ts'

export const closed = { additionalProperties: false } as const

const maybe = <const Members extends TProperties>(members: Members, description: string) => {
  const { properties, required } = Type.Object(members)
  return { type: ['object', 'null'], properties, required, ...closed, description }
}

/** The job of an amount. */
export const MaybeJob = Type.Unsafe<{ job_id: string; title: string } | null>(
  maybe(
    { job_id: Id('The job.'), title: Type.String() },
    'The job of the amount; null for a top-up, and after the draft was deleted.',
  ),
)

export const MaybePartner = Type.Unsafe<{ partner_id: string; company_name: string } | null>(
  maybe(
    { partner_id: Id('The partner.'), company_name: Type.String() },
    'The partner that handed over the job; null for a top-up, and for a job that was started in the app.',
  ),
)

/** A person, by name only: lists of money show no phone. */
export type Person = { account_id: string; name: string | null }

export const person = { account_id: Id('The account.'), name: Type.Union([Type.String(), Type.Null()]) }

export const MaybePerson = (description: string) => Type.Unsafe<Person | null>(maybe(person, description))

const amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description }))

export const amountFilters = {
  min_cents: amount('Only amounts of at least this, in euro cents.'),
  max_cents: amount('Only amounts of at most this, in euro cents.'),
}

/** The filters of every list of money. */
export const moneyFilters = {
  job_id: Type.Optional(Id('Only rows of this job.')),
  partner_id: Type.Optional(Id('Only rows of jobs that this partner handed over.')),
  from: Type.Optional(SentInstant('Only rows at or after this instant')),
  to: Type.Optional(SentInstant('Only rows before this instant')),
  ...amountFilters,
}

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The place of a row in a list by time: microseconds and id. */
export const Place = Type.String({
  pattern: `^[0-9]{1,17}~${uuid}$`,
  description: 'The `next` of the previous page.',
})

export const downloads = ['text/csv'] as const

/** The description of every file. */
export const fileDescription =
  'A CSV file with every row that matches the filters, in the order of the list. Cells that a spreadsheet would run as a formula begin with an apostrophe. At most twelve files a minute.'

export const fileAnswers = answers({ 200: { description: 'The file.', body: null } })
