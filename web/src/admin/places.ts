/** The addresses of the pages that are about one subject. */
export const placeOf = {
  job: (jobId: string) => ({ to: `/admin/jobs/${jobId}` }),
  carrier: (accountId: string) => ({ to: `/admin/carriers/${accountId}` }),
  customer: (accountId: string) => ({ to: `/admin/customers/${accountId}` }),
  partner: (partnerId: string) => ({ to: `/admin/partners/${partnerId}` }),
}
