import type { StaffDispute } from '#contract/admin/money/disputes.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { DisputeRow } from '../../../payments/queries/find-disputes.ts'
import { columnsOfJob, columnsOfPartner, presentJobAndPartner } from './present-job.ts'

export const presentDispute = (row: DisputeRow, words: Words): StaffDispute => ({
  reference: row.reference,
  processor: row.processor,
  kind: row.kind,
  state: row.state,
  status: words(row.status),
  cause: words(row.cause),
  blocks: row.blocks,
  amount_cents: row.amountCents,
  withdrawn_cents: row.withdrawnCents,
  fee_cents: row.feeCents,
  payment_id: row.paymentId,
  respond_by: row.respondBy?.toISOString() ?? null,
  opened_at: row.openedAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
  released_at: row.releasedAt?.toISOString() ?? null,
  release_reason: words(row.releaseReason),
  ...presentJobAndPartner(row, words),
})

export const disputeColumns: Column<StaffDispute>[] = [
  ...membersOf<StaffDispute>('reference', 'processor', 'kind', 'state', 'status', 'cause', 'blocks'),
  ...membersOf<StaffDispute>('amount_cents', 'withdrawn_cents', 'fee_cents', 'payment_id', 'respond_by'),
  ...membersOf<StaffDispute>('opened_at', 'closed_at', 'released_at', 'release_reason'),
  ...columnsOfJob,
  ...columnsOfPartner,
]
