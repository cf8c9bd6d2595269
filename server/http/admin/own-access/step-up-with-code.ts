import type { FastifyInstance } from 'fastify'
import { stepUpWithCode as operation } from '#contract/admin/own-access.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { stepUpWithCode } from '../../../members/step-up.ts'
import { mount } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Records a fresh proof with a code. */
export function mountStepUpWithCode(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'sealer'>,
): void {
  mount(scope, operation, async ({ caller, body: { code }, request }) => {
    await stepUpWithCode(needs, caller, { code, visit: visitOf(request) })
    return answerMe(needs.kysely, caller.sessionId)
  })
}
