type Sent = {
  job_id?: string
  partner_id?: string
  carrier_id?: string
  payment_id?: string
  min_cents?: number
  max_cents?: number
}

/** The filters of a list in the names of `payments/queries`. */
export const filtersOf = <Query extends Sent>({
  job_id: jobId,
  partner_id: partnerId,
  carrier_id: carrierId,
  payment_id: paymentId,
  min_cents: minCents,
  max_cents: maxCents,
  ...named
}: Query) => ({ ...named, jobId, partnerId, carrierId, paymentId, minCents, maxCents })
