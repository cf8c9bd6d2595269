import { type Static, Type } from 'typebox'
import type { Answer } from '../operation.ts'
import { appErrorCodes, languages, personLanguages } from '../vocabulary.ts'

export const Cents = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in euro cents.` })

export const Id = (description: string) => Type.String({ format: 'uuid', description })

export const MaybeId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description })

declare const dateTime: unique symbol

/** A `date-time` of a response. The mark is for the compiler only: a handler may return a `Date` for it. */
export type DateTime = string & { readonly [dateTime]?: true }

/** A response as a handler may return it. The serializer writes each `Date` as ISO 8601, UTC. */
export type Answered<T> = T extends string
  ? typeof dateTime extends keyof T
    ? T | Date
    : T
  : T extends object
    ? { [Name in keyof T]: Answered<T[Name]> }
    : T

export const Instant = (description: string) =>
  Type.Unsafe<DateTime>({
    type: 'string',
    format: 'date-time',
    description: `${description} (ISO 8601, UTC).`,
  })

/** An instant that a client sends. */
export const SentInstant = (description: string) =>
  Type.String({
    pattern:
      '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z$',
    description: `${description} (ISO 8601, UTC).`,
  })

/** An instant that may be null; `nullWhen` completes the sentence "null …". */
export const MaybeInstant = (description: string, nullWhen = 'while it has not happened') =>
  Type.Unsafe<DateTime | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: `${description} (ISO 8601, UTC); null ${nullWhen}.`,
  })

export const MaybeText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const MaybeNumber = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description })

export const MaybeCents = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: `${description}, in euro cents; null when there is none.`,
  })

/** The language of a customer or carrier (decision 80). */
export const PersonLanguageChoice = Type.Enum([...personLanguages], {
  type: 'string',
  description: 'Language of the SMS, pushes and error messages to this person.',
})

/** The language of a member of the staff or of a partner. */
export const LanguageChoice = Type.Enum([...languages], {
  type: 'string',
  description: 'Language of the pages and error messages of this person.',
})

/** Bidirectional control characters: they can reorder the text around them and so disguise a name or a title. */
export const bidiControls = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'

// Matches a text that is empty or has a visible character. Otherwise like `Line` and `Lines` of the partner API,
// without bidirectional controls.
const seen = '(?=$|[\\s\\S]*?[^\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFD])'
const broken = `\\u007F-\\u009F\\uD800-\\uDFFF${bidiControls}`

/** One line of text that users of the app can read from each other; empty, or with a visible character. */
export const AppLine = (min: number, max: number, description: string) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: `^${seen}[^\\u0000-\\u001F${broken}]*$`,
    'x-trim': true,
    description,
  })

/** Like `AppLine`, but allows line breaks. */
export const AppLines = (max: number, description: string) =>
  Type.String({
    maxLength: max,
    pattern: `^${seen}[^\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F${broken}]*$`,
    'x-trim': true,
    description,
  })

export const PersonName = AppLine(
  1,
  80,
  'The name that the other person of a job, customer or carrier, sees.',
)

/** Pattern of the name of a stored photo. Only names that match it are looked up. */
export const photoName = '^[A-Za-z0-9_-]{27,64}\\.jpg$'

export const PhotoId = Type.String({
  pattern: photoName,
  description: 'The `photo_id` from the response of `uploadPhoto`.',
})

export const Point = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
})
export type Point = Static<typeof Point>

/** The error body of the app API. */
export const AppError = Type.Object(
  {
    error: Type.Enum([...appErrorCodes], { type: 'string', description: 'The error code, for programs.' }),
    message: Type.String({
      description: 'The explanation of the error for people, in the language of `Accept-Language`.',
    }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Each refused field, by its path, with the reason.',
      }),
    ),
    retry_after_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
    support_url: Type.Optional(
      Type.String({
        description:
          'The contact of support (`mailto:`, `tel:` or https), if the message says to write to support.',
      }),
    ),
    earliest_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Only with `too_early`: from this instant on, the delivery needs no photo and no reason.',
      }),
    ),
  },
  { $id: 'AppError', additionalProperties: false },
)
export type AppError = Static<typeof AppError>

/** The responses of an operation: its success responses and the error statuses that are specific to it. */
export function answers<const Success extends Record<number, Answer>>(
  success: Success,
  refusals: Record<number, string> = {},
): Success {
  const refused = Object.entries(refusals).map(([status, description]) => [
    status,
    { description, body: AppError },
  ])
  return { ...success, ...(Object.fromEntries(refused) as Record<number, Answer>) }
}

export const Rating = Type.Object({
  average: MaybeNumber('Average of the stars, one decimal; null before the first rating.'),
  count: Type.Integer({ minimum: 0 }),
})

/** The 429 of both operations that charge a card. */
export const tooManyRefused =
  '`rate_limit_exceeded`: in the last 24 hours, 20 attempts by card (holds and top-ups together) were refused or have no outcome yet; or there were too many calls. Wait `retry_after_seconds`.'
