import type { Hold } from '#contract/admin/money/holds.ts'
import type { HoldRow } from '../../../payments/queries/find-holds.ts'
import type { Words } from '../sees-phones.ts'
import { jobCells, partnerCells, presentJobAndPartner } from './present-job.ts'

export const presentHold = (row: HoldRow, words: Words): Hold => ({
  payment_id: row.paymentId,
  state: row.state,
  source: row.source,
  processor: row.processor,
  amount_cents: row.amountCents,
  held_at: row.heldAt.toISOString(),
  ends_at: row.endsAt?.toISOString() ?? null,
  renewals: row.renewals,
  customer: { account_id: row.customerId, name: words(row.customerName) },
  ...presentJobAndPartner(row, words),
})

export const holdColumns = {
  payment_id: ({ payment_id }: Hold) => payment_id,
  state: ({ state }: Hold) => state,
  source: ({ source }: Hold) => source,
  processor: ({ processor }: Hold) => processor,
  amount_cents: ({ amount_cents }: Hold) => amount_cents,
  held_at: ({ held_at }: Hold) => held_at,
  ends_at: ({ ends_at }: Hold) => ends_at,
  renewals: ({ renewals }: Hold) => renewals,
  ...jobCells,
  customer_id: ({ customer }: Hold) => customer?.account_id ?? null,
  customer: ({ customer }: Hold) => customer?.name ?? null,
  ...partnerCells,
}
