import type { FastifyInstance } from 'fastify'
import { startSignIn as operation } from '#contract/app/account.ts'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import { type StartNeeds, startSignIn } from '../../../accounts/start-sign-in.ts'
import { mount } from '../../mount.ts'
import { createDeviceCookie } from '../session-cookie.ts'

export type StartSignInNeeds = { signIn: StartNeeds; baseUrl: string }

/** Sends a code to a phone number (DESIGN 3, Codes). */
export function mountStartSignIn(scope: FastifyInstance, { signIn, baseUrl }: StartSignInNeeds): void {
  const deviceCookie = createDeviceCookie(baseUrl)
  mount(scope, operation, async ({ body, request }) => {
    const { phone, language, short_id: shortId } = body
    const clientAddress = addressSubject(request.ip)
    const device = deviceCookie.read(request)
    const started = await startSignIn(signIn, { phone, language, clientAddress, shortId, device })
    return {
      challenge_id: started.challengeId,
      expires_at: started.expiresAt.toISOString(),
      resend_after_seconds: started.resendAfterSeconds,
    }
  })
}
