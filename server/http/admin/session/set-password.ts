import type { FastifyInstance } from 'fastify'
import { setPassword } from '#contract/admin/session.ts'
import { requireApplicant } from '../../../members/applicant.ts'
import { type PasswordNeeds, startPassword } from '../../../members/set-password.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Starts to set a password: of the holder of an invitation, or of the member who is signed in. */
export function mountSetPassword(
  scope: FastifyInstance,
  needs: PasswordNeeds & Pick<SignInNeeds, 'surface'>,
): void {
  mount(scope, setPassword, async ({ caller: session, body, request }) => {
    const { token, login_name: loginName, password } = body
    const visit = visitOf(request)
    const { clientAddress } = visit
    const applicant = await requireApplicant(needs, { token, session, ...visit })
    const started = await startPassword(needs, applicant, { loginName, password, clientAddress })
    return {
      challenge_id: started.challengeId,
      expires_at: started.expiresAt.toISOString(),
      otpauth_uri: started.uri,
      secret: started.secret,
    }
  })
}
