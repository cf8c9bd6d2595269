import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeMe, type Me, readMe, signOut } from '#contract/app/account.ts'
import { endSessionOf } from '../../accounts/session-store.ts'
import { hashSessionToken } from '../../accounts/session-token.ts'
import { changeAccount } from '../../accounts/store.ts'
import type { Tables } from '../../db/tables.ts'
import { mountDevices } from './devices.ts'
import { presentedToken } from './presented-token.ts'
import { appRoute, type Caller } from './route.ts'
import type { SessionCookie } from './session-cookie.ts'

export type AccountNeeds = { kysely: Kysely<Tables>; cookie: SessionCookie }

/** Who one is, and signing out. */
export function mountAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  const { kysely, cookie } = needs
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
}

type Shown = Pick<Caller, 'accountId' | 'phone' | 'name' | 'language' | 'carrierStatus'>

export const presentMe = ({ accountId, phone, name, language, carrierStatus }: Shown): Me => ({
  account_id: accountId,
  phone,
  name,
  language,
  carrier_status: carrierStatus,
})
