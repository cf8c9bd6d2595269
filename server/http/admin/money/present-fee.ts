import type { Fee } from '#contract/admin/money/fees.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { FeeRow } from '../../../payments/queries/find-fees.ts'
import { columnsOfJob, columnsOfPartner, presentJobAndPartner } from './present-job.ts'

export const presentFee = (row: FeeRow, words: Words): Fee => ({
  row_id: row.rowId,
  kind: row.kind,
  at: row.at.toISOString(),
  earned_cents: row.earnedCents,
  payment_id: row.paymentId,
  ...presentJobAndPartner(row, words),
})

export const feeColumns: Column<Fee>[] = [
  ...membersOf<Fee>('row_id', 'kind', 'at', 'earned_cents', 'payment_id'),
  ...columnsOfJob,
  ...columnsOfPartner,
]
