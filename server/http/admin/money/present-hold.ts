import type { Hold } from '#contract/admin/money/holds.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { HoldRow } from '../../../payments/queries/find-holds.ts'
import { columnsOfJob, columnsOfPartner, presentJobAndPartner } from './present-job.ts'

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

export const holdColumns: Column<Hold>[] = [
  ...membersOf<Hold>('payment_id', 'state', 'source', 'processor', 'amount_cents', 'held_at', 'ends_at'),
  ...membersOf<Hold>('renewals'),
  ...columnsOfJob,
  { header: 'customer_id', value: ({ customer }) => customer?.account_id ?? null },
  { header: 'customer', value: ({ customer }) => customer?.name ?? null },
  ...columnsOfPartner,
]
