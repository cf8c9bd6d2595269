import { useQueryClient } from '@tanstack/react-query'
import type { FeedJob } from '#contract/app/job.ts'
import { useFeedSearch } from './search.ts'
import { feedKeyOf, type Pages } from './use-feed.ts'

/** The job in the list of the present search, at once and offline; does not follow later changes of the cache. */
export function useListedJob(jobId: string): FeedJob | undefined {
  const key = feedKeyOf(useFeedSearch())
  const pages = useQueryClient().getQueryData<Pages>(key)
  return pages?.pages.flatMap(({ jobs }) => jobs).find(({ job_id }) => job_id === jobId)
}

/**
 * The job as it is now, with the distances of the list that it was opened from: read alone, they are those from the
 * base.
 */
export function asListed(job: FeedJob, listed: FeedJob | undefined): FeedJob {
  if (!listed) return job
  const { away_km, away_known, detour_km, hourly } = listed
  return { ...job, away_km, away_known, detour_km, hourly }
}
