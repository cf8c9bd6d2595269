import type { FastifyInstance } from 'fastify'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import { type CheckNeeds, checkCode as check } from '../../accounts/check-code.ts'
import { type StartNeeds, startSignIn as start } from '../../accounts/start-sign-in.ts'
import { addressSubject } from '../../ratelimit/address-subject.ts'
import { deviceName } from './device-name.ts'
import { presentMe } from './present-me.ts'
import { appRoute } from './route.ts'
import { createDeviceCookie, type SessionCookie } from './session-cookie.ts'

export type SignInNeeds = { signIn: StartNeeds & CheckNeeds; cookie: SessionCookie; baseUrl: string }

/** Routes for signing in with a phone number and a code (DESIGN 3, Codes). */
export function mountSignIn(scope: FastifyInstance, { signIn, cookie, baseUrl }: SignInNeeds): void {
  const deviceCookie = createDeviceCookie(baseUrl)
  appRoute(scope, startSignIn, async ({ body, request }) => {
    const { phone, language, short_id: shortId } = body
    const clientAddress = addressSubject(request.ip)
    const device = deviceCookie.read(request)
    const started = await start(signIn, { phone, language, clientAddress, shortId, device })
    return {
      challenge_id: started.challengeId,
      expires_at: started.expiresAt.toISOString(),
      resend_after_seconds: started.resendAfterSeconds,
    }
  })
  appRoute(scope, checkCode, async ({ params, body, request, reply }) => {
    const { phone, code, kind, device = deviceName(request.headers['user-agent']) } = body
    const challengeId = params.challenge_id
    const { account, token } = await check(signIn, { challengeId, phone, code, kind, device })
    const me = presentMe({ ...account, accountId: account.id })
    if (kind === 'native') return { me, token }
    cookie.write(reply, token)
    deviceCookie.write(reply, await signIn.deviceProof.of(phone))
    return { me }
  })
}
