import type { FastifyInstance } from 'fastify'
import { checkCode as operation } from '#contract/app/account.ts'
import { type CheckNeeds, checkCode } from '../../../accounts/check-code.ts'
import type { StartNeeds } from '../../../accounts/start-sign-in.ts'
import { deviceName } from '../../device-name.ts'
import { mount } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'
import { presentedToken } from '../presented-token.ts'
import { createDeviceCookie, type SessionCookie } from '../session-cookie.ts'

export type CheckCodeNeeds = MeNeeds & {
  signIn: CheckNeeds & Pick<StartNeeds, 'deviceProof'>
  cookie: SessionCookie
  baseUrl: string
}

/** Signs in with the code: a browser gets cookies, a native app gets a token. */
export function mountCheckCode(scope: FastifyInstance, needs: CheckCodeNeeds): void {
  const { signIn, cookie, baseUrl, termsVersion } = needs
  const deviceCookie = createDeviceCookie(baseUrl)
  mount(scope, operation, async ({ params, body, request, reply }) => {
    const { phone, code, kind, device = deviceName(request.headers['user-agent']), terms_version } = body
    const challengeId = params.challenge_id
    const acceptedTerms = terms_version === termsVersion ? termsVersion : null
    const { account, token } = await checkCode(signIn, {
      challengeId,
      phone,
      code,
      kind,
      device,
      formerToken: presentedToken(request, cookie)?.token ?? null,
      acceptedTerms,
    })
    const me = await presentMe(needs, { ...account, accountId: account.id })
    if (kind === 'native') return { me, token }
    cookie.write(reply, token)
    deviceCookie.write(reply, await signIn.deviceProof.of(phone))
    return { me }
  })
}
