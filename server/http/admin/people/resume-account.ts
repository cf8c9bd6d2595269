import type { FastifyInstance } from 'fastify'
import { resumeAccount as operation } from '#contract/admin/accounts.ts'
import { resumeAccount } from '../../../accounts/store.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type AccountNeeds, answerAccount } from './answer-account.ts'

/** Lifts the suspension of an account. */
export function mountResumeAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mount(scope, operation, async ({ caller, params: { account_id: accountId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await resumeAccount(needs.kysely, { accountId, by }))) throw notFound
    return answerAccount(needs, caller, accountId)
  })
}
