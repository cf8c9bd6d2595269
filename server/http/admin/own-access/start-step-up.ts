import type { FastifyInstance } from 'fastify'
import { startStepUp as operation } from '#contract/admin/own-access.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { startStepUp } from '../../../members/step-up.ts'
import { mount } from '../../mount.ts'

/** Starts a fresh proof with one of the member's passkeys. */
export function mountStartStepUp(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'relyingParty'>,
): void {
  mount(scope, operation, async ({ caller }) => {
    const { id, expiresAt, options } = await startStepUp(needs, caller)
    return { challenge_id: id, expires_at: expiresAt.toISOString(), options }
  })
}
