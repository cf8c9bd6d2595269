import type { FastifyInstance } from 'fastify'
import { signInWithPassword as operation } from '#contract/admin/session.ts'
import { type SignInNeeds, signInWithPassword } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { answerSignedIn, type SignedInNeeds } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Signs in with name, password and code. */
export function mountSignInWithPassword(scope: FastifyInstance, needs: SignInNeeds & SignedInNeeds): void {
  mount(scope, operation, async ({ body, request, reply }) => {
    const { login_name: loginName, password, code } = body
    const device = needs.cookies.device.read(request)
    const attempt = { loginName, password, code, device, visit: visitOf(request, needs.cookies) }
    return answerSignedIn(needs, await signInWithPassword(needs, attempt), reply)
  })
}
