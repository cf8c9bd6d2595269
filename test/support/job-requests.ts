import { newId } from '../../server/lib/ids.ts'

/** Input of an operation on one job. */
export const at = (jobId: string) => ({ params: { job_id: jobId } })

/** Input of `deliverJob`, without a photo. */
export const delivered = (jobId: string) => ({ ...at(jobId), body: {} })

/** Input of `publishJob`; by default a new payment by card. */
export const pay = (
  jobId: string,
  body: { payment_id?: string; methodId?: string; source?: 'card' | 'wallet' },
) => ({
  ...at(jobId),
  body: {
    payment_id: body.payment_id ?? newId(),
    source: body.source ?? 'card',
    ...(body.methodId && { payment_method_id: body.methodId }),
  },
})
