import type { LedgerRow } from '#contract/admin/money/ledger.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { LedgerRow as Row } from '../../../payments/queries/find-ledger-rows.ts'
import { columnsOfJob, presentJob } from './present-job.ts'

export const presentLedgerRow = (row: Row, words: Words): LedgerRow => ({
  row_id: row.rowId,
  at: row.at.toISOString(),
  kind: row.kind,
  debit: row.debit,
  credit: row.credit,
  amount_cents: row.amountCents,
  job: presentJob(row, words),
  payment_id: row.paymentId,
  purpose: row.purpose,
  effect:
    row.effectId !== null && row.effectKind !== null
      ? { effect_id: row.effectId, kind: row.effectKind, by_hand: row.byHand ?? false }
      : null,
})

export const ledgerRowColumns: Column<LedgerRow>[] = [
  ...membersOf<LedgerRow>('row_id', 'at', 'kind', 'debit', 'credit', 'amount_cents'),
  ...columnsOfJob,
  ...membersOf<LedgerRow>('payment_id', 'purpose'),
  { header: 'effect_id', value: ({ effect }) => effect?.effect_id ?? null },
  { header: 'effect_kind', value: ({ effect }) => effect?.kind ?? null },
  { header: 'by_hand', value: ({ effect }) => effect?.by_hand ?? null },
]
