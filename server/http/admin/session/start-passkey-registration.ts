import type { FastifyInstance } from 'fastify'
import { startPasskeyRegistration } from '#contract/admin/session.ts'
import { requireApplicant } from '../../../members/applicant.ts'
import { startRegistration } from '../../../members/register-passkey.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Starts to register a passkey: of the holder of an invitation, or of the member who is signed in. */
export function mountStartPasskeyRegistration(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty'>,
): void {
  mount(scope, startPasskeyRegistration, async ({ caller: session, body: { token }, request }) => {
    const applicant = await requireApplicant(needs, { token, session, ...visitOf(request) })
    const { id, expiresAt, options } = await startRegistration(needs, applicant)
    return { challenge_id: id, expires_at: expiresAt.toISOString(), options }
  })
}
