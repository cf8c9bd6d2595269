import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import type { CarrierJob, JobSummary } from '#contract/app/job.ts'
import { call, type Output } from '../kit/api.ts'
import { queryClient, reading } from '../kit/query-client.ts'
import { type SavedAnswer, saveOnly } from '../kit/saved-answers.ts'
import { useMe } from '../kit/session.ts'

/** Query key of the active jobs; the screen uses the same key. */
export const activeJobsKey = [listCarrierJobs.operationId, 'pages', 'active'] as const

/**
 * Stores the carrier's accepted jobs on this device, so that addresses, floors and phone numbers can be read offline,
 * also after a reload. Photos and finished jobs are not stored.
 */
export function useSaveJobs(): void {
  const me = useMe()
  const { data } = useQuery({
    queryKey: [listCarrierJobs.operationId, 'to keep'],
    queryFn: ({ signal }) => readActive(signal),
    enabled: Boolean(me),
  })
  useEffect(() => {
    if (me && data) void saveOnly(answersOf(me.account_id, data))
  }, [me, data])
}

type Active = { page: Output<typeof listCarrierJobs>; jobs: CarrierJob[] }

/** Reads the first page only: it has room for more jobs than a carrier can have at a time. */
async function readActive(signal: AbortSignal): Promise<Active> {
  const page = await call(listCarrierJobs, { query: { state: 'active' }, signal })
  const jobs: CarrierJob[] = []
  for (const { job_id } of page.jobs) {
    const read = reading(readCarrierJob, { params: { job_id } })
    jobs.push(await queryClient.fetchQuery({ ...read, gcTime: Number.POSITIVE_INFINITY }))
  }
  return { page, jobs: jobs.filter(({ status }) => status === 'accepted') }
}

function answersOf(accountId: string, { page, jobs }: Active): Omit<SavedAnswer, 'savedAt'>[] {
  if (jobs.length === 0) return []
  const listed = page.jobs.filter(({ job_id }) => jobs.some((job) => job.job_id === job_id)).map(withoutPhoto)
  const list = { pages: [{ jobs: listed, next: null }], pageParams: [null] }
  return [
    { id: 'list', accountId, queryKey: activeJobsKey, data: list },
    ...jobs.map((job) => ({
      id: job.job_id,
      accountId,
      queryKey: reading(readCarrierJob, { params: { job_id: job.job_id } }).queryKey,
      data: { ...job, photos: [], delivery_photo: null } satisfies CarrierJob,
    })),
  ]
}

const withoutPhoto = (job: JobSummary): JobSummary => ({ ...job, photo: null })
