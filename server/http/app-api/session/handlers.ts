import type { Kysely } from 'kysely'
import type { signInOperations } from '#contract/app/account.ts'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import { type CheckNeeds, checkCode } from '../../../accounts/check-code.ts'
import { endOtherSessions, endSession, endSessionOf, listSessions } from '../../../accounts/session-store.ts'
import { type StartNeeds, startSignIn } from '../../../accounts/start-sign-in.ts'
import type { Tables } from '../../../db/tables.ts'
import { hashSessionToken } from '../../../lib/session-token.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { deviceName } from '../../requests/device-name.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'
import { createDeviceCookie, presentedToken, type SessionCookie } from '../session-cookie.ts'

export type SessionNeeds = MeNeeds & {
  kysely: Kysely<Tables>
  signIn: CheckNeeds & StartNeeds
  cookie: SessionCookie
  baseUrl: string
}

/** Signing in and out, and the other sessions of the account. */
export const sessionHandlers: Handlers<typeof signInOperations, SessionNeeds> = {
  startSignIn: ({ signIn, baseUrl }) => {
    const deviceCookie = createDeviceCookie(baseUrl)
    return async ({ body, request }) => {
      const { phone, language, short_id: shortId } = body
      const clientAddress = addressSubject(request.ip)
      const device = deviceCookie.read(request)
      const started = await startSignIn(signIn, { phone, language, clientAddress, shortId, device })
      return {
        challenge_id: started.challengeId,
        expires_at: started.expiresAt,
        resend_after_seconds: started.resendAfterSeconds,
      }
    }
  },
  checkCode: (needs) => {
    const { signIn, cookie, baseUrl, termsVersion } = needs
    const deviceCookie = createDeviceCookie(baseUrl)
    return async ({ params, body, request, reply }) => {
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
    }
  },
  signOut:
    ({ kysely, cookie }) =>
    async ({ request, reply }) => {
      const presented = presentedToken(request, cookie)
      if (presented) await endSessionOf(kysely, hashSessionToken(presented.token))
      if (presented?.by === 'cookie') cookie.clear(reply)
    },
  listDevices:
    ({ kysely }) =>
    async ({ caller }) => {
      const sessions = await listSessions(kysely, caller.accountId)
      return {
        devices: sessions.map(({ id, device, kind, created_at, last_seen_at }) => ({
          session_id: id,
          device,
          kind,
          created_at,
          last_seen_at,
          current: id === caller.sessionId,
        })),
      }
    },
  endDevice:
    ({ kysely }) =>
    async ({ caller, params }) => {
      const { accountId } = caller
      if (!(await endSession(kysely, { accountId, sessionId: params.session_id }))) throw notFound
    },
  endOtherDevices:
    ({ kysely }) =>
    async ({ caller }) => {
      await endOtherSessions(kysely, caller)
    },
}
