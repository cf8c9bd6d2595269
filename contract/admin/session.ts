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
  description: 'The token of an invitation: the part of its link after the `#`.',
})

const maybeToken = Type.Optional(token)

const endsOthers = Type.Optional(
  Type.Boolean({
    description:
      'True to end the earlier passkeys and the password of the member. Only with an invitation for a member who can no longer sign in (`way_back`).',
  }),
)

/** Not normalized; the service compares it in lower case. */
const LoginName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{2,99}$',
  description:
    'The name to sign in with, together with the password, such as an e-mail address; upper and lower case are equal.',
})

const Password = (minLength: number) =>
  Type.String({
    minLength,
    maxLength: 200,
    description: minLength === 1 ? 'The password.' : `The password, at least ${minLength} characters.`,
  })

export const Invitation = Type.Object(
  {
    name: Type.String({ description: 'The name of the invited person.' }),
    role: StaffRoleChoice,
    language: LanguageChoice,
    way_back: Type.Boolean({
      description: 'True if it is for a member who can no longer sign in; false if it is for a new member.',
    }),
    has_login_name: Type.Boolean({
      description: 'True if the member has a login name: `setPassword` then needs no `login_name`.',
    }),
    offers: Type.Array(Type.Enum(['passkey', 'password'], { type: 'string' })),
    expires_at: Instant('The invitation can be used until then'),
  },
  { $id: 'Invitation', additionalProperties: false },
)
export type Invitation = Static<typeof Invitation>

export const openInvitation = {
  operationId: 'openInvitation',
  method: 'POST',
  url: '/admin/v1/invitation',
  access: 'anyone',
  summary: 'Read an invitation',
  description: 'The name, role and other data of an invitation. The invitation stays unused.',
  body: Type.Object({ token }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The invitation.', body: Invitation } },
    { 422: '`invitation_ended`: the invitation is unknown, used, revoked or expired.' },
  ),
} as const satisfies AdminOperation

export const startPasskeyRegistration = {
  operationId: 'startPasskeyRegistration',
  method: 'POST',
  url: '/admin/v1/passkeys/registration',
  access: 'anyone',
  summary: 'Begin to register a passkey',
  description:
    'Needs the token of an invitation, or a session with a fresh proof of identity (else `step_up_required`).',
  body: Type.Object({ token: maybeToken }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The options for the browser.', body: RegistrationStarted } },
    {
      401: '`signed_out`: the request has no token and no session.',
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
  description:
    'With the token of an invitation, the request uses the invitation, creates the member and signs in.',
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
          description:
            'A name that distinguishes the passkeys; by default the browser and the operating system.',
        }),
      ),
      ends_others: endsOthers,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'Registered, and signed in.', body: SignedIn } },
    {
      401: '`signed_out`: the request has no token and no session.',
      403: '`step_up_required`.',
      422: '`invitation_ended`, `challenge_ended` or `passkey_refused`.',
    },
  ),
} as const satisfies AdminOperation

const PasswordStarted = Type.Object(
  {
    ...challengeMembers,
    otpauth_uri: Type.String({ description: 'The URI of the QR code that an authenticator app reads.' }),
    secret: Type.String({ description: 'The secret of the URI in Base32, to be typed.' }),
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
    'Answers the secret for an authenticator app. Nothing changes before `confirmTotp`. Needs the token of an invitation, or a session with a fresh proof of identity.',
  body: Type.Object(
    { token: maybeToken, login_name: Type.Optional(LoginName), password: Password(12) },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'The secret, to be confirmed with a code.', body: PasswordStarted } },
    {
      401: '`signed_out`: the request has no token and no session.',
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
    'With the token of an invitation, the request uses the invitation, creates the member and signs in. With a session, it replaces the password, the authenticator app and the recovery codes, and ends the other sessions.',
  params: ChallengeParams,
  body: Type.Object(
    {
      token: maybeToken,
      code: Type.String({ pattern: '^[0-9]{6}$', description: 'The code of the authenticator app.' }),
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
      401: '`signed_out`: the request has no token and no session.',
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
  description: 'The request names no member: the browser shows the passkeys for this service.',
  answers: answers({ 200: { description: 'The options for the browser.', body: AssertionStarted } }),
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
    'The error is the same for a wrong name, password or code. After 30 wrong attempts in an hour for one name or from one address, every attempt is refused, except that a device that signed in before has ten more attempts.',
  body: Type.Object(
    {
      login_name: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The login name that was chosen with the password.',
      }),
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
