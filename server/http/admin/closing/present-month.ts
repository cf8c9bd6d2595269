import type { ListedMonth, MonthReport } from '#contract/admin/months.ts'
import type { MonthTotals } from '../../../closing/month-totals.ts'
import type { Month, MonthReport as Report } from '../../../closing/months.ts'
import type { Words } from '../../../lib/shown-words.ts'

type Shown = { totals: Map<string, MonthTotals>; words: Words }

export function presentListedMonth(month: Month, { totals, words }: Shown): ListedMonth {
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

const presentMonth = (month: Month, words: Words): Omit<ListedMonth, 'totals'> => ({
  month: month.month,
  state: month.state,
  closed_at: month.closedAt?.toISOString() ?? null,
  closed_by: month.closedBy,
  reason: words(month.reason),
  checked_at: month.checkedAt?.toISOString() ?? null,
  differs_since: month.differsSince?.toISOString() ?? null,
})

export const presentReport = (report: Report, words: Words): MonthReport => {
  const { figures, differences, checks } = report
  return {
    ...presentMonth(report, words),
    ...figures,
    differences,
    checks: {
      balanced: checks.isBalanced,
      follows_month_before: checks.followsMonthBefore,
      agrees_with_next_month: checks.agreesWithNextMonth,
      ledger_agrees: checks.ledgerAgrees,
      open_differences: checks.openDifferences,
    },
  }
}
