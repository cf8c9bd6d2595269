import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from '../app/common.ts'
import { jobStatuses } from '../vocabulary.ts'

/** The phone of a person, masked for some roles. */
export const ShownPhone = MaybeText(
  'The verified phone number. A `viewer` sees the country code and the last three digits. Null after the account was erased.',
)

/** The text of a filter: one line. */
export const filterText = (description: string, maxLength = 80) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$', description }))

export const AccountParams = Type.Object({ account_id: Id('The account of the person.') })

export const PersonRating = Type.Object(
  {
    job_id: Id('The job.'),
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: MaybeText('The comment; null without one.'),
    created_at: Instant('When the rating was given'),
  },
  { $id: 'PersonRating', additionalProperties: false },
)
export type PersonRating = Static<typeof PersonRating>

export const JobStatusChoice = Type.Enum([...jobStatuses], { type: 'string' })
