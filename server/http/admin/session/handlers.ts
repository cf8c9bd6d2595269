import type { sessionOperations } from '#contract/admin/session.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import { requireApplicant, requireInvitation } from '../../../members/applicant.ts'
import { signOutMember } from '../../../members/own-access.ts'
import { loginNameOf } from '../../../members/password-store.ts'
import { finishRegistration, startRegistration } from '../../../members/register-passkey.ts'
import { confirmPassword, type PasswordNeeds, startPassword } from '../../../members/set-password.ts'
import {
  type SignInNeeds,
  signInWithPasskey,
  signInWithPassword,
  startPasskeySignIn,
} from '../../../members/sign-in.ts'
import type { Handlers } from '../../mount.ts'
import { answerSignedIn, type SignedInNeeds } from '../answer-me.ts'
import { visitOf } from '../by-caller.ts'

export type SessionNeeds = SignInNeeds & PasswordNeeds & SignedInNeeds

/** Invitations, sign-in and sign-out, and new ways to sign in. */
export const sessionHandlers: Handlers<typeof sessionOperations, SessionNeeds> = {
  openInvitation:
    (needs) =>
    async ({ body: { token }, request }) => {
      const invitation = await requireInvitation(needs, { token, ...visitOf(request) })
      const { name, role, language, member_id: memberId, expires_at } = invitation
      const member = memberId === null ? null : await loginNameOf(needs.kysely, memberId)
      return {
        name,
        role: role as StaffRole,
        language,
        way_back: memberId !== null,
        has_login_name: Boolean(member?.login_name),
        offers: ['passkey' as const, 'password' as const],
        expires_at,
      }
    },
  /** Starts to register a passkey: for an invited person, or for the signed-in member. */
  startPasskeyRegistration:
    (needs) =>
    async ({ caller: session, body: { token }, request }) => {
      const applicant = await requireApplicant(needs, { token, session, ...visitOf(request) })
      const { id, expiresAt, options } = await startRegistration(needs, applicant)
      return { challenge_id: id, expires_at: expiresAt, options }
    },
  finishPasskeyRegistration:
    (needs) =>
    async ({ caller: session, params, body, request, reply }) => {
      const visit = visitOf(request, needs.cookies)
      const { token, credential, passkey_name, ends_others: endsOthers = false } = body
      const applicant = await requireApplicant(needs, { token, session, ...visit })
      const entered = await finishRegistration(needs, applicant, {
        challengeId: params.challenge_id,
        credential,
        passkeyName: passkey_name || visit.device,
        endsOthers,
        visit,
      })
      return answerSignedIn(needs, { ...entered, memberId: applicant.memberId }, reply)
    },
  setPassword:
    (needs) =>
    async ({ caller: session, body, request }) => {
      const { token, login_name: loginName, password } = body
      const visit = visitOf(request)
      const { clientAddress } = visit
      const applicant = await requireApplicant(needs, { token, session, ...visit })
      const started = await startPassword(needs, applicant, { loginName, password, clientAddress })
      return {
        challenge_id: started.challengeId,
        expires_at: started.expiresAt,
        otpauth_uri: started.uri,
        secret: started.secret,
      }
    },
  /** Stores the password once the authenticator app's code is verified. With an invitation it creates the member. */
  confirmTotp:
    (needs) =>
    async ({ caller: session, params, body, request, reply }) => {
      const visit = visitOf(request, needs.cookies)
      const { token, code, ends_others: endsOthers = false } = body
      const applicant = await requireApplicant(needs, { token, session, ...visit })
      const confirmation = { challengeId: params.challenge_id, code, endsOthers, visit }
      const { recoveryCodes, ...entered } = await confirmPassword(needs, applicant, confirmation)
      const { me } = await answerSignedIn(needs, { ...entered, memberId: applicant.memberId }, reply)
      return { me, recovery_codes: recoveryCodes }
    },
  startPasskeySignIn: (needs) => async () => {
    const { id, expiresAt, options } = await startPasskeySignIn(needs)
    return { challenge_id: id, expires_at: expiresAt, options }
  },
  finishPasskeySignIn:
    (needs) =>
    async ({ params, body: { credential }, request, reply }) => {
      const attempt = { challengeId: params.challenge_id, credential, visit: visitOf(request, needs.cookies) }
      return answerSignedIn(needs, await signInWithPasskey(needs, attempt), reply)
    },
  signInWithPassword:
    (needs) =>
    async ({ body, request, reply }) => {
      const { login_name: loginName, password, code } = body
      const device = needs.cookies.device.read(request)
      const attempt = { loginName, password, code, device, visit: visitOf(request, needs.cookies) }
      return answerSignedIn(needs, await signInWithPassword(needs, attempt), reply)
    },
  staffSignOut:
    ({ kysely, cookies }) =>
    async ({ request, reply }) => {
      const token = cookies.session.read(request)
      if (token === undefined) return
      await signOutMember({ kysely }, { token, visit: visitOf(request) })
      cookies.session.clear(reply)
    },
}
