import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listMyJobs } from '#contract/app/customer.ts'
import { call } from '../../kit/api.ts'
import { IconPackage } from '../../kit/icons.ts'
import { useLive } from '../../kit/live.ts'
import { Shell } from '../../kit/shell.tsx'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { JobCard } from '../../shared/job/job-card.tsx'
import { ReadFailed } from '../../shared/read-failed.tsx'
import { useSaveJobs } from '../../shared/save-jobs.ts'
import { myJobs } from '../saved-jobs.ts'
import '../../shared/app.css'
import '../customer.css'

/** All jobs of the customer, newest first. */
export function Jobs() {
  const { t } = useTexts('app')
  useLive()
  useSaveJobs(myJobs)
  const jobs = useJobs()
  const { data, error } = jobs
  const all = data?.pages.flatMap((page) => page.jobs)
  return (
    <Shell title={t('title.jobs')} area="customer">
      {!all && (error ? <ReadFailed error={error} onRetry={() => void jobs.refetch()} /> : <Loading />)}
      {all?.length === 0 && <None />}
      {all && all.length > 0 && (
        <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {all.map((job) => (
            <li key={job.job_id}>
              <JobCard job={job} to="/app/jobs/$jobId" />
            </li>
          ))}
        </Stack>
      )}
      {jobs.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={jobs.isFetchingNextPage}
          onClick={() => void jobs.fetchNextPage()}
        >
          {t('jobs.more')}
        </Button>
      )}
    </Shell>
  )
}

const useJobs = () =>
  useInfiniteQuery({
    queryKey: myJobs.listKey,
    queryFn: ({ pageParam, signal }) =>
      call(listMyJobs, { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

function None() {
  const { t } = useTexts('app')
  return (
    <Empty
      icon={<IconPackage size={48} aria-hidden />}
      title={t('jobs.emptyTitle')}
      text={t('jobs.emptyText')}
      action={
        <Button component={Link} to="/app/start">
          {t('jobs.start')}
        </Button>
      }
    />
  )
}
