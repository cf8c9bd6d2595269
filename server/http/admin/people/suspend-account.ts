import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { suspendAccount as operation } from '#contract/admin/accounts.ts'
import { suspendAccount } from '../../../accounts/store.ts'
import type { Tables } from '../../../db/tables.ts'
import { byMember } from '../../../members/by-member.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Refuses every request of an account from now on. */
export function mountSuspendAccount(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = { ...byMember(caller, visitOf(request)), reason: body.reason }
    if (!(await suspendAccount(kysely, { accountId: params.account_id, by }))) throw notFound
  })
}
