import type { Kysely } from 'kysely'
import type { Ledger } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { readLedgerBalances } from '../../../today/ledger.ts'

/** The result of the last check of the ledger. */
export async function answerLedger(kysely: Kysely<Tables>): Promise<Ledger> {
  const ledger = await readLedgerBalances(kysely)
  const { balanced, checkedAt, wholeCheckedAt, unbalancedSince, differences, balances } = ledger
  return {
    balanced,
    checked_at: checkedAt?.toISOString() ?? null,
    whole_checked_at: wholeCheckedAt?.toISOString() ?? null,
    checking: ledger.isAsked,
    unbalanced_since: unbalancedSince?.toISOString() ?? null,
    differences,
    balances,
  }
}
