import { type Static, Type } from 'typebox'
import { errorCodes, jobSizes, jobStatuses } from './vocabulary.ts'

// No control characters and no lone surrogates; `lines` may hold line breaks. Read with the `u` flag.
const line = '^[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$'
const lines = '^[^\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$'

/**
 * One line of text; lengths count code points. `trimmed` text loses surrounding white space before it is judged
 * (`x-trim` tells the server so).
 */
export const Line = (min: number, max: number, more: { trimmed?: boolean; description: string }) => {
  const { trimmed, description } = more
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: line,
    ...(trimmed && { 'x-trim': true }),
    description,
  })
}

export const Lines = (max: number, description: string) =>
  Type.String({ maxLength: max, pattern: lines, 'x-trim': true, description })

export const Euros = (description: string) => Type.Number({ description: `${description}, in euros.` })

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} (ISO 8601, UTC).` })

export const JobId = Type.String({ format: 'uuid', description: 'Unique job identifier.' })

export const ShownReference = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: "The partner's own identifier, exactly as it was sent; null when none was.",
})

/** Compared as it is, so it is not trimmed. */
export const GivenReference = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 255,
  pattern: line,
  description: 'Your own identifier, unique among your jobs. Null or absent never collides.',
})

export const Size = (description: string) => Type.Enum([...jobSizes], { type: 'string', description })

export const Status = Type.Enum([...jobStatuses], {
  type: 'string',
  description:
    '`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to carriers. ' +
    '`accepted`: a carrier is on the way. `completed`: delivered and paid. `cancelled`: by the customer or the carrier.',
})

/** Spec part 7: the usual error body. */
export const ErrorBody = Type.Object(
  {
    error: Type.Enum([...errorCodes], { type: 'string', description: 'What went wrong, for programs.' }),
    message: Type.String({ description: 'What went wrong, for people.' }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Each refused field with the reason. Keys are paths such as `size`, `pickup.address`, `photos[1]`; `body` ' +
          'when the body as a whole is not a JSON object.',
      }),
    ),
  },
  { $id: 'Error', additionalProperties: false },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Spec part 7: the duplicate has a body of its own. */
export const DuplicateReferenceBody = Type.Object(
  { detail: Type.String({ description: 'Says that the `external_reference` is taken.' }) },
  { $id: 'DuplicateReference', additionalProperties: false },
)

/** Spec part 7 documents two shapes for 429; this body is both at once. */
export const RateLimitBody = Type.Object(
  {
    error: Type.Literal('rate_limit_exceeded'),
    message: Type.String(),
    retry_after_seconds: Type.Integer({ minimum: 1, description: 'Same value as the `Retry-After` header.' }),
    detail: Type.String(),
    retry_after: Type.Integer({ minimum: 1 }),
  },
  { $id: 'RateLimitExceeded', additionalProperties: false },
)
export type RateLimitBody = Static<typeof RateLimitBody>
