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
  LanguageChoice,
  MaybeCents,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
  PersonName,
} from './common.ts'

const phone = Phone('E.164, with country code.')

/** The terms in force, and when the account accepted them. */
export type Terms = { version: string; accepted_at: DateTime | null }

const TermsVersion = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}$', description })

/** The account that is signed in. */
export const Me = Type.Object(
  {
    account_id: Id('The account.'),
    phone: Type.String({ description: 'The verified number.' }),
    name: MaybeText('What the other side of a job sees; null until it is given.'),
    language: LanguageChoice,
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
        version: { type: 'string', description: 'The version in force; its text is at `/legal/terms`.' },
        accepted_at: MaybeInstant('When this account accepted this version'),
      },
      description: 'The terms of the operator; null if there are none to accept.',
    }),
  },
  { $id: 'Me', additionalProperties: false },
)
export type Me = Static<typeof Me>

const Challenge = Type.Object(
  {
    challenge_id: Id('Names this code; needed to check it.'),
    expires_at: Instant('Until then the code can be checked'),
    resend_after_seconds: Type.Integer({
      minimum: 1,
      description: 'When the next code may be asked for; up to a day where the number was sent too many.',
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
  summary: 'Ask for a code',
  description:
    'Texts a code of six digits. Answers the same way whether or not a text goes out, so that nothing is learned about the number.',
  body: Type.Object({
    phone,
    language: Type.Optional(LanguageChoice),
    short_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{1,40}$',
        description:
          'Of the link in the SMS of a draft. Who has it is sent a code although others have asked for too many.',
      }),
    ),
  }),
  answers: answers({ 202: { description: 'Asked for.', body: Challenge } }),
} as const satisfies AppOperation

export const checkCode = {
  operationId: 'checkCode',
  method: 'POST',
  url: '/app/v1/sign-in/:challenge_id',
  access: 'anyone',
  summary: 'Sign in with the code',
  description:
    'Five checks a challenge. `web` sets an HttpOnly cookie; `native` answers a token to send as `Authorization: Bearer`.',
  params: Type.Object({ challenge_id: Id('Of `startSignIn`.') }),
  body: Type.Object({
    phone,
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'Six digits.' }),
    kind: Type.Enum(['web', 'native'], { type: 'string' }),
    device: Type.Optional(Line(1, 80, { trimmed: true, description: 'Shown in the list of devices.' })),
    terms_version: Type.Optional(
      TermsVersion(
        'Of the terms that the page of the sign-in says are accepted by going on. Another than that in force is not recorded.',
      ),
    ),
  }),
  answers: answers(
    {
      200: {
        description: 'Signed in.',
        body: Type.Object(
          { me: Me, token: Type.Optional(Type.String({ description: 'Only for `native`; shown once.' })) },
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
  summary: 'Who is signed in',
  description: 'The account behind this session.',
  answers: answers({ 200: { description: 'The account.', body: Me } }),
} as const satisfies AppOperation

export const changeMe = {
  operationId: 'changeMe',
  method: 'PUT',
  url: '/app/v1/me',
  access: 'account',
  summary: 'Change name or language',
  description: 'Members that are absent stay as they are.',
  body: Type.Object({ name: Type.Optional(PersonName), language: Type.Optional(LanguageChoice) }),
  answers: answers({ 200: { description: 'The account.', body: Me } }),
} as const satisfies AppOperation

export const acceptTerms = {
  operationId: 'acceptTerms',
  method: 'POST',
  url: '/app/v1/me/terms',
  access: 'account',
  summary: 'Accept the terms',
  description:
    'Records that the account accepts the version that was shown. Repeating it changes nothing. Needed again after each new version, before paying and before accepting a job.',
  body: Type.Object({ version: TermsVersion('Of `readMe`, as it was shown.') }),
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
    created_at: Instant('Signed in'),
    last_seen_at: Instant('Last used'),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { $id: 'Device', additionalProperties: false },
)
export type Device = Static<typeof Device>

export const listDevices = {
  operationId: 'listDevices',
  method: 'GET',
  url: '/app/v1/devices',
  access: 'account',
  summary: 'Where the account is signed in',
  description: 'Sessions that have not ended, the last used first.',
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
  summary: 'Sign another device out',
  description: 'Only of the own account; repeating it changes nothing.',
  params: Type.Object({ session_id: Id('Of `listDevices`.') }),
  answers: answers({ 204: { description: 'Signed out.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const endOtherDevices = {
  operationId: 'endOtherDevices',
  method: 'DELETE',
  url: '/app/v1/devices',
  access: 'account',
  summary: 'Sign all other devices out',
  description: 'Keeps the session that asks.',
  answers: answers({ 204: { description: 'Signed out.', body: null } }),
} as const satisfies AppOperation

const Erasure = Type.Object(
  {
    blockers: Type.Array(
      Type.Object({
        reason: Type.Enum([...erasureBlockers], {
          type: 'string',
          description:
            '`open_jobs`: published and not finished; `deliveries`: accepted as a carrier and not finished; `problems`: staff still look into a job; `payments`: being processed; `wallet`: money in the wallet; `earnings`: not paid out yet.',
        }),
        count: MaybeNumber('How many jobs or payments; null for money.'),
        cents: MaybeCents('The amount'),
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
  summary: 'Whether the account can be deleted',
  description: 'What has to end first.',
  answers: answers({ 200: { description: 'What blocks.', body: Erasure } }),
} as const satisfies AppOperation

export const eraseMe = {
  operationId: 'eraseMe',
  method: 'POST',
  url: '/app/v1/me/erasure',
  access: 'account',
  summary: 'Delete the account',
  description:
    'Deletes name, number, jobs, photos, cards and devices of the account, for good, and ends every session. Amounts and dates that the law asks for stay, without the person. Needs a code that was sent to the own number just now (`startSignIn`).',
  body: Type.Object({
    challenge_id: Id('Of `startSignIn`, for the own number.'),
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'Six digits.' }),
  }),
  answers: answers(
    { 204: { description: 'Deleted, and signed out.', body: null } },
    { 409: '`wrong_state`: something has to end first.', 422: '`code_wrong` or `code_expired`.' },
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
