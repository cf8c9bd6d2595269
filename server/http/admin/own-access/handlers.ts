import type { ownAccessOperations } from '#contract/admin/own-access.ts'
import {
  changeMe,
  endOtherSessions,
  endOwnSession,
  newRecoveryCodes,
  removePasskey,
} from '../../../members/own-access.ts'
import { listPasskeys } from '../../../members/passkey-store.ts'
import { listMemberSessions } from '../../../members/session-store.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { finishStepUp, startStepUp, stepUpWithCode } from '../../../members/step-up.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'
import { visitOf } from '../by-caller.ts'
import type { MemberCookies } from '../cookies.ts'

export type OwnAccessNeeds = Pick<
  SignInNeeds,
  'kysely' | 'surface' | 'relyingParty' | 'sealer' | 'onRefusedProof'
> & { cookies: MemberCookies }

/** What members see and change about their sign-in. */
export const ownAccessHandlers: Handlers<typeof ownAccessOperations, OwnAccessNeeds> = {
  readStaffMe:
    ({ kysely }) =>
    async ({ caller }) =>
      (await answerMe(kysely, caller.sessionId)).me,
  changeStaffMe:
    ({ kysely }) =>
    async ({ caller: session, body: { name, language }, request }) => {
      await changeMe({ kysely }, { session, visit: visitOf(request), name, language })
      return (await answerMe(kysely, session.sessionId)).me
    },
  listStaffSessions:
    ({ kysely }) =>
    async ({ caller }) => {
      const sessions = await listMemberSessions(kysely, caller.memberId)
      return {
        sessions: sessions.map(({ id, device, created_at, last_seen_at, expires_at }) => ({
          session_id: id,
          device,
          created_at,
          last_seen_at,
          expires_at,
          current: id === caller.sessionId,
        })),
      }
    },
  endStaffSession:
    ({ kysely }) =>
    async ({ caller: session, params, request }) => {
      const own = { session, visit: visitOf(request), sessionId: params.session_id }
      if (!(await endOwnSession({ kysely }, own))) throw notFound
    },
  endOtherStaffSessions:
    ({ kysely }) =>
    async ({ caller: session, request }) => {
      await endOtherSessions({ kysely }, { session, visit: visitOf(request) })
    },
  listPasskeys:
    ({ kysely }) =>
    async ({ caller }) => {
      const passkeys = await listPasskeys(kysely, caller.memberId)
      return {
        passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
          passkey_id: id,
          name,
          created_at,
          last_used_at,
        })),
      }
    },
  removePasskey:
    ({ kysely }) =>
    async ({ caller: session, params, request }) => {
      const own = { session, visit: visitOf(request), passkeyId: params.passkey_id }
      if (!(await removePasskey({ kysely }, own))) throw notFound
    },
  newRecoveryCodes:
    ({ kysely }) =>
    async ({ caller: session, request }) => ({
      recovery_codes: await newRecoveryCodes({ kysely }, { session, visit: visitOf(request) }),
    }),
  startStepUp:
    (needs) =>
    async ({ caller }) => {
      const { id, expiresAt, options } = await startStepUp(needs, caller)
      return { challenge_id: id, expires_at: expiresAt, options }
    },
  finishStepUp:
    (needs) =>
    async ({ caller, params, body: { credential }, request, reply }) => {
      const attempt = { challengeId: params.challenge_id, credential, visit: visitOf(request) }
      needs.cookies.session.write(reply, await finishStepUp(needs, caller, attempt))
      return answerMe(needs.kysely, caller.sessionId)
    },
  stepUpWithCode:
    (needs) =>
    async ({ caller, body: { code }, request, reply }) => {
      const token = await stepUpWithCode(needs, caller, { code, visit: visitOf(request) })
      needs.cookies.session.write(reply, token)
      return answerMe(needs.kysely, caller.sessionId)
    },
}
