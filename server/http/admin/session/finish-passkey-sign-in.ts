import type { FastifyInstance } from 'fastify'
import { finishPasskeySignIn } from '#contract/admin/session.ts'
import { type SignInNeeds, signInWithPasskey } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { answerSignedIn, type SignedInNeeds } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Signs in with a passkey. */
export function mountFinishPasskeySignIn(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty' | 'onRefusedProof'> & SignedInNeeds,
): void {
  mount(scope, finishPasskeySignIn, async ({ params, body: { credential }, request, reply }) => {
    const attempt = { challengeId: params.challenge_id, credential, visit: visitOf(request, needs.cookies) }
    return answerSignedIn(needs, await signInWithPasskey(needs, attempt), reply)
  })
}
