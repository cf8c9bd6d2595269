import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from '../app/common.ts'
import { jobStatuses } from '../vocabulary.ts'

/** The phone of a person, masked for some roles. */
export const ShownPhone = MaybeText(
  'The verified number. A `viewer` sees the country and the last three digits; null once the account is erased.',
)

export const filterText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\p{Cc}\\p{Cs}]*$', description }))

export const AccountParams = Type.Object({ account_id: Id('The person.') })

export const PersonRating = Type.Object(
  {
    job_id: Id('The job.'),
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: MaybeText('What was written; null without a comment.'),
    created_at: Instant('Given'),
  },
  { $id: 'PersonRating', additionalProperties: false },
)
export type PersonRating = Static<typeof PersonRating>

export const JobStatusChoice = Type.Enum([...jobStatuses], { type: 'string' })
