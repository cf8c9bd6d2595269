import { type CheckNeeds, codeExpired, requireRightCode } from '../accounts/check-code.ts'
import { useCode } from '../accounts/code-store.ts'
import { Problem } from '../lib/problem.ts'
import { eraseAccount } from './erase-account.ts'
import { type Blocker, findBlockers, isMoney } from './erasure-blockers.ts'

export type EraseMe = { accountId: string; phone: string; challengeId: string; code: string }

/**
 * A person deletes their own account. Requires a new code, which a person who merely found an open browser does not
 * have. Checks the blockers before the code, so that a blocked request does not use up the code.
 *
 * @throws Problem `wrong_state` (409) while something blocks, `code_wrong`, `code_expired` (422).
 */
export async function eraseMe(needs: CheckNeeds, input: EraseMe): Promise<void> {
  const { accountId, challengeId } = input
  const blockers = await findBlockers(needs.kysely, accountId)
  if (blockers.length > 0) throw notErasable(blockers)
  await requireRightCode(needs, input)
  const erased = await eraseAccount(needs.kysely, {
    accountId,
    moneySettled: false,
    before: async (trx) => {
      if (!(await useCode(trx, challengeId))) throw codeExpired
    },
  })
  if (erased.outcome === 'blocked') throw notErasable(erased.blockers)
}

/** A 409 that lists everything that must end before the erasure, and how. */
const notErasable = (blockers: Blocker[]): Problem =>
  new Problem(
    'wrong_state',
    (t) =>
      t.accounts.notErasable(blockers.map(({ reason, cents }) => t.accounts.blockers[reason](cents ?? 0))),
    blockers.some(({ reason }) => isMoney(reason)) ? { asksSupport: true } : {},
  )
