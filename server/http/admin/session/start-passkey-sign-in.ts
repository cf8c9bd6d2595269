import type { FastifyInstance } from 'fastify'
import { startPasskeySignIn as operation } from '#contract/admin/session.ts'
import { type SignInNeeds, startPasskeySignIn } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'

/** Starts a sign-in with any passkey that the browser finds. */
export function mountStartPasskeySignIn(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'relyingParty'>,
): void {
  mount(scope, operation, async () => {
    const { id, expiresAt, options } = await startPasskeySignIn(needs)
    return { challenge_id: id, expires_at: expiresAt.toISOString(), options }
  })
}
