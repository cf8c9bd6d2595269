import type { LedgerRow } from '#contract/admin/money/ledger.ts'
import type { LedgerRow as Row } from '../../../payments/queries/find-ledger-rows.ts'
import type { Words } from '../sees-phones.ts'
import { jobCells, presentJob } from './present-job.ts'

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

export const ledgerRowColumns = {
  row_id: ({ row_id }: LedgerRow) => row_id,
  at: ({ at }: LedgerRow) => at,
  kind: ({ kind }: LedgerRow) => kind,
  debit: ({ debit }: LedgerRow) => debit,
  credit: ({ credit }: LedgerRow) => credit,
  amount_cents: ({ amount_cents }: LedgerRow) => amount_cents,
  ...jobCells,
  payment_id: ({ payment_id }: LedgerRow) => payment_id,
  purpose: ({ purpose }: LedgerRow) => purpose,
  effect_id: ({ effect }: LedgerRow) => effect?.effect_id ?? null,
  effect_kind: ({ effect }: LedgerRow) => effect?.kind ?? null,
  by_hand: ({ effect }: LedgerRow) => (effect ? String(effect.by_hand) : null),
}
