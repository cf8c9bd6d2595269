import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant, LanguageChoice, MaybeInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, ChallengeParams, RecoveryCodes, SignedIn, StaffMe } from './common.ts'
import { AssertionCredential, AssertionStarted } from './passkeys.ts'

export const MemberName = AppLine(1, 80, 'Shown to the other members, and kept in the audit log.')

export const readStaffMe = {
  operationId: 'readStaffMe',
  method: 'GET',
  url: '/admin/v1/me',
  access: 'viewer',
  summary: 'Who is signed in',
  description: 'The member behind this session.',
  answers: answers({ 200: { description: 'The member.', body: StaffMe } }),
} as const satisfies AdminOperation

export const changeStaffMe = {
  operationId: 'changeStaffMe',
  method: 'PATCH',
  url: '/admin/v1/me',
  access: 'viewer',
  summary: 'Change name or language',
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
    device: Type.String({ description: 'Browser and system.' }),
    created_at: Instant('Signed in'),
    last_seen_at: Instant('Last used'),
    expires_at: Instant('Ends then if it is not used before'),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { $id: 'StaffSession', additionalProperties: false },
)
export type StaffSession = Static<typeof StaffSession>

export const listStaffSessions = {
  operationId: 'listStaffSessions',
  method: 'GET',
  url: '/admin/v1/sessions',
  access: 'viewer',
  summary: 'Where the member is signed in',
  description: 'Own sessions that have not ended, the last used first.',
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
  summary: 'End one of the own sessions',
  description: 'Repeating it changes nothing.',
  params: Type.Object({ session_id: Id('Of `listStaffSessions`.') }),
  answers: answers({ 204: { description: 'Ended.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const endOtherStaffSessions = {
  operationId: 'endOtherStaffSessions',
  method: 'DELETE',
  url: '/admin/v1/sessions',
  access: 'viewer',
  summary: 'End the other own sessions',
  description: 'Keeps the session that asks.',
  answers: answers({ 204: { description: 'Ended.', body: null } }),
} as const satisfies AdminOperation

const Passkey = Type.Object(
  {
    passkey_id: Id('The passkey.'),
    name: Type.String(),
    created_at: Instant('Registered'),
    last_used_at: MaybeInstant('Last used'),
  },
  { $id: 'Passkey', additionalProperties: false },
)
export type Passkey = Static<typeof Passkey>

export const listPasskeys = {
  operationId: 'listPasskeys',
  method: 'GET',
  url: '/admin/v1/passkeys',
  access: 'viewer',
  summary: 'The own passkeys',
  description: 'Oldest first.',
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
  summary: 'Remove one of the own passkeys',
  description: 'Never the last way in.',
  params: Type.Object({ passkey_id: Id('Of `listPasskeys`.') }),
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
  description: 'The codes from before no longer work.',
  answers: answers(
    {
      200: {
        description: 'The codes.',
        body: Type.Object({ recovery_codes: RecoveryCodes }, { additionalProperties: false }),
      },
    },
    { 409: '`wrong_state`: the member has no password, so there is no code to replace.' },
  ),
} as const satisfies AdminOperation

export const startStepUp = {
  operationId: 'startStepUp',
  method: 'POST',
  url: '/admin/v1/step-up/passkey',
  access: 'viewer',
  summary: 'Begin a fresh proof with a passkey',
  description: 'For operations that answer `step_up_required`.',
  answers: answers(
    { 200: { description: 'What the browser needs.', body: AssertionStarted } },
    { 409: '`wrong_state`: the member has no passkey.' },
  ),
} as const satisfies AdminOperation

export const finishStepUp = {
  operationId: 'finishStepUp',
  method: 'POST',
  url: '/admin/v1/step-up/passkey/:challenge_id',
  access: 'viewer',
  summary: 'Give a fresh proof with a passkey',
  description: 'Counts for ten minutes in this session.',
  params: ChallengeParams,
  body: Type.Object({ credential: AssertionCredential }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'Proved.', body: SignedIn } },
    { 422: '`challenge_ended` or `proof_refused`.' },
  ),
} as const satisfies AdminOperation

export const stepUpWithCode = {
  operationId: 'stepUpWithCode',
  method: 'POST',
  url: '/admin/v1/step-up/code',
  access: 'viewer',
  summary: 'Give a fresh proof with a code',
  description: 'Counts for ten minutes in this session. At most ten wrong codes in an hour are looked at.',
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
  answers: answers({ 200: { description: 'Proved.', body: SignedIn } }, { 422: '`proof_refused`.' }),
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
