import type { Reconciliation, ReconciliationDifference } from '#contract/admin/reconciliation.ts'
import type { DifferenceRow, Reconciliation as Row } from '../../../closing/reconciliations.ts'
import type { Words } from '../../../lib/shown-words.ts'

export const presentReconciliation = (row: Row, words: Words): Reconciliation => ({
  reconciliation_id: row.id,
  processor: row.processor,
  day: row.day,
  state: row.state,
  started_at: row.startedAt?.toISOString() ?? null,
  ended_at: row.endedAt?.toISOString() ?? null,
  last_error: words(row.lastError),
  figures: row.figures,
  elsewhere: row.elsewhere,
  is_more: row.isMore,
  open_differences: row.openDifferences,
  differences: row.differences,
})

export const presentDifference = (row: DifferenceRow, words: Words): ReconciliationDifference => ({
  difference_id: row.id,
  check: row.check,
  kind: row.kind,
  state: row.state,
  payment_id: row.paymentId,
  job_id: row.jobId,
  reference: row.reference,
  ours: row.ours,
  our_cents: row.ourCents,
  theirs: row.theirs,
  their_cents: row.theirCents,
  item_at: row.itemAt.toISOString(),
  found_at: row.foundAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  explained_at: row.explainedAt?.toISOString() ?? null,
  explained_by: row.explainedBy,
  explanation: words(row.explanation),
})
