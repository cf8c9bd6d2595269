import { readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { queryClient, readAgain, reading } from '../kit/query-client.ts'

/** Puts the job of a response into the query cache and refreshes the lists. */
export function rememberJob(job: CustomerJob): void {
  queryClient.setQueryData(reading(readMyJob, { params: { job_id: job.job_id } }).queryKey, job)
  void readAgain({ operationId: 'listMyJobs' })
}
