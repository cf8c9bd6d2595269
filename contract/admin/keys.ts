import { type Static, Type } from 'typebox'
import type { DateTime } from '../app/common.ts'
import { Id, Instant, MaybeInstant, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { keyModes, keyOverlaps, keyStates } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { partnerParams } from './partners.ts'

const RateLimit = Type.Integer({ minimum: 1, maximum: 100_000, description: 'Calls in any 60 seconds.' })

export const Label = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 100,
  pattern: '^[^\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]*$',
  'x-trim': true,
  description: 'Tells the keys of a partner apart; empty or null: none.',
})

const Mode = Type.Enum([...keyModes], {
  type: 'string',
  description: 'Jobs of test keys text nobody and reach no carrier.',
})

const KeyValue = Type.Object(
  {
    prefix: Type.String({ description: 'How the value begins.' }),
    last_four: Type.String(),
    created_at: Instant('Issued'),
    last_used_at: MaybeInstant('Last admitted with this value; written within 10 seconds'),
    ends_at: Type.Unsafe<DateTime | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it stops working, or stopped (ISO 8601, UTC); null for the newest value.',
    }),
    has_ended: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const Key = Type.Object(
  {
    key_id: Id('The key.'),
    partner_id: Id('Of the partner.'),
    mode: Mode,
    label: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    rate_limit_per_minute: RateLimit,
    state: Type.Enum([...keyStates], {
      type: 'string',
      description:
        '`active` answers; the others are refused with 403: `suspended` with its partner, `replaced` has no value that still works.',
    }),
    created_at: Instant('Issued'),
    last_used_at: MaybeInstant('Last used'),
    expires_at: MaybeInstant('Refused from then on'),
    revoked_at: MaybeInstant('Revoked'),
    values: Type.Array(KeyValue, {
      description:
        'The newest first: all that work, and the last ten that have ended; never the value itself.',
    }),
  },
  { $id: 'Key', additionalProperties: false },
)
export type Key = Static<typeof Key>

const keyParams = Type.Object({ key_id: Id('Of `listPartnerKeys`.') })
const theKey = { 200: { description: 'The key.', body: Key } }
const unknown = { 404: '`not_found`.' }
const unknownOrRevoked = { 404: '`not_found`.', 409: '`wrong_state`: it is revoked.' }

export const ApiKey = Type.String({ description: 'The value, shown only now; only its hash is kept.' })

export const listPartnerKeys = {
  operationId: 'listPartnerKeys',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/keys',
  access: 'viewer',
  summary: 'Keys of a partner',
  description: 'Newest first, with those that no longer work.',
  params: partnerParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'The keys.',
        body: Type.Object({ keys: Type.Array(Key), ...pageMembers }, { additionalProperties: false }),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

export const issueKey = {
  operationId: 'issueKey',
  method: 'POST',
  url: '/admin/v1/partners/:partner_id/keys',
  access: 'staff',
  stepUp: true,
  summary: 'Issue a key',
  description: 'The value is shown in this response and never again.',
  params: partnerParams,
  body: Type.Object(
    {
      mode: Mode,
      rate_limit_per_minute: Type.Optional(RateLimit),
      label: Type.Optional(Label),
      expires_at: Type.Optional(SentInstant('Refused from then on')),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      201: {
        description: 'Issued.',
        body: Type.Object({ key: Key, api_key: ApiKey }, { additionalProperties: false }),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

/** The values that a rotation ends to keep the limit, as the preview showed. */
export const Ends = Type.Array(Type.String({ minLength: 4, maxLength: 4 }), {
  maxItems: 100,
  description:
    'The last four of the values that end at once because at most three work. If others would end meanwhile, the ' +
    'rotation is refused with `wrong_state`; absent: it ends the oldest.',
})

export const Rotated = Type.Object(
  {
    key: Key,
    api_key: ApiKey,
    ended: Type.Array(
      Type.Object(
        {
          prefix: Type.String({ description: 'How the value begins.' }),
          last_four: Type.String(),
          last_used_at: MaybeInstant('Last admitted with this value'),
        },
        { additionalProperties: false },
      ),
      { description: 'The values that stopped working with this.' },
    ),
  },
  { additionalProperties: false },
)

const revokedOrOthersEnd = '`wrong_state`: it is revoked, or other values would end than `ends` says.'

export const rotateKey = {
  operationId: 'rotateKey',
  method: 'POST',
  url: '/admin/v1/keys/:key_id/rotation',
  access: 'staff',
  stepUp: true,
  summary: 'Give a key a new value',
  description:
    'Its jobs stay readable and its window goes on. The old value works until the end of the overlap; older ones end with it at the latest. At most three values work at once: the oldest ends at once where it would be the fourth.',
  params: keyParams,
  body: Type.Object(
    {
      overlap: Type.Enum([...keyOverlaps], {
        type: 'string',
        description: 'How long the old value still works; `0`: not at all.',
      }),
      ends: Type.Optional(Ends),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      201: {
        description: 'The new value.',
        body: Rotated,
      },
    },
    { ...unknown, 409: revokedOrOthersEnd },
  ),
} as const satisfies AdminOperation

export const endKeyOverlap = {
  operationId: 'endKeyOverlap',
  method: 'POST',
  url: '/admin/v1/keys/:key_id/overlap-end',
  access: 'staff',
  summary: 'End the replaced values of a key now',
  description: 'On every node within 2 seconds; the newest value works on. Repeating it changes nothing.',
  params: keyParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(theKey, unknown),
} as const satisfies AdminOperation

export const revokeKey = {
  operationId: 'revokeKey',
  method: 'POST',
  url: '/admin/v1/keys/:key_id/revocation',
  access: 'staff',
  summary: 'Revoke a key',
  description: 'For good, on every node within 2 seconds. Repeating it changes nothing.',
  params: keyParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(theKey, unknown),
} as const satisfies AdminOperation

export const changeKey = {
  operationId: 'changeKey',
  method: 'PATCH',
  url: '/admin/v1/keys/:key_id',
  access: 'staff',
  stepUp: true,
  summary: 'Change limit, label or expiry of a key',
  description:
    'Members that are absent stay as they are. Counts on every node within 2 seconds; calls already counted stay counted.',
  params: keyParams,
  body: Type.Object(
    {
      rate_limit_per_minute: Type.Optional(RateLimit),
      label: Type.Optional(Label),
      expires_at: Type.Optional(
        Type.Unsafe<string | null>({
          ...SentInstant('Refused from then on; null: never'),
          type: ['string', 'null'],
        }),
      ),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(theKey, unknownOrRevoked),
} as const satisfies AdminOperation

export const readKeyWindow = {
  operationId: 'readKeyWindow',
  method: 'GET',
  url: '/admin/v1/keys/:key_id/window',
  access: 'viewer',
  summary: 'The window of a key, now',
  description: 'How many calls of the last 60 seconds are counted. Reading it counts as none.',
  params: keyParams,
  answers: answers(
    {
      200: {
        description: 'The window.',
        body: Type.Object(
          {
            limit: RateLimit,
            used: Type.Integer({ minimum: 0, description: 'May be over a limit that was lowered.' }),
            next_free_at: MaybeInstant(
              'When one more call is possible than now, a whole second as `X-RateLimit-Reset` says it; null while none is counted',
            ),
            counted_by: Type.Enum(['all_nodes', 'this_node'], {
              type: 'string',
              description:
                '`all_nodes`: the shared count of Redis. `this_node`: only what the node that answers has counted.',
            }),
          },
          { $id: 'KeyWindow', additionalProperties: false },
        ),
      },
    },
    unknown,
  ),
} as const satisfies AdminOperation

export const keyOperations = [
  listPartnerKeys,
  issueKey,
  rotateKey,
  endKeyOverlap,
  revokeKey,
  changeKey,
  readKeyWindow,
] as const
