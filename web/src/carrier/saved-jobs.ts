import { listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { call } from '../kit/api.ts'
import { plainReading } from '../kit/query-client.ts'
import { jobPages } from '../shared/job-pages.ts'
import type { JobsToSave } from '../shared/save-jobs.ts'

/** The carrier's accepted jobs, active or past. */
export const carrierJobsIn = (state: 'active' | 'done') =>
  jobPages([listCarrierJobs.operationId, 'pages', state], (before, signal) =>
    call(listCarrierJobs, { query: { state, ...(before && { before }) }, signal }),
  )

/** The active jobs: the first page has room for more than a carrier can have at a time. */
export const activeJobs: JobsToSave = {
  area: 'carrier',
  list: carrierJobsIn('active'),
  readJob: (job_id) => plainReading(readCarrierJob, { params: { job_id } }),
  isOpen: ({ status }) => status === 'accepted',
}
