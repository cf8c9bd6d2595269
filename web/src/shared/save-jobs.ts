import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CarrierJob, CustomerJob, JobSummary } from '#contract/app/job.ts'
import { queryClient, type Reading } from '../kit/query-client.ts'
import { listId, type SavedAnswer, type SavedArea, saveOnly } from '../kit/saved-answers.ts'
import { useMe } from '../kit/session.ts'

/** Most jobs whose details are stored. A page of the list has as many. */
const maxJobs = 20

export type JobsToSave = {
  area: SavedArea
  /** Id of the operation that lists the jobs: a change of a job refreshes the queries with this id. */
  listOperation: string
  /** Query key of the screen that shows the list. */
  listKey: readonly unknown[]
  readList: (signal: AbortSignal) => Promise<{ jobs: JobSummary[] }>
  readJob: (jobId: string) => Reading<CustomerJob | CarrierJob>
  isOpen: (job: Pick<JobSummary, 'status'>) => boolean
}

/**
 * Stores the list of jobs, also an empty one, and the open jobs on this device, so addresses, floors, prices and phone
 * numbers can be read offline, also after a reload. Photos, positions and the details of jobs that have ended are not
 * stored.
 */
export function useSaveJobs(toSave: JobsToSave): void {
  const me = useMe()
  const { data } = useQuery({
    queryKey: [toSave.listOperation, 'to keep'],
    queryFn: ({ signal }) => readOpen(toSave, signal),
    enabled: Boolean(me),
  })
  useEffect(() => {
    if (me && data) void saveOnly(toSave.area, answersOf(me.account_id, toSave, data))
  }, [me, data, toSave])
}

type Open = { listed: JobSummary[]; jobs: (CustomerJob | CarrierJob)[] }

async function readOpen({ readList, readJob, isOpen }: JobsToSave, signal: AbortSignal): Promise<Open> {
  const { jobs: listed } = await readList(signal)
  const jobs: Open['jobs'] = []
  for (const { job_id } of listed.filter(isOpen).slice(0, maxJobs))
    jobs.push(await queryClient.fetchQuery({ ...readJob(job_id), gcTime: Number.POSITIVE_INFINITY }))
  return { listed, jobs: jobs.filter(isOpen) }
}

function answersOf(accountId: string, { area, listKey, readJob }: JobsToSave, { listed, jobs }: Open) {
  const list = { pages: [{ jobs: listed.map(withoutPhoto), next: null }], pageParams: [null] }
  return [
    { id: listId(area), accountId, queryKey: listKey, data: list },
    ...jobs.map((job) => ({
      id: job.job_id,
      accountId,
      queryKey: readJob(job.job_id).queryKey,
      data: {
        ...job,
        photos: [],
        collection_photo: null,
        delivery_photo: null,
        ...('proofs' in job && { proofs: job.proofs.map((proof) => ({ ...proof, photo: null })) }),
        trip_report: job.trip_report && { ...job.trip_report, photo: null },
        // A position must not be kept on a device longer than the server keeps it.
        ...('way' in job && { way: job.way && { ...job.way, position: null, arrives_at: null } }),
      },
    })),
  ] satisfies Omit<SavedAnswer, 'savedAt' | 'area'>[]
}

const withoutPhoto = (job: JobSummary): JobSummary => ({ ...job, photo: null })
