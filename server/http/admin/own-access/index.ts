import type { FastifyInstance } from 'fastify'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import type { MemberCookies } from '../cookies.ts'
import { mountChangeStaffMe } from './change-staff-me.ts'
import { mountEndOtherStaffSessions } from './end-other-staff-sessions.ts'
import { mountEndStaffSession } from './end-staff-session.ts'
import { mountFinishStepUp } from './finish-step-up.ts'
import { mountListPasskeys } from './list-passkeys.ts'
import { mountListStaffSessions } from './list-staff-sessions.ts'
import { mountNewRecoveryCodes } from './new-recovery-codes.ts'
import { mountReadStaffMe } from './read-staff-me.ts'
import { mountRemovePasskey } from './remove-passkey.ts'
import { mountStartStepUp } from './start-step-up.ts'
import { mountStepUpWithCode } from './step-up-with-code.ts'

export type OwnAccessNeeds = Pick<
  SignInNeeds,
  'kysely' | 'surface' | 'relyingParty' | 'sealer' | 'onRefusedProof'
> & { cookies: MemberCookies }

/** What members see and change of how they sign in. */
export function mountOwnAccess(scope: FastifyInstance, needs: OwnAccessNeeds): void {
  mountReadStaffMe(scope, needs)
  mountChangeStaffMe(scope, needs)
  mountListStaffSessions(scope, needs)
  mountEndStaffSession(scope, needs)
  mountEndOtherStaffSessions(scope, needs)
  mountListPasskeys(scope, needs)
  mountRemovePasskey(scope, needs)
  mountNewRecoveryCodes(scope, needs)
  mountStartStepUp(scope, needs)
  mountFinishStepUp(scope, needs)
  mountStepUpWithCode(scope, needs)
}
