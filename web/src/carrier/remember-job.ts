import { listCarrierJobs, readCarrier, readCarrierJob, readFeed } from '#contract/app/carrier.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { queryClient, readAgain, reading } from '../kit/query-client.ts'

/** Puts the job of a response into the query cache and refreshes the lists. */
export function rememberJob(job: CarrierJob): void {
  queryClient.setQueryData(reading(readCarrierJob, { params: { job_id: job.job_id } }).queryKey, job)
  void readAgain(listCarrierJobs, readFeed, readEarnings)
  // Giving a job back is a strike, and the third strike suspends the carrier.
  if (job.status === 'cancelled') void readAgain(readCarrier)
}

/** Refreshes the job and the lists after an error: the cached state was stale. */
export function readJobAgain(): void {
  void readAgain(readCarrierJob, listCarrierJobs, readFeed)
}
