import type { FastifyInstance } from 'fastify'
import { confirmTotp } from '#contract/admin/session.ts'
import { requireApplicant } from '../../../members/applicant.ts'
import { confirmPassword, type PasswordNeeds } from '../../../members/set-password.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { answerSignedIn, type SignedInNeeds } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Stores the password once the authenticator app gives a right code. With an invitation it makes the member. */
export function mountConfirmTotp(
  scope: FastifyInstance,
  needs: PasswordNeeds & Pick<SignInNeeds, 'surface'> & SignedInNeeds,
): void {
  mount(scope, confirmTotp, async ({ caller: session, params, body, request, reply }) => {
    const visit = visitOf(request, needs.cookies)
    const { token, code, ends_others: endsOthers = false } = body
    const applicant = await requireApplicant(needs, { token, session, ...visit })
    const confirmation = { challengeId: params.challenge_id, code, endsOthers, visit }
    const { recoveryCodes, ...entered } = await confirmPassword(needs, applicant, confirmation)
    const { me } = await answerSignedIn(needs, { ...entered, memberId: applicant.memberId }, reply)
    return { me, recovery_codes: recoveryCodes }
  })
}
