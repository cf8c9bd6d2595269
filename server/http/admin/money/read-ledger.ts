import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readLedger as operation } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { readLedgerBalances } from '../../../today/ledger.ts'
import { mount } from '../../mount.ts'

/** Reads the result of the last check of the ledger. */
export function mountReadLedger(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async () => {
    const { balanced, checkedAt, unbalancedSince, differences, balances } = await readLedgerBalances(kysely)
    return {
      balanced,
      checked_at: checkedAt?.toISOString() ?? null,
      unbalanced_since: unbalancedSince?.toISOString() ?? null,
      differences,
      balances,
    }
  })
}
