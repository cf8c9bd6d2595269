import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { readFeed } from '#contract/app/carrier.ts'
import type { FeedJob } from '#contract/app/job.ts'
import type { Output } from '../../kit/api.ts'
import { feedKey } from './use-feed.ts'

/** The job in the cached feed, at once and offline; does not follow later changes of the cache. */
export function useListedJob(jobId: string): FeedJob | undefined {
  const pages = useQueryClient().getQueryData<InfiniteData<Output<typeof readFeed>>>(feedKey)
  return pages?.pages.flatMap(({ jobs }) => jobs).find(({ job_id }) => job_id === jobId)
}
