import type { FastifyInstance } from 'fastify'
import { eraseMe as operation } from '#contract/app/account.ts'
import type { CheckNeeds } from '../../../accounts/check-code.ts'
import { eraseMe } from '../../../privacy/erase-me.ts'
import { mount } from '../../mount.ts'
import type { SessionCookie } from '../session-cookie.ts'

export type EraseMeNeeds = { signIn: CheckNeeds; cookie: SessionCookie }

/** Deletes the caller's account. */
export function mountEraseMe(scope: FastifyInstance, { signIn, cookie }: EraseMeNeeds): void {
  mount(scope, operation, async ({ caller, body, reply }) => {
    const { challenge_id: challengeId, code } = body
    await eraseMe(signIn, { accountId: caller.accountId, phone: caller.phone, challengeId, code })
    cookie.clear(reply)
  })
}
