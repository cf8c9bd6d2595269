import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeMe } from '#contract/app/account.ts'
import { changeAccount } from '../../../accounts/store.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { presentMe } from '../present-me.ts'

/** Changes name or language of the caller's account. */
export function mountChangeMe(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, changeMe, async ({ caller, body }) => {
    await changeAccount(kysely, { accountId: caller.accountId, ...body })
    return presentMe({
      ...caller,
      name: body.name ?? caller.name,
      language: body.language ?? caller.language,
    })
  })
}
