import { type Static, type TSchema, Type } from 'typebox'
import { phonePattern } from './phone-pattern.ts'
import { line, seen } from './text.ts'
import { errorCodes, jobSizes, jobStatuses } from './vocabulary.ts'

/**
 * An optional member of a partner's body. Clients in Java and .NET write an absent member as `null`, so `null` means
 * absent: the server removes it (`x-null-is-absent`) before the validation.
 */
export const MayBeAbsent = <const S extends TSchema>(schema: S) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Optional(
    Type.Unsafe<Static<S>>({
      ...schema,
      type: [type, 'null'],
      ...(values && { enum: [...values, null] }),
      'x-null-is-absent': true,
    }),
  )
}

export const Euros = (description: string) => Type.Number({ description: `${description}, in euros.` })

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} (ISO 8601, UTC).` })

export const JobId = Type.String({
  format: 'uuid',
  description: 'Unique job identifier.',
  examples: ['019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'],
})

/**
 * A server-side check that a schema cannot express (`server/http/schema/field-checks.ts`). The published documents omit
 * it: the schema has every check that a caller can make before a request.
 */
export type FieldCheck = 'phone' | 'photo-url' | 'push-endpoint' | 'company-name'

export const Phone = (description: string) =>
  Type.String({
    pattern: phonePattern,
    'x-check': 'phone' satisfies FieldCheck,
    description,
    examples: ['+447700900000'],
  })

/** A request body as a partner may send it: null is allowed for absent members. */
export type AsSent<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: object extends Pick<T, K> ? AsSent<T[K]> | null : AsSent<T[K]> }
    : T

/** URL of a picture: http or https, a host name or an IPv4 address, port 80 or 443 if any, no credentials. */
export const PhotoUrl = (description: string) =>
  Type.String({
    format: 'uri',
    maxLength: 2_048,
    pattern:
      '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9_-]{1,63}\\.)+[A-Za-z0-9-]{1,63}(:(80|443))?([/?#][^\\s\\\\]*)?$',
    'x-check': 'photo-url' satisfies FieldCheck,
    description,
    examples: ['https://images.example.com/sofa-front.jpg'],
  })

export const ShownReference = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: "The partner's own identifier, exactly as it was sent; null if none was sent.",
})

/** Not trimmed: references are compared exactly as sent. */
export const GivenReference = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: `^${seen}${line}`,
  description:
    'Your own identifier, unique among your jobs. Jobs without one (null or absent) never collide.',
})

export const Size = (description: string) => Type.Enum([...jobSizes], { type: 'string', description })

/** One end of a trip without its address (spec 2.3). */
export const Door = Type.Object(
  {
    floor: MayBeAbsent(
      Type.Number({
        minimum: -5,
        maximum: 200,
        description: 'Floor of the door; used for the stairs charge.',
      }),
    ),
    has_elevator: MayBeAbsent(
      Type.Boolean({
        description:
          'Whether there is an elevator; with one there is no stairs charge. Absent means no elevator.',
      }),
    ),
  },
  { $id: 'Door' },
)

export const Status = Type.Enum([...jobStatuses], {
  type: 'string',
  description:
    '`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to carriers. ' +
    '`accepted`: a carrier has accepted; it stays so until it is delivered and paid. `completed`: delivered and paid. ' +
    '`cancelled`: by the customer, the carrier, the operator or the service.',
})

/** Spec part 7: the error body of most refusals. */
export const ErrorBody = Type.Object(
  {
    error: Type.Enum([...errorCodes], {
      type: 'string',
      'x-open': true,
      description: 'The error code, for programs.',
    }),
    message: Type.String({ description: 'The explanation of the error, for people.' }),
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

/** Spec part 7: a duplicate reference is refused with a different body. */
export const DuplicateReferenceBody = Type.Object(
  { detail: Type.String({ description: 'Says that the `external_reference` is taken.' }) },
  { $id: 'DuplicateReference', additionalProperties: false },
)

/** Spec part 7 documents two shapes for 429; this body has the members of both. */
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
