import type { FastifyInstance } from 'fastify'
import { changeMe } from '#contract/app/account.ts'
import { changeAccount } from '../../../accounts/store.ts'
import { mount } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'

/** Changes name or language of the caller's account. */
export function mountChangeMe(scope: FastifyInstance, needs: MeNeeds): void {
  mount(scope, changeMe, async ({ caller, body }) => {
    await changeAccount(needs.kysely, { accountId: caller.accountId, ...body })
    return presentMe(needs, {
      ...caller,
      name: body.name ?? caller.name,
      language: body.language ?? caller.language,
    })
  })
}
