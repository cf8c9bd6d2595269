import type { CustomerJob } from '#contract/app/job.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { type ReadNeeds, readCustomersJob } from '../../../jobs/queries/read-customer-job.ts'
import type { Caller } from '../../callers.ts'
import { presentCustomerJob } from './views.ts'

export type AnswerNeeds = ReadNeeds & {
  links: LinkSettings
  /** The company on a receipt. */
  seller: string
}

/** Response of all customer actions: the current state of the job. */
export async function answerCustomersJob(
  needs: AnswerNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<CustomerJob> {
  const read = await readCustomersJob(needs, { jobId, customerId: caller.accountId })
  return presentCustomerJob(read, needs)
}
