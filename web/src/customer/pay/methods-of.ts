import type { CustomerJob } from '#contract/app/job.ts'
import { listPaymentMethods } from '#contract/app/payments.ts'
import { reading } from '../../kit/query-client.ts'

/** The cards that can pay for this job: a test job is always paid with cards of the sandbox. */
export const methodsOf = (job: Pick<CustomerJob, 'job_id' | 'test'>) =>
  reading(listPaymentMethods, job.test ? { query: { job_id: job.job_id } } : {})
