import { type Static, Type } from 'typebox'
import type { DateTime } from '../app/common.ts'
import { Id, Instant, MaybeInstant, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { keyModes, keyOverlaps, keyStates } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { partnerParams } from './partners.ts'

const RateLimit = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'The number of calls that are allowed in any 60 seconds.',
})

export const Label = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 100,
  pattern: '^[^\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]*$',
  'x-trim': true,
  description: 'A name that distinguishes the keys of a partner; empty or null for none.',
})

const Mode = Type.Enum([...keyModes], {
  type: 'string',
  description: '`live`: real people and money; `test`: jobs of the key send no SMS and reach no carrier.',
})

const KeyValue = Type.Object(
  {
    prefix: Type.String({ description: 'The first characters of the value.' }),
    last_four: Type.String(),
    created_at: Instant('When the value was issued'),
    last_used_at: MaybeInstant('When a call with this value was last admitted; stored within 10 seconds'),
    ends_at: Type.Unsafe<DateTime | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the value stops or stopped being valid (ISO 8601, UTC); null for the newest value.',
    }),
    has_ended: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const Key = Type.Object(
  {
    key_id: Id('The key.'),
    partner_id: Id('The partner of the key.'),
    mode: Mode,
    label: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    rate_limit_per_minute: RateLimit,
    state: Type.Enum([...keyStates], {
      type: 'string',
      description:
        '`active`: calls are admitted. Calls in any other state get 403: `suspended`: the partner is suspended; `replaced`: no value of the key is valid; `expired`; `revoked`.',
    }),
    created_at: Instant('When the key was issued'),
    last_used_at: MaybeInstant('When the key was last used'),
    expires_at: MaybeInstant('When the key expires', 'if it does not expire'),
    revoked_at: MaybeInstant('When the key was revoked'),
    values: Type.Array(KeyValue, {
      description:
        'All valid values, and the last ten that have ended, the newest first. The values themselves are never shown.',
    }),
  },
  { $id: 'Key', additionalProperties: false },
)
export type Key = Static<typeof Key>

const keyParams = Type.Object({ key_id: Id('The `key_id` from `listPartnerKeys`.') })
const theKey = { 200: { description: 'The key.', body: Key } }
const unknown = { 404: '`not_found`.' }
const unknownOrRevoked = { 404: '`not_found`.', 409: '`wrong_state`: the key is revoked.' }

export const ApiKey = Type.String({
  description: 'The value of the key. Only this response has it, because only its hash is stored.',
})

export const listPartnerKeys = {
  operationId: 'listPartnerKeys',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/keys',
  access: 'viewer',
  summary: 'List the keys of a partner',
  description: 'The newest first, including keys that are no longer valid.',
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
  description: 'Only this response has the value of the key.',
  params: partnerParams,
  body: Type.Object(
    {
      mode: Mode,
      rate_limit_per_minute: Type.Optional(RateLimit),
      label: Type.Optional(Label),
      expires_at: Type.Optional(SentInstant('When the key expires; by default never')),
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

/** The values that a rotation ends because of the limit of valid values, as the preview showed them. */
export const Ends = Type.Array(Type.String({ minLength: 4, maxLength: 4 }), {
  maxItems: 100,
  description:
    'The last four characters of the values that end at once, because at most three values can be valid. If the rotation would end other values by now, it is refused with `wrong_state`. If absent, it ends the oldest.',
})

export const Rotated = Type.Object(
  {
    key: Key,
    api_key: ApiKey,
    ended: Type.Array(
      Type.Object(
        {
          prefix: Type.String({ description: 'The first characters of the value.' }),
          last_four: Type.String(),
          last_used_at: MaybeInstant('When a call with this value was last admitted'),
        },
        { additionalProperties: false },
      ),
      { description: 'The values that this rotation has ended.' },
    ),
  },
  { additionalProperties: false },
)

const revokedOrOthersEnd =
  '`wrong_state`: the key is revoked, or the rotation would end other values than those in `ends`.'

export const rotateKey = {
  operationId: 'rotateKey',
  method: 'POST',
  url: '/admin/v1/keys/:key_id/rotation',
  access: 'staff',
  stepUp: true,
  summary: 'Give a key a new value',
  description:
    'The jobs of the key stay readable, and its rate limit continues to count. The old value is valid until the end of the overlap, and older values at most as long. At most three values are valid at the same time: if there would be a fourth, the oldest ends at once.',
  params: keyParams,
  body: Type.Object(
    {
      overlap: Type.Enum([...keyOverlaps], {
        type: 'string',
        description: 'How long the old value stays valid; `0`: it ends at once.',
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
  description:
    'Ends every value except the newest, on every node within 2 seconds. Repeating it changes nothing.',
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
  description:
    'Refuses every call with the key permanently, on every node within 2 seconds. Repeating it changes nothing.',
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
  summary: 'Change the limit, the label or the expiry of a key',
  description:
    'Members that are absent stay as they are. The change takes effect on every node within 2 seconds; calls that were counted stay counted.',
  params: keyParams,
  body: Type.Object(
    {
      rate_limit_per_minute: Type.Optional(RateLimit),
      label: Type.Optional(Label),
      expires_at: Type.Optional(
        Type.Unsafe<string | null>({
          ...SentInstant('When the key expires; null: never'),
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
  summary: 'Read the used part of the limit of a key',
  description: 'The number of counted calls in the last 60 seconds. Reading it is not counted.',
  params: keyParams,
  answers: answers(
    {
      200: {
        description: 'The window.',
        body: Type.Object(
          {
            limit: RateLimit,
            used: Type.Integer({
              minimum: 0,
              description:
                'The number of counted calls; it can be over the limit after the limit was lowered.',
            }),
            next_free_at: MaybeInstant(
              'When the oldest counted call leaves the window, in a full second as in `X-RateLimit-Reset`',
              'while no call is counted',
            ),
            counted_by: Type.Enum(['all_nodes', 'this_node'], {
              type: 'string',
              description:
                '`all_nodes`: the shared count in Redis; `this_node`: only the count of the answering node.',
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
