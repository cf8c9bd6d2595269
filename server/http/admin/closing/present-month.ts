import type { ListedMonth, MonthReport } from '#contract/admin/months.ts'
import type { Month, MonthReport as Report } from '../../../closing/months.ts'

export const presentMonth = (month: Month): ListedMonth => ({
  month: month.month,
  state: month.state,
  closed_at: month.closedAt?.toISOString() ?? null,
  closed_by: month.closedBy,
  reason: month.reason,
  checked_at: month.checkedAt?.toISOString() ?? null,
  differs_since: month.differsSince?.toISOString() ?? null,
})

export const presentReport = (report: Report): MonthReport => {
  const { figures, differences, checks } = report
  return {
    ...presentMonth(report),
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
