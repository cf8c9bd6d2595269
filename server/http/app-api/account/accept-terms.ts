import type { FastifyInstance } from 'fastify'
import { acceptTerms as operation } from '#contract/app/account.ts'
import { acceptTerms } from '../../../accounts/accepted-terms.ts'
import { Problem } from '../../../lib/problem.ts'
import { mount } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'

/** Records that the caller accepts the terms in force. */
export function mountAcceptTerms(scope: FastifyInstance, needs: MeNeeds): void {
  mount(scope, operation, async ({ caller, body: { version } }) => {
    if (version !== needs.termsVersion) throw notInForce
    await acceptTerms(needs.kysely, { accountId: caller.accountId, version })
    return presentMe(needs, caller)
  })
}

const notInForce = new Problem('wrong_state', (t) => t.accounts.termsNotInForce)
