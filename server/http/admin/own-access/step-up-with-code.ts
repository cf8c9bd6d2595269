import type { FastifyInstance } from 'fastify'
import { stepUpWithCode as operation } from '#contract/admin/own-access.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { stepUpWithCode } from '../../../members/step-up.ts'
import { mount } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'
import type { MemberCookies } from '../cookies.ts'
import { visitOf } from '../visit.ts'

/** Records a fresh proof with a code. */
export function mountStepUpWithCode(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'sealer' | 'onRefusedProof'> & { cookies: MemberCookies },
): void {
  mount(scope, operation, async ({ caller, body: { code }, request, reply }) => {
    const token = await stepUpWithCode(needs, caller, { code, visit: visitOf(request) })
    needs.cookies.session.write(reply, token)
    return answerMe(needs.kysely, caller.sessionId)
  })
}
