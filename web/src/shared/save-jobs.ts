import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CarrierJob, CustomerJob, JobSummary } from '#contract/app/job.ts'
import { queryClient, type Reading } from '../kit/query-client.ts'
import { listId, type SavedAnswer, type SavedArea, saveOnly } from '../kit/saved-answers.ts'
import { useMe } from '../kit/session.ts'
import type { jobPages } from './job-pages.ts'

/** Most jobs whose details are stored. A page of the list has as many. */
const maxJobs = 20

export type JobsToSave = {
  area: SavedArea
  /** The list, also of the screen that shows it: both have one response. */
  list: ReturnType<typeof jobPages>
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
  const { data: pages, dataUpdatedAt } = useInfiniteQuery({ ...toSave.list, enabled: Boolean(me) })
  const listed = pages?.pages[0]?.jobs ?? []
  const { data } = useQuery({
    // A change of a job refreshes the list, and the open jobs are then read too.
    queryKey: ['jobs to save', toSave.area, dataUpdatedAt],
    queryFn: () => readOpen(toSave, listed),
    // A list that was read, not one that this device had stored.
    enabled: Boolean(me) && dataUpdatedAt > 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (me && data) void saveOnly(toSave.area, answersOf(me.account_id, toSave, data))
  }, [me, data, toSave])
}

type Open = { listed: JobSummary[]; jobs: (CustomerJob | CarrierJob)[] }

async function readOpen({ readJob, isOpen }: JobsToSave, listed: JobSummary[]): Promise<Open> {
  const jobs: Open['jobs'] = []
  for (const { job_id } of listed.filter(isOpen).slice(0, maxJobs))
    jobs.push(await queryClient.fetchQuery({ ...readJob(job_id), gcTime: Number.POSITIVE_INFINITY }))
  return { listed, jobs: jobs.filter(isOpen) }
}

function answersOf(accountId: string, { area, list, readJob }: JobsToSave, { listed, jobs }: Open) {
  const saved = { pages: [{ jobs: listed.map(withoutPhoto), next: null }], pageParams: [null] }
  return [
    { id: listId(area), accountId, queryKey: list.queryKey, data: saved },
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
