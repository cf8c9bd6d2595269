import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeMe, readMe, signOut } from '#contract/app/account.ts'
import { endSessionOf } from '../../accounts/session-store.ts'
import { hashSessionToken } from '../../accounts/session-token.ts'
import { changeAccount } from '../../accounts/store.ts'
import type { Tables } from '../../db/tables.ts'
import { type DataNeeds, mountData } from './data.ts'
import { mountDevices } from './devices.ts'
import { mountErasure } from './erasure.ts'
import { presentMe } from './present-me.ts'
import { presentedToken } from './presented-token.ts'
import { appRoute } from './route.ts'
import type { SessionCookie } from './session-cookie.ts'
import { mountSignIn, type SignInNeeds } from './sign-in.ts'

export type AccountNeeds = SignInNeeds & DataNeeds & { kysely: Kysely<Tables>; cookie: SessionCookie }

/** Routes for signing in and out, the caller's account, its devices, its data and its deletion. */
export function mountAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  const { kysely, cookie } = needs
  mountSignIn(scope, needs)
  appRoute(scope, readMe, async ({ caller }) => presentMe(caller))
  appRoute(scope, changeMe, async ({ caller, body }) => {
    await changeAccount(kysely, { accountId: caller.accountId, ...body })
    return presentMe({
      ...caller,
      name: body.name ?? caller.name,
      language: body.language ?? caller.language,
    })
  })
  appRoute(scope, signOut, async ({ request, reply }) => {
    const presented = presentedToken(request, cookie)
    if (presented) await endSessionOf(kysely, hashSessionToken(presented.token))
    if (presented?.by === 'cookie') cookie.clear(reply)
  })
  mountDevices(scope, needs)
  mountErasure(scope, needs)
  mountData(scope, needs)
}
