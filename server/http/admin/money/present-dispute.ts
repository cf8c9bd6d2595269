import type { StaffDispute } from '#contract/admin/money/disputes.ts'
import type { DisputeRow } from '../../../payments/queries/find-disputes.ts'
import type { Words } from '../sees-phones.ts'
import { jobCells, partnerCells, presentJobAndPartner } from './present-job.ts'

export const presentDispute = (row: DisputeRow, words: Words): StaffDispute => ({
  reference: row.reference,
  processor: row.processor,
  kind: row.kind,
  state: row.state,
  status: row.status,
  cause: row.cause,
  blocks: row.blocks,
  amount_cents: row.amountCents,
  withdrawn_cents: row.withdrawnCents,
  fee_cents: row.feeCents,
  payment_id: row.paymentId,
  respond_by: row.respondBy?.toISOString() ?? null,
  opened_at: row.openedAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
  released_at: row.releasedAt?.toISOString() ?? null,
  release_reason: row.releaseReason,
  ...presentJobAndPartner(row, words),
})

export const disputeColumns = {
  reference: ({ reference }: StaffDispute) => reference,
  processor: ({ processor }: StaffDispute) => processor,
  kind: ({ kind }: StaffDispute) => kind,
  state: ({ state }: StaffDispute) => state,
  status: ({ status }: StaffDispute) => status,
  cause: ({ cause }: StaffDispute) => cause,
  blocks: ({ blocks }: StaffDispute) => String(blocks),
  amount_cents: ({ amount_cents }: StaffDispute) => amount_cents,
  withdrawn_cents: ({ withdrawn_cents }: StaffDispute) => withdrawn_cents,
  fee_cents: ({ fee_cents }: StaffDispute) => fee_cents,
  payment_id: ({ payment_id }: StaffDispute) => payment_id,
  respond_by: ({ respond_by }: StaffDispute) => respond_by,
  opened_at: ({ opened_at }: StaffDispute) => opened_at,
  closed_at: ({ closed_at }: StaffDispute) => closed_at,
  released_at: ({ released_at }: StaffDispute) => released_at,
  release_reason: ({ release_reason }: StaffDispute) => release_reason,
  ...jobCells,
  ...partnerCells,
}
