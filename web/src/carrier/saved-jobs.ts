import { listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import { call } from '../kit/api.ts'
import { plainReading } from '../kit/query-client.ts'
import type { JobsToSave } from '../shared/save-jobs.ts'

/** The accepted jobs: the first page has room for more than a carrier can have at a time. */
export const activeJobs: JobsToSave = {
  area: 'carrier',
  listOperation: listCarrierJobs.operationId,
  listKey: [listCarrierJobs.operationId, 'pages', 'active'],
  readList: (signal) => call(listCarrierJobs, { query: { state: 'active' }, signal }),
  readJob: (job_id) => plainReading(readCarrierJob, { params: { job_id } }),
  isOpen: ({ status }) => status === 'accepted',
}
