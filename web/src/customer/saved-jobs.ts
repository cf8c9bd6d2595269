import { type ListState, listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { call } from '../kit/api.ts'
import { plainReading } from '../kit/query-client.ts'
import { jobPages } from '../shared/job-pages.ts'
import type { JobsToSave } from '../shared/save-jobs.ts'

/** The customer's jobs, newest first, all or those in a state. */
export const myJobsIn = (state: ListState | null) =>
  jobPages([listMyJobs.operationId, 'pages', ...(state ? [state] : [])], (before, signal) =>
    call(listMyJobs, { query: { ...(state && { state }), ...(before && { before }) }, signal }),
  )

/** The first page of the whole list, and the jobs on it that have not ended. */
export const myJobs: JobsToSave = {
  area: 'customer',
  list: myJobsIn(null),
  readJob: (job_id) => plainReading(readMyJob, { params: { job_id } }),
  isOpen: ({ status }) => status !== 'completed' && status !== 'cancelled',
}
