/** The URLs of the pages that are about one subject. */
export const placeOf = {
  job: (jobId: string) => ({ to: `/admin/jobs/${jobId}` }),
  carrier: (accountId: string) => ({ to: `/admin/carriers/${accountId}` }),
  customer: (accountId: string) => ({ to: `/admin/customers/${accountId}` }),
  partner: (partnerId: string) => ({ to: `/admin/partners/${partnerId}` }),
  reconciliation: (reconciliationId: string) => ({
    to: '/admin/money/reconciliation',
    search: { shown: reconciliationId },
  }),
  closing: (month: string) => ({ to: '/admin/money/closing', search: { month } }),
  receipt: (invoiceId: string) => ({ to: `/admin/money/receipts/${invoiceId}` }),
  wallet: (accountId: string) => ({ to: `/admin/money/wallets/${accountId}` }),
}
