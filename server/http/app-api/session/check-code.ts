import type { FastifyInstance } from 'fastify'
import { checkCode as operation } from '#contract/app/account.ts'
import { type CheckNeeds, checkCode } from '../../../accounts/check-code.ts'
import type { StartNeeds } from '../../../accounts/start-sign-in.ts'
import { deviceName } from '../../device-name.ts'
import { mount } from '../../mount.ts'
import { presentMe } from '../present-me.ts'
import { createDeviceCookie, type SessionCookie } from '../session-cookie.ts'

export type CheckCodeNeeds = {
  signIn: CheckNeeds & Pick<StartNeeds, 'deviceProof'>
  cookie: SessionCookie
  baseUrl: string
}

/** Signs in with the code: a browser gets cookies, a native app gets a token. */
export function mountCheckCode(scope: FastifyInstance, { signIn, cookie, baseUrl }: CheckCodeNeeds): void {
  const deviceCookie = createDeviceCookie(baseUrl)
  mount(scope, operation, async ({ params, body, request, reply }) => {
    const { phone, code, kind, device = deviceName(request.headers['user-agent']) } = body
    const challengeId = params.challenge_id
    const { account, token } = await checkCode(signIn, { challengeId, phone, code, kind, device })
    const me = presentMe({ ...account, accountId: account.id })
    if (kind === 'native') return { me, token }
    cookie.write(reply, token)
    deviceCookie.write(reply, await signIn.deviceProof.of(phone))
    return { me }
  })
}
