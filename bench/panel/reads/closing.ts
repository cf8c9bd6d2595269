import { exportMonth, listMonths, readMonth } from '#contract/admin/months.ts'
import { listReconciliations, readReconciliation } from '#contract/admin/reconciliation.ts'
import {
  exportCarrierStatement,
  exportPartnerStatement,
  readCarrierStatement,
  readPartnerStatement,
} from '#contract/admin/statements.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

/** The comparison with the processor, statements, and the months. */
export const readsOfClosing = (subjects: Subjects): Read[] => {
  const {
    largePartnerId,
    smallPartnerId,
    carrierId,
    reconciliationId,
    closedMonth,
    openMonth,
    currentMonth,
  } = subjects
  const [carrier, large] = [{ account_id: carrierId }, { partner_id: largePartnerId }]
  const query = { month: closedMonth }
  return [
    { name: 'days', operation: listReconciliations },
    ...['differs', 'agrees', 'explained', 'failed', 'running'].map((state) => ({
      name: `days: ${state}`,
      operation: listReconciliations,
      query: { state },
    })),
    { name: 'days: of no processor', operation: listReconciliations, query: { processor: 'none' } },
    {
      name: 'differences of a day',
      operation: readReconciliation,
      params: { reconciliation_id: reconciliationId },
    },
    { name: 'statement of a carrier', operation: readCarrierStatement, params: carrier, query },
    { name: 'statement of a carrier: file', operation: exportCarrierStatement, params: carrier, query },
    { name: 'statement of a large partner', operation: readPartnerStatement, params: large, query },
    { name: 'statement of a large partner: file', operation: exportPartnerStatement, params: large, query },
    {
      name: 'statement of a small partner',
      operation: readPartnerStatement,
      params: { partner_id: smallPartnerId },
      query,
    },
    { name: 'months', operation: listMonths },
    { name: 'a closed month', operation: readMonth, params: { month: closedMonth } },
    { name: 'the last month', operation: readMonth, params: { month: openMonth } },
    { name: 'this month', operation: readMonth, params: { month: currentMonth } },
    { name: 'a closed month: file', operation: exportMonth, params: { month: closedMonth } },
  ]
}
