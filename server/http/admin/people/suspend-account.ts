import type { FastifyInstance } from 'fastify'
import { suspendAccount as operation } from '#contract/admin/accounts.ts'
import { suspendAccount } from '../../../accounts/store.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type AccountNeeds, answerAccount } from './answer-account.ts'

/** Refuses every request of an account from now on. */
export function mountSuspendAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mount(scope, operation, async ({ caller, params: { account_id: accountId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await suspendAccount(needs.kysely, { accountId, by }))) throw notFound
    return answerAccount(needs, caller, accountId)
  })
}
