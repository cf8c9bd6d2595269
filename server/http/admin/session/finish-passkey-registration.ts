import type { FastifyInstance } from 'fastify'
import { finishPasskeyRegistration } from '#contract/admin/session.ts'
import { requireApplicant } from '../../../members/applicant.ts'
import { finishRegistration } from '../../../members/register-passkey.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { answerSignedIn, type SignedInNeeds } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Registers a passkey. With an invitation it makes the member and signs in. */
export function mountFinishPasskeyRegistration(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty'> & SignedInNeeds,
): void {
  mount(scope, finishPasskeyRegistration, async ({ caller: session, params, body, request, reply }) => {
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
  })
}
