import type { FastifyInstance } from 'fastify'
import { readAccount } from '#contract/admin/accounts.ts'
import { mount } from '../../mount.ts'
import { type AccountNeeds, answerAccount } from './answer-account.ts'

/** Reads one person, as a customer. */
export function mountReadAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mount(scope, readAccount, async ({ caller, params }) => answerAccount(needs, caller, params.account_id))
}
