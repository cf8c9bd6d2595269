import { Button, Stack, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { listMyJobs } from '#contract/app/customer.ts'
import type { JobSummary } from '#contract/app/job.ts'
import { call } from '../../kit/api.ts'
import { useLive } from '../../kit/live.ts'
import { money } from '../../kit/money.ts'
import { Shell } from '../../kit/shell.tsx'
import { Empty, Loading } from '../../kit/states.tsx'
import { StageMark, stageOfSummary } from '../job/stage.tsx'
import { ownPath } from '../own-path.ts'
import { ReadFailed } from '../read-failed.tsx'
import '../app.css'

/** All jobs of a customer, the newest first. */
export function Jobs() {
  const { t } = useTranslation('app')
  useLive()
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
              <JobCard job={job} />
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
    queryKey: [listMyJobs.operationId, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listMyJobs, { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

function JobCard({ job }: { job: JobSummary }) {
  const { t } = useTranslation('app')
  const places = { from: job.pickup_place, to: job.dropoff_place }
  return (
    <Link to="/app/jobs/$jobId" params={{ jobId: job.job_id }} className="dray-card app-job">
      <span className="app-thumb">
        {job.photo ? (
          <img src={ownPath(job.photo.url)} alt="" loading="lazy" />
        ) : (
          <IconPackage size={32} aria-hidden />
        )}
      </span>
      <span style={{ minWidth: 0 }}>
        <span className="app-job-name">{job.title}</span>
        <Text span display="block" size="sm" c="dimmed">
          {t('jobs.route', places)}
        </Text>
        <span className="app-job-line">
          <StageMark stage={stageOfSummary(job)} />
          <Text span fw={650}>
            {money(job.amount_cents)}
          </Text>
        </span>
      </span>
    </Link>
  )
}

function None() {
  const { t } = useTranslation('app')
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
