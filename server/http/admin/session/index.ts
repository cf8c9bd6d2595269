import type { FastifyInstance } from 'fastify'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import type { SignedInNeeds } from '../answer-me.ts'
import { mountConfirmTotp } from './confirm-totp.ts'
import { mountFinishPasskeyRegistration } from './finish-passkey-registration.ts'
import { mountFinishPasskeySignIn } from './finish-passkey-sign-in.ts'
import { mountOpenInvitation } from './open-invitation.ts'
import { mountSetPassword } from './set-password.ts'
import { mountSignInWithPassword } from './sign-in-with-password.ts'
import { mountStaffSignOut } from './staff-sign-out.ts'
import { mountStartPasskeyRegistration } from './start-passkey-registration.ts'
import { mountStartPasskeySignIn } from './start-passkey-sign-in.ts'

export type SessionNeeds = SignInNeeds & SignedInNeeds

/** Invitations, signing in and out, and new ways in. */
export function mountSession(scope: FastifyInstance, needs: SessionNeeds): void {
  mountOpenInvitation(scope, needs)
  mountStartPasskeyRegistration(scope, needs)
  mountFinishPasskeyRegistration(scope, needs)
  mountSetPassword(scope, needs)
  mountConfirmTotp(scope, needs)
  mountStartPasskeySignIn(scope, needs)
  mountFinishPasskeySignIn(scope, needs)
  mountSignInWithPassword(scope, needs)
  mountStaffSignOut(scope, needs)
}
