import type { FastifyInstance } from 'fastify'
import { finishStepUp as operation } from '#contract/admin/own-access.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { finishStepUp } from '../../../members/step-up.ts'
import { mount } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'
import type { MemberCookies } from '../cookies.ts'
import { visitOf } from '../visit.ts'

/** Records a fresh proof with a passkey. */
export function mountFinishStepUp(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty' | 'onRefusedProof'> & {
    cookies: MemberCookies
  },
): void {
  mount(scope, operation, async ({ caller, params, body: { credential }, request, reply }) => {
    const attempt = { challengeId: params.challenge_id, credential, visit: visitOf(request) }
    needs.cookies.session.write(reply, await finishStepUp(needs, caller, attempt))
    return answerMe(needs.kysely, caller.sessionId)
  })
}
