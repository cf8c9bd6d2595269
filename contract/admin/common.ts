import { type Static, type TSchema, Type } from 'typebox'
import { AppLine, type DateTime, Id, Instant, LanguageChoice, MaybeText } from '../app/common.ts'
import type { Answer } from '../operation.ts'
import { adminErrorCodes, staffRoles } from '../vocabulary.ts'

/** The error body of the operator's panel; the shape is that of the app API. */
export const AdminError = Type.Object(
  {
    error: Type.Enum([...adminErrorCodes], { type: 'string', description: 'The error code, for programs.' }),
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
  },
  { $id: 'AdminError', additionalProperties: false },
)
export type AdminError = Static<typeof AdminError>

/** The responses of an operation: its success responses and the error statuses that are specific to it. */
export function answers<const Success extends Record<number, Answer>>(
  success: Success,
  refusals: Record<number, string> = {},
): Success {
  const refused = Object.entries(refusals).map(([status, description]) => [
    status,
    { description, body: AdminError },
  ])
  return { ...success, ...(Object.fromEntries(refused) as Record<number, Answer>) }
}

export const StaffRoleChoice = Type.Enum([...staffRoles], {
  type: 'string',
  description: '`viewer` only reads, `staff` runs the daily work, `owner` also decides who is a member.',
})

/** The refused attempts that a sign-in shows to its member. */
const RefusedBefore = Type.Unsafe<{ count: number; after_password: number; last_at: DateTime } | null>({
  type: ['object', 'null'],
  properties: {
    count: { type: 'integer', minimum: 1, description: 'The number of refused proofs of all kinds.' },
    after_password: {
      type: 'integer',
      minimum: 0,
      description: 'The number of wrong codes after the right password.',
    },
    last_at: Instant('When the last one was refused'),
  },
  required: ['count', 'after_password', 'last_at'],
  additionalProperties: false,
  description:
    'The proofs of this member that were refused since the previous sign-in; null if there were none.',
})

/** The member of staff who is signed in. */
export const StaffMe = Type.Object(
  {
    member_id: Id('The member.'),
    name: Type.String(),
    login_name: MaybeText('The name to sign in with a password; null for a member without a password.'),
    role: StaffRoleChoice,
    language: LanguageChoice,
    stepped_up_until: Type.Unsafe<DateTime | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'The end of the fresh proof of identity (ISO 8601, UTC): until then, operations that need one need no other. Null without a fresh proof.',
    }),
    has_passkey: Type.Boolean(),
    has_password: Type.Boolean({
      description: 'True if the member can sign in with a password and a code of an authenticator app.',
    }),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
    refused_before: RefusedBefore,
  },
  { $id: 'StaffMe', additionalProperties: false },
)
export type StaffMe = Static<typeof StaffMe>

export const SignedIn = Type.Object({ me: StaffMe }, { $id: 'StaffSignedIn', additionalProperties: false })

/** Ten single-use codes, as a replacement for the authenticator app. */
export const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Ten codes, shown only now. Each works once, in place of the code of the authenticator app.',
})

export const ChallengeParams = Type.Object({
  challenge_id: Id('The `challenge_id` from the operation that started this attempt.'),
})

export const challengeMembers = {
  challenge_id: Id('Identifies this attempt; it can be used once.'),
  expires_at: Instant('The attempt can be finished until then'),
}

/** The reason of an act of staff on the data of other people. */
export const Reason = AppLine(
  3,
  300,
  'The reason, stored in the audit log or with the changed row. Do not name a customer here.',
)

/** The reason of an act, as the carrier reads it. */
export const Told = AppLine(
  3,
  300,
  'The reason, shown to the carrier: write it in the language of the carrier.',
)

/** For every file that shows texts typed by people. */
export const withPhones = {
  with_phones: Type.Optional(
    Type.Boolean({
      description:
        'True for complete phone numbers, which only `staff` and owners with a fresh proof get. By default they are masked for every role.',
    }),
  ),
}

/** Description of the 403 of every operation that takes `with_phones`. */
export const withPhonesRefusal = '`role_too_low` or `step_up_required`, for complete phone numbers.'

export const defaultPageSize = 50

/** Query of every list besides its filters. `place` is the schema of `before`: an id, or the place of a row. */
export const pageQuery = <const Place extends TSchema>(place: Place) => ({
  before: Type.Optional(place),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: `The number of rows on a page; ${defaultPageSize} by default.`,
    }),
  ),
})

/** `before` for lists sorted by id. */
export const BeforeId = Id('The `next` of the previous page.')

const place = '^[0-9]{1,17}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** `before` for lists sorted by an instant: its microseconds and the id of the row. */
export const BeforePlace = Type.String({
  pattern: `${place}$`,
  description: 'The `next` of the previous page.',
})

/** `before` for lists whose searches may be recorded: a proof of the search may follow. */
export const BeforeSearchPlace = Type.String({
  pattern: `${place}(~[0-9a-f]{32})?$`,
  description: 'The `next` of the previous page.',
})

/** The response of every list besides its rows. */
export const pageMembers = { next: MaybeText('The `before` of the next page; null on the last page.') }
