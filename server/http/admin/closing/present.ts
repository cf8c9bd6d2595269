import type { ListedMonth, MonthReport } from '#contract/admin/months.ts'
import type { Reconciliation, ReconciliationDifference } from '#contract/admin/reconciliation.ts'
import type { CarrierStatement, PartnerStatement } from '#contract/admin/statements.ts'
import type { Answered } from '#contract/app/common.ts'
import type { CarrierStatementLine, PartnerStatementLine } from '#contract/statement.ts'
import type { CarrierLine, CarrierStatement as OfCarrier } from '../../../closing/carrier-statement.ts'
import type { MonthTotals } from '../../../closing/month-totals.ts'
import { booksOf, type Month, type MonthReport as Report } from '../../../closing/months.ts'
import type {
  PartnerStatement as OfPartner,
  PartnerLine,
  PartnerSums,
} from '../../../closing/partner-statement.ts'
import type { DifferenceRow, Reconciliation as Row } from '../../../closing/reconciliations.ts'
import type { Words } from '../../../lib/shown-words.ts'

export const presentReconciliation = (row: Row, words: Words): Answered<Reconciliation> => ({
  reconciliation_id: row.id,
  processor: row.processor,
  day: row.day,
  state: row.state,
  started_at: row.startedAt,
  ended_at: row.endedAt,
  last_error: words(row.lastError),
  figures: row.figures,
  elsewhere: row.elsewhere,
  is_more: row.isMore,
  open_differences: row.openDifferences,
  differences: row.differences,
})

export const presentDifference = (row: DifferenceRow, words: Words): Answered<ReconciliationDifference> => ({
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
  item_at: row.itemAt,
  found_at: row.foundAt,
  settled_at: row.settledAt,
  explained_at: row.explainedAt,
  explained_by: row.explainedBy,
  explanation: words(row.explanation),
})

type Shown = { totals: Map<string, MonthTotals>; words: Words }

export function presentListedMonth(month: Month, { totals, words }: Shown): Answered<ListedMonth> {
  const of = totals.get(month.month)
  return {
    ...presentMonth(month, words),
    totals: {
      captured_cents: of?.capturedCents ?? 0,
      refunded_cents: of?.refundedCents ?? 0,
      fees_cents: of?.feesCents ?? 0,
      paid_out_cents: of?.paidOutCents ?? 0,
    },
  }
}

const presentMonth = (month: Month, words: Words): Answered<Omit<ListedMonth, 'totals'>> => ({
  month: month.month,
  state: month.state,
  closed_at: month.closedAt,
  closed_by: month.closedBy,
  reason: words(month.reason),
  checked_at: month.checkedAt,
  differs_since: month.differsSince,
})

export const presentReport = (report: Report, words: Words): Answered<MonthReport> => ({
  ...presentMonth(report, words),
  ...booksOf(report),
})

export const presentCarrierStatement = (statement: OfCarrier, words: Words): Answered<CarrierStatement> => ({
  account_id: statement.accountId,
  name: words(statement.name),
  month: statement.month,
  from: statement.from,
  to: statement.to,
  opening_cents: statement.openingCents,
  closing_cents: statement.closingCents,
  totals: statement.totals.map(({ kind, lines, amountCents }) => ({
    kind,
    lines,
    amount_cents: amountCents,
  })),
  lines: statement.lines.map(presentCarrierLine),
  next: statement.next,
})

const presentCarrierLine = ({
  id,
  at,
  kind,
  jobId,
  shortId,
  amountCents,
}: CarrierLine): Answered<CarrierStatementLine> => ({
  line_id: id,
  at,
  kind,
  job_id: jobId,
  short_id: shortId,
  amount_cents: amountCents,
})

export const presentPartnerStatement = (statement: OfPartner, words: Words): Answered<PartnerStatement> => ({
  partner_id: statement.partnerId,
  company_name: statement.companyName,
  month: statement.month,
  from: statement.from,
  to: statement.to,
  jobs: statement.jobs,
  totals: {
    ...presentSums(statement.totals),
    lines: statement.totals.lines,
    cancellation_cents: statement.totals.cancellationCents,
  },
  lines: statement.lines.map((line) => presentPartnerLine(line, words)),
  next: statement.next,
})

const presentPartnerLine = (line: PartnerLine, words: Words): Answered<PartnerStatementLine> => ({
  job_id: line.jobId,
  short_id: line.shortId,
  external_reference: words(line.externalReference),
  handed_over_job_id: line.handedOverJobId,
  status: line.status,
  at: line.at,
  ...presentSums(line),
})

const presentSums = (sums: PartnerSums) => ({
  captured_cents: sums.capturedCents,
  refunded_cents: sums.refundedCents,
  carrier_cents: sums.carrierCents,
  platform_cents: sums.platformCents,
  waiting_cents: sums.waitingCents,
})
