import type { FastifyInstance } from 'fastify'
import { eraseAccount as operation } from '#contract/admin/accounts.ts'
import { recordAudit } from '../../../db/audit.ts'
import { Problem } from '../../../lib/problem.ts'
import { eraseAccount } from '../../../privacy/erase-account.ts'
import type { Blocker } from '../../../privacy/erasure-blockers.ts'
import type { Text } from '../../../texts/index.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type AccountNeeds, answerAccount } from './answer-account.ts'

/** Deletes a person on their request. */
export function mountEraseAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mount(scope, operation, async ({ caller, params: { account_id: accountId }, body, request }) => {
    const { reason, money_settled: moneySettled = false } = body
    const targets = [{ type: 'account' as const, id: accountId }]
    const by = byCaller(caller, request, reason)
    const erased = await eraseAccount(needs.kysely, {
      accountId,
      moneySettled,
      before: (trx) => recordAudit(trx, { ...by, act: 'account.erase', targets }),
    })
    if (erased.outcome === 'unknown') throw notFound
    if (erased.outcome === 'blocked') throw notErasable(erased.blockers)
    return answerAccount(needs, caller, accountId)
  })
}

/** A 409 that lists everything that must end before the erasure, and how. */
function notErasable(blockers: Blocker[]): Problem {
  const told = blockers.map(({ reason, count, cents }): [string, Text] => [
    reason,
    (t) => t.people.blockers[reason](count ?? cents ?? 0),
  ])
  return new Problem('wrong_state', (t) => t.people.notErasable(told.map(([, text]) => text(t))), {
    details: Object.fromEntries(told),
  })
}
