import type { accountOperations } from '#contract/app/account.ts'
import { acceptTerms } from '../../../accounts/accepted-terms.ts'
import { changeAccount } from '../../../accounts/store.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Handlers } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'

export type AccountNeeds = MeNeeds

/** The caller's account. */
export const accountHandlers: Handlers<typeof accountOperations, AccountNeeds> = {
  readMe:
    (needs) =>
    async ({ caller }) =>
      presentMe(needs, caller),
  changeMe:
    (needs) =>
    async ({ caller, body }) => {
      await changeAccount(needs.kysely, { accountId: caller.accountId, ...body })
      return presentMe(needs, {
        ...caller,
        name: body.name ?? caller.name,
        language: body.language ?? caller.language,
      })
    },
  acceptTerms:
    (needs) =>
    async ({ caller, body: { version } }) => {
      if (version !== needs.termsVersion) throw notInForce
      await acceptTerms(needs.kysely, { accountId: caller.accountId, version })
      return presentMe(needs, caller)
    },
}

const notInForce = new Problem('wrong_state', (t) => t.accounts.termsNotInForce)
