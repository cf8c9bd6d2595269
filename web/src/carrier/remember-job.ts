import {
  listCarrierJobs,
  readCarrier,
  readCarrierJob,
  readEarnings,
  readFeed,
} from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { queryClient, readAgain, reading } from '../kit/query-client.ts'

/** What an act answered is what the screens show from now on; lists are read again. */
export function rememberJob(job: CarrierJob): void {
  queryClient.setQueryData(reading(readCarrierJob, { params: { job_id: job.job_id } }).queryKey, job)
  void readAgain(listCarrierJobs, readFeed, readEarnings)
  // Giving back is a strike, and the third suspends.
  if (job.status === 'cancelled') void readAgain(readCarrier)
}

/** After a refusal: what is shown was not what the server knows. */
export function readJobAgain(): void {
  void readAgain(readCarrierJob, listCarrierJobs, readFeed)
}
