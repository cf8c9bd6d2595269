import { infiniteQueryOptions } from '@tanstack/react-query'
import type { JobSummary } from '#contract/app/job.ts'

type JobPage = { jobs: JobSummary[]; next: string | null }

/** Options for `useInfiniteQuery` of a list of jobs; `read` gets the end of the page before. */
export const jobPages = (
  queryKey: readonly unknown[],
  read: (before: string | null, signal: AbortSignal) => Promise<JobPage>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
