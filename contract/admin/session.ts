import { type Static, Type } from 'typebox'
import { Instant, LanguageChoice } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import {
  answers,
  ChallengeParams,
  challengeMembers,
  RecoveryCodes,
  SignedIn,
  StaffMe,
  StaffRoleChoice,
} from './common.ts'
import {
  AssertionCredential,
  AssertionStarted,
  RegistrationCredential,
  RegistrationStarted,
} from './passkeys.ts'

const token = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'Of an invitation: what follows the `#` of its link.',
})

const maybeToken = Type.Optional(token)

const endsOthers = Type.Optional(
  Type.Boolean({
    description:
      'Ends the passkeys and the password that the member had before. Only with an invitation that leads a member back in.',
  }),
)

/** Not normalized; the service compares it in lower case. */
const LoginName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{2,99}$',
  description:
    'Names the member beside the password, such as an e-mail address; upper and lower case are the same.',
})

const Password = (minLength: number) =>
  Type.String({ minLength, maxLength: 200, description: `At least ${minLength} characters.` })

export const Invitation = Type.Object(
  {
    name: Type.String({ description: 'Of the invited person.' }),
    role: StaffRoleChoice,
    language: LanguageChoice,
    way_back: Type.Boolean({ description: 'Whether it leads a member back in who has lost every way in.' }),
    has_login_name: Type.Boolean({
      description: 'Whether a password needs no `login_name`: the member has one.',
    }),
    offers: Type.Array(Type.Enum(['passkey', 'password'], { type: 'string' })),
    expires_at: Instant('Until then it can be used'),
  },
  { $id: 'Invitation', additionalProperties: false },
)
export type Invitation = Static<typeof Invitation>

export const openInvitation = {
  operationId: 'openInvitation',
  method: 'POST',
  url: '/admin/v1/invitation',
  access: 'anyone',
  summary: 'Look at an invitation',
  description: 'Tells what it is for; does not use it.',
  body: Type.Object({ token }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The invitation.', body: Invitation } },
    { 422: '`invitation_ended`: unknown, used, revoked or expired.' },
  ),
} as const satisfies AdminOperation

export const startPasskeyRegistration = {
  operationId: 'startPasskeyRegistration',
  method: 'POST',
  url: '/admin/v1/passkeys/registration',
  access: 'anyone',
  summary: 'Begin to register a passkey',
  description: 'With the token of an invitation, or signed in with a fresh proof (`step_up_required`).',
  body: Type.Object({ token: maybeToken }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'What the browser needs.', body: RegistrationStarted } },
    {
      401: '`signed_out`: no token, and no session.',
      403: '`step_up_required`.',
      422: '`invitation_ended`.',
    },
  ),
} as const satisfies AdminOperation

export const finishPasskeyRegistration = {
  operationId: 'finishPasskeyRegistration',
  method: 'POST',
  url: '/admin/v1/passkeys/registration/:challenge_id',
  access: 'anyone',
  summary: 'Register a passkey',
  description: 'With an invitation it uses it, makes the member and signs in.',
  params: ChallengeParams,
  body: Type.Object(
    {
      token: maybeToken,
      credential: RegistrationCredential,
      passkey_name: Type.Optional(
        Type.String({
          maxLength: 80,
          pattern: '^[^\\p{C}]*$',
          'x-trim': true,
          description: 'To tell passkeys apart; by default the browser and system.',
        }),
      ),
      ends_others: endsOthers,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'Registered, and signed in.', body: SignedIn } },
    {
      401: '`signed_out`: no token, and no session.',
      403: '`step_up_required`.',
      422: '`invitation_ended`, `challenge_ended` or `passkey_refused`.',
    },
  ),
} as const satisfies AdminOperation

const PasswordStarted = Type.Object(
  {
    ...challengeMembers,
    otpauth_uri: Type.String({ description: 'For the QR code that an authenticator app reads.' }),
    secret: Type.String({ description: 'The same secret for typing (Base32).' }),
  },
  { $id: 'PasswordStarted', additionalProperties: false },
)

export const setPassword = {
  operationId: 'setPassword',
  method: 'POST',
  url: '/admin/v1/password',
  access: 'anyone',
  summary: 'Choose a password',
  description:
    'Answers the secret of an authenticator app. Nothing changes before `confirmTotp`. With the token of an invitation, or signed in with a fresh proof.',
  body: Type.Object(
    { token: maybeToken, login_name: Type.Optional(LoginName), password: Password(12) },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'To be confirmed with a code.', body: PasswordStarted } },
    {
      401: '`signed_out`: no token, and no session.',
      403: '`step_up_required`.',
      409: '`login_name_taken`.',
      422: '`invitation_ended`.',
    },
  ),
} as const satisfies AdminOperation

export const confirmTotp = {
  operationId: 'confirmTotp',
  method: 'POST',
  url: '/admin/v1/password/:challenge_id',
  access: 'anyone',
  summary: 'Confirm the authenticator app',
  description:
    'With an invitation it uses it, makes the member and signs in. Signed in, it replaces the password, the app and the recovery codes, and ends the other sessions.',
  params: ChallengeParams,
  body: Type.Object(
    {
      token: maybeToken,
      code: Type.String({ pattern: '^[0-9]{6}$', description: 'Of the authenticator app.' }),
      ends_others: endsOthers,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description: 'Confirmed, and signed in.',
        body: Type.Object({ me: StaffMe, recovery_codes: RecoveryCodes }, { additionalProperties: false }),
      },
    },
    {
      401: '`signed_out`: no token, and no session.',
      403: '`step_up_required`.',
      409: '`login_name_taken`.',
      422: '`invitation_ended`, `challenge_ended` or `proof_refused` (the code is wrong).',
    },
  ),
} as const satisfies AdminOperation

export const startPasskeySignIn = {
  operationId: 'startPasskeySignIn',
  method: 'POST',
  url: '/admin/v1/sign-in/passkey',
  access: 'anyone',
  summary: 'Begin to sign in with a passkey',
  description: 'Asks for no name: the browser shows the passkeys of this service.',
  answers: answers({ 200: { description: 'What the browser needs.', body: AssertionStarted } }),
} as const satisfies AdminOperation

export const finishPasskeySignIn = {
  operationId: 'finishPasskeySignIn',
  method: 'POST',
  url: '/admin/v1/sign-in/passkey/:challenge_id',
  access: 'anyone',
  summary: 'Sign in with a passkey',
  description: 'Sets an HttpOnly cookie.',
  params: ChallengeParams,
  body: Type.Object({ credential: AssertionCredential }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'Signed in.', body: SignedIn } },
    { 403: '`member_suspended`.', 422: '`challenge_ended` or `sign_in_refused`.' },
  ),
} as const satisfies AdminOperation

export const signInWithPassword = {
  operationId: 'signInWithPassword',
  method: 'POST',
  url: '/admin/v1/sign-in/password',
  access: 'anyone',
  summary: 'Sign in with a password and a code',
  description:
    'One answer for every wrong part. In an hour, 30 wrong attempts for a name and 30 of an address are looked at; a device that signed in before has ten attempts besides.',
  body: Type.Object(
    {
      login_name: Type.String({ minLength: 1, maxLength: 100, description: 'As chosen with the password.' }),
      password: Password(1),
      code: Type.String({
        minLength: 6,
        maxLength: 40,
        description: 'Six digits of the authenticator app, or a recovery code.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'Signed in.', body: SignedIn } },
    { 403: '`member_suspended`.', 422: '`sign_in_refused`.' },
  ),
} as const satisfies AdminOperation

export const staffSignOut = {
  operationId: 'staffSignOut',
  method: 'POST',
  url: '/admin/v1/sign-out',
  access: 'anyone',
  summary: 'Sign out',
  description: 'Ends this session, if there is one, and clears its cookie.',
  answers: answers({ 204: { description: 'Signed out.', body: null } }),
} as const satisfies AdminOperation

export const sessionOperations = [
  openInvitation,
  startPasskeyRegistration,
  finishPasskeyRegistration,
  setPassword,
  confirmTotp,
  startPasskeySignIn,
  finishPasskeySignIn,
  signInWithPassword,
  staffSignOut,
] as const
