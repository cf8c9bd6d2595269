import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { call } from '../kit/api.ts'
import { plainReading } from '../kit/query-client.ts'
import type { JobsToSave } from '../shared/save-jobs.ts'

/** The first page of the list, newest first, and the jobs on it that have not ended. */
export const myJobs: JobsToSave = {
  area: 'customer',
  listOperation: listMyJobs.operationId,
  listKey: [listMyJobs.operationId, 'pages'],
  readList: (signal) => call(listMyJobs, { query: {}, signal }),
  readJob: (job_id) => plainReading(readMyJob, { params: { job_id } }),
  isOpen: ({ status }) => status !== 'completed' && status !== 'cancelled',
}
