import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant, LanguageChoice, MaybeInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, ChallengeParams, RecoveryCodes, SignedIn, StaffMe } from './common.ts'
import { AssertionCredential, AssertionStarted } from './passkeys.ts'

export const MemberName = AppLine(
  1,
  80,
  'The name of the member; other members see it, and the audit log records it.',
)

export const readStaffMe = {
  operationId: 'readStaffMe',
  method: 'GET',
  url: '/admin/v1/me',
  access: 'viewer',
  summary: 'Read the signed-in member',
  description: 'The member behind this session.',
  answers: answers({ 200: { description: 'The member.', body: StaffMe } }),
} as const satisfies AdminOperation

export const changeStaffMe = {
  operationId: 'changeStaffMe',
  method: 'PATCH',
  url: '/admin/v1/me',
  access: 'viewer',
  summary: 'Change the name or the language',
  description: 'Members that are absent stay as they are.',
  body: Type.Object(
    { name: Type.Optional(MemberName), language: Type.Optional(LanguageChoice) },
    { additionalProperties: false },
  ),
  answers: answers({ 200: { description: 'The member.', body: StaffMe } }),
} as const satisfies AdminOperation

const StaffSession = Type.Object(
  {
    session_id: Id('The session.'),
    device: Type.String({ description: 'The browser and the operating system.' }),
    created_at: Instant('When the member signed in'),
    last_seen_at: Instant('When the session was last used'),
    expires_at: Instant('When the session ends if it is not used before'),
    current: Type.Boolean({ description: 'True for the session of this request.' }),
  },
  { $id: 'StaffSession', additionalProperties: false },
)
export type StaffSession = Static<typeof StaffSession>

export const listStaffSessions = {
  operationId: 'listStaffSessions',
  method: 'GET',
  url: '/admin/v1/sessions',
  access: 'viewer',
  summary: 'List the sessions of the member',
  description: 'The sessions of this member that have not ended, the last used first.',
  answers: answers({
    200: {
      description: 'The sessions.',
      body: Type.Object({ sessions: Type.Array(StaffSession) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const endStaffSession = {
  operationId: 'endStaffSession',
  method: 'DELETE',
  url: '/admin/v1/sessions/:session_id',
  access: 'viewer',
  summary: 'End a session of the member',
  description: 'Repeating it changes nothing.',
  params: Type.Object({ session_id: Id('The `session_id` from `listStaffSessions`.') }),
  answers: answers({ 204: { description: 'Ended.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const endOtherStaffSessions = {
  operationId: 'endOtherStaffSessions',
  method: 'DELETE',
  url: '/admin/v1/sessions',
  access: 'viewer',
  summary: 'End all other sessions of the member',
  description: 'Ends every session of this member except the session of this request.',
  answers: answers({ 204: { description: 'Ended.', body: null } }),
} as const satisfies AdminOperation

const Passkey = Type.Object(
  {
    passkey_id: Id('The passkey.'),
    name: Type.String(),
    created_at: Instant('When the passkey was registered'),
    last_used_at: MaybeInstant('When the passkey was last used'),
  },
  { $id: 'Passkey', additionalProperties: false },
)
export type Passkey = Static<typeof Passkey>

export const listPasskeys = {
  operationId: 'listPasskeys',
  method: 'GET',
  url: '/admin/v1/passkeys',
  access: 'viewer',
  summary: 'List the passkeys of the member',
  description: 'The oldest first.',
  answers: answers({
    200: {
      description: 'The passkeys.',
      body: Type.Object({ passkeys: Type.Array(Passkey) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const removePasskey = {
  operationId: 'removePasskey',
  method: 'DELETE',
  url: '/admin/v1/passkeys/:passkey_id',
  access: 'viewer',
  stepUp: true,
  summary: 'Remove a passkey of the member',
  description: 'Refused for the last passkey of a member without a password.',
  params: Type.Object({ passkey_id: Id('The `passkey_id` from `listPasskeys`.') }),
  answers: answers(
    { 204: { description: 'Removed.', body: null } },
    { 404: '`not_found`.', 409: '`last_way_in`: there is no other passkey and no password.' },
  ),
} as const satisfies AdminOperation

export const newRecoveryCodes = {
  operationId: 'newRecoveryCodes',
  method: 'POST',
  url: '/admin/v1/recovery-codes',
  access: 'viewer',
  stepUp: true,
  summary: 'Make new recovery codes',
  description: 'The earlier codes are no longer valid.',
  answers: answers(
    {
      200: {
        description: 'The codes.',
        body: Type.Object({ recovery_codes: RecoveryCodes }, { additionalProperties: false }),
      },
    },
    { 409: '`wrong_state`: the member has no password, so recovery codes are not used.' },
  ),
} as const satisfies AdminOperation

export const startStepUp = {
  operationId: 'startStepUp',
  method: 'POST',
  url: '/admin/v1/step-up/passkey',
  access: 'viewer',
  summary: 'Begin a fresh proof with a passkey',
  description: 'Starts the proof of identity that is needed after the error `step_up_required`.',
  answers: answers(
    { 200: { description: 'The options for the browser.', body: AssertionStarted } },
    { 409: '`wrong_state`: the member has no passkey.' },
  ),
} as const satisfies AdminOperation

export const finishStepUp = {
  operationId: 'finishStepUp',
  method: 'POST',
  url: '/admin/v1/step-up/passkey/:challenge_id',
  access: 'viewer',
  summary: 'Give a fresh proof with a passkey',
  description: 'The proof is valid for ten minutes in this session.',
  params: ChallengeParams,
  body: Type.Object({ credential: AssertionCredential }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The member, with the new proof.', body: SignedIn } },
    { 422: '`challenge_ended` or `proof_refused`.' },
  ),
} as const satisfies AdminOperation

export const stepUpWithCode = {
  operationId: 'stepUpWithCode',
  method: 'POST',
  url: '/admin/v1/step-up/code',
  access: 'viewer',
  summary: 'Give a fresh proof with a code',
  description:
    'The proof is valid for ten minutes in this session. After ten wrong codes in an hour, every code is refused.',
  body: Type.Object(
    {
      code: Type.String({
        minLength: 6,
        maxLength: 40,
        description: 'Six digits of the authenticator app, or a recovery code.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 200: { description: 'The member, with the new proof.', body: SignedIn } },
    { 422: '`proof_refused`.' },
  ),
} as const satisfies AdminOperation

export const ownAccessOperations = [
  readStaffMe,
  changeStaffMe,
  listStaffSessions,
  endStaffSession,
  endOtherStaffSessions,
  listPasskeys,
  removePasskey,
  newRecoveryCodes,
  startStepUp,
  finishStepUp,
  stepUpWithCode,
] as const
