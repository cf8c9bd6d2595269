import type { Fee } from '#contract/admin/money/fees.ts'
import type { FeeRow } from '../../../payments/queries/find-fees.ts'
import type { Words } from '../sees-phones.ts'
import { jobCells, partnerCells, presentJobAndPartner } from './present-job.ts'

export const presentFee = (row: FeeRow, words: Words): Fee => ({
  row_id: row.rowId,
  kind: row.kind,
  at: row.at.toISOString(),
  earned_cents: row.earnedCents,
  payment_id: row.paymentId,
  ...presentJobAndPartner(row, words),
})

export const feeColumns = {
  row_id: ({ row_id }: Fee) => row_id,
  kind: ({ kind }: Fee) => kind,
  at: ({ at }: Fee) => at,
  earned_cents: ({ earned_cents }: Fee) => earned_cents,
  payment_id: ({ payment_id }: Fee) => payment_id,
  ...jobCells,
  ...partnerCells,
}
