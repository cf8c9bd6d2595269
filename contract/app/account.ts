import { type Static, Type } from 'typebox'
import { Phone } from '../common.ts'
import type { AppOperation } from '../operation.ts'
import { Line } from '../text.ts'
import { carrierStatuses, erasureBlockers } from '../vocabulary.ts'
import type { DateTime } from './common.ts'
import {
  answers,
  Id,
  Instant,
  MaybeCents,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
  PersonLanguageChoice,
  PersonName,
} from './common.ts'

const phone = Phone('The mobile number in E.164 format, with country code.')

/** The version of the terms in force, and when the account accepted it. */
export type Terms = { version: string; accepted_at: DateTime | null }

const TermsVersion = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}$', description })

/** The account that is signed in. */
export const Me = Type.Object(
  {
    account_id: Id('The account.'),
    phone: Type.String({ description: 'The verified phone number.' }),
    name: MaybeText(
      'The name that the other person of a job, customer or carrier, sees; null until the person gives one.',
    ),
    language: PersonLanguageChoice,
    carrier_status: Type.Unsafe<(typeof carrierStatuses)[number] | null>({
      type: ['string', 'null'],
      enum: [...carrierStatuses, null],
      description: 'Null while the account has not signed up as a carrier.',
    }),
    terms: Type.Unsafe<Terms | null>({
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['version', 'accepted_at'],
      properties: {
        version: {
          type: 'string',
          description: 'The version of the terms in force; their text is at `/legal/terms`.',
        },
        accepted_at: MaybeInstant('When this account accepted this version'),
      },
      description: 'The terms of the operator; null if the operator has set no terms.',
    }),
  },
  { $id: 'Me', additionalProperties: false },
)
export type Me = Static<typeof Me>

const Challenge = Type.Object(
  {
    challenge_id: Id('Identifies this code; `checkCode` needs it.'),
    expires_at: Instant('The code can be checked until then'),
    resend_after_seconds: Type.Integer({
      minimum: 1,
      description:
        'Seconds until the next code can be requested: up to a day if too many codes were sent to the number.',
    }),
  },
  { $id: 'Challenge', additionalProperties: false },
)
export type Challenge = Static<typeof Challenge>

export const startSignIn = {
  operationId: 'startSignIn',
  method: 'POST',
  url: '/app/v1/sign-in',
  access: 'anyone',
  summary: 'Request a sign-in code',
  description:
    'Sends a code of six digits by SMS. The response is the same whether or not an SMS is sent, so it reveals nothing about the number.',
  body: Type.Object({
    phone,
    language: Type.Optional(PersonLanguageChoice),
    short_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{1,40}$',
        description:
          'The `short_id` in the link of the SMS of a draft. With it, a code is sent even if others have requested too many codes for this number.',
      }),
    ),
  }),
  answers: answers({ 202: { description: 'Requested.', body: Challenge } }),
} as const satisfies AppOperation

export const checkCode = {
  operationId: 'checkCode',
  method: 'POST',
  url: '/app/v1/sign-in/:challenge_id',
  access: 'anyone',
  summary: 'Sign in with the code',
  description:
    'A code can be checked five times. With `web` the response sets an HttpOnly cookie; with `native` it has a token to send as `Authorization: Bearer`.',
  params: Type.Object({ challenge_id: Id('The `challenge_id` from `startSignIn`.') }),
  body: Type.Object({
    phone,
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits of the code.' }),
    kind: Type.Enum(['web', 'native'], { type: 'string' }),
    device: Type.Optional(
      Line(1, 80, { trimmed: true, description: 'The name of the device in `listDevices`.' }),
    ),
    terms_version: Type.Optional(
      TermsVersion(
        'The version of the terms that the sign-in page showed; signing in accepts it. It is recorded only if it is the version in force.',
      ),
    ),
  }),
  answers: answers(
    {
      200: {
        description: 'Signed in.',
        body: Type.Object(
          {
            me: Me,
            token: Type.Optional(
              Type.String({ description: 'Only for `native`; the token is in no later response.' }),
            ),
          },
          { additionalProperties: false },
        ),
      },
    },
    { 422: '`code_wrong` or `code_expired`.', 403: '`account_suspended`.' },
  ),
} as const satisfies AppOperation

export const readMe = {
  operationId: 'readMe',
  method: 'GET',
  url: '/app/v1/me',
  access: 'account',
  summary: 'Read the signed-in account',
  description: 'The account behind this session.',
  answers: answers({ 200: { description: 'The account.', body: Me } }),
} as const satisfies AppOperation

export const changeMe = {
  operationId: 'changeMe',
  method: 'PUT',
  url: '/app/v1/me',
  access: 'account',
  summary: 'Change the name or the language',
  description: 'Members that are absent stay as they are.',
  body: Type.Object({ name: Type.Optional(PersonName), language: Type.Optional(PersonLanguageChoice) }),
  answers: answers({ 200: { description: 'The account.', body: Me } }),
} as const satisfies AppOperation

export const acceptTerms = {
  operationId: 'acceptTerms',
  method: 'POST',
  url: '/app/v1/me/terms',
  access: 'account',
  summary: 'Accept the terms',
  description:
    'Records that the account accepts the version that was shown. Repeating it changes nothing. After each new version it is required again before a payment and before a job is accepted.',
  body: Type.Object({ version: TermsVersion('The version from `readMe` that was shown to the person.') }),
  answers: answers(
    { 200: { description: 'The account.', body: Me } },
    { 409: '`wrong_state`: this version is not in force; read the account again.' },
  ),
} as const satisfies AppOperation

export const signOut = {
  operationId: 'signOut',
  method: 'POST',
  url: '/app/v1/sign-out',
  access: 'anyone',
  summary: 'Sign out',
  description: 'Ends this session, if there is one, and clears its cookie.',
  answers: answers({ 204: { description: 'Signed out.', body: null } }),
} as const satisfies AppOperation

const Device = Type.Object(
  {
    session_id: Id('The session.'),
    device: Type.String(),
    kind: Type.Enum(['web', 'native'], { type: 'string' }),
    created_at: Instant('When the device signed in'),
    last_seen_at: Instant('When the session was last used'),
    current: Type.Boolean({ description: 'True for the session of this request.' }),
  },
  { $id: 'Device', additionalProperties: false },
)
export type Device = Static<typeof Device>

export const listDevices = {
  operationId: 'listDevices',
  method: 'GET',
  url: '/app/v1/devices',
  access: 'account',
  summary: 'List the signed-in devices',
  description: 'The sessions of the account that have not ended, the last used first.',
  answers: answers({
    200: {
      description: 'The devices.',
      body: Type.Object({ devices: Type.Array(Device) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AppOperation

export const endDevice = {
  operationId: 'endDevice',
  method: 'DELETE',
  url: '/app/v1/devices/:session_id',
  access: 'account',
  summary: 'Sign out another device',
  description: 'Ends a session of this account. Repeating it changes nothing.',
  params: Type.Object({ session_id: Id('The `session_id` from `listDevices`.') }),
  answers: answers({ 204: { description: 'Signed out.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const endOtherDevices = {
  operationId: 'endOtherDevices',
  method: 'DELETE',
  url: '/app/v1/devices',
  access: 'account',
  summary: 'Sign out all other devices',
  description: 'Ends every session of this account except the session of this request.',
  answers: answers({ 204: { description: 'Signed out.', body: null } }),
} as const satisfies AppOperation

const Erasure = Type.Object(
  {
    blockers: Type.Array(
      Type.Object({
        reason: Type.Enum([...erasureBlockers], {
          type: 'string',
          description:
            '`open_jobs`: jobs of the customer that are published and not finished; `deliveries`: jobs that the carrier has accepted and not finished; `problems`: reported problems that staff have not decided; `payments`: payments in progress; `wallet`: there is money in the wallet; `earnings`: earnings are not paid out yet.',
        }),
        count: MaybeNumber('The number of jobs or payments; null for `wallet` and `earnings`.'),
        cents: MaybeCents('The amount for `wallet` and `earnings`'),
      }),
      { description: 'Empty when the account can be deleted.' },
    ),
  },
  { $id: 'Erasure', additionalProperties: false },
)
export type Erasure = Static<typeof Erasure>

export const readErasure = {
  operationId: 'readErasure',
  method: 'GET',
  url: '/app/v1/me/erasure',
  access: 'account',
  summary: 'Read whether the account can be deleted',
  description: 'The reasons why the account cannot be deleted yet.',
  answers: answers({ 200: { description: 'The reasons.', body: Erasure } }),
} as const satisfies AppOperation

export const eraseMe = {
  operationId: 'eraseMe',
  method: 'POST',
  url: '/app/v1/me/erasure',
  access: 'account',
  summary: 'Delete the account',
  description:
    'Deletes name, number, jobs, photos, cards and devices of the account permanently, and ends every session. Amounts and dates that the law requires are stored without the person. Needs a sign-in code that was sent to the number of this account (`startSignIn`).',
  body: Type.Object({
    challenge_id: Id('The `challenge_id` from `startSignIn` for the number of this account.'),
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits of the code.' }),
  }),
  answers: answers(
    { 204: { description: 'Deleted, and signed out.', body: null } },
    { 409: '`wrong_state`: `readErasure` has the reasons.', 422: '`code_wrong` or `code_expired`.' },
  ),
} as const satisfies AppOperation

export const signInOperations = [
  startSignIn,
  checkCode,
  signOut,
  listDevices,
  endDevice,
  endOtherDevices,
] as const

export const accountOperations = [readMe, changeMe, acceptTerms] as const

export const erasureOperations = [readErasure, eraseMe] as const
