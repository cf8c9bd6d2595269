import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { signOut } from '#contract/app/account.ts'
import { endSessionOf } from '../../../accounts/session-store.ts'
import type { Tables } from '../../../db/tables.ts'
import { hashSessionToken } from '../../../lib/session-token.ts'
import { mount } from '../../mount.ts'
import { presentedToken } from '../presented-token.ts'
import type { SessionCookie } from '../session-cookie.ts'

export type SignOutNeeds = { kysely: Kysely<Tables>; cookie: SessionCookie }

/** Ends the session of the request. */
export function mountSignOut(scope: FastifyInstance, { kysely, cookie }: SignOutNeeds): void {
  mount(scope, signOut, async ({ request, reply }) => {
    const presented = presentedToken(request, cookie)
    if (presented) await endSessionOf(kysely, hashSessionToken(presented.token))
    if (presented?.by === 'cookie') cookie.clear(reply)
  })
}
