import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { ApiError } from '../../kit/api.ts'
import { IconPackage } from '../../kit/icons.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { JobCard } from '../../shared/job/job-card.tsx'
import { ReadFailed } from '../../shared/read-failed.tsx'
import { myJobsIn } from '../saved-jobs.ts'
import { ChosenListState } from './list-state.ts'
import { StateFilter } from './state-filter.tsx'

/** The customer's jobs, the newest first, all or those in a state. */
export function JobList() {
  const { t } = useTexts('app')
  const [state, setState] = useContext(ChosenListState)
  const jobs = useInfiniteQuery(myJobsIn(state))
  const { data, error } = jobs
  const isSignedOut = error instanceof ApiError && error.status === 401
  const all = isSignedOut ? undefined : data?.pages.flatMap((page) => page.jobs)
  // A person who has no job yet has nothing to filter.
  const isFirst = state === null && all?.length === 0
  return (
    <Stack>
      {!isFirst && !isSignedOut && <StateFilter state={state} onState={setState} />}
      {!all && (error ? <ReadFailed error={error} onRetry={() => void jobs.refetch()} /> : <Loading />)}
      {isFirst && <None />}
      {state !== null && all?.length === 0 && (
        <Empty icon={<IconPackage size={48} aria-hidden />} title={t(`jobs.none.${state}`)} />
      )}
      {all && all.length > 0 && (
        <ul className="app-job-list">
          {all.map((job) => (
            <li key={job.job_id}>
              <JobCard job={job} to="/app/jobs/$jobId" />
              {job.successor_id && (
                <Link className="app-job-next" to="/app/jobs/$jobId" params={{ jobId: job.successor_id }}>
                  {t('jobs.seeNext')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {jobs.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={jobs.isFetchingNextPage}
          onClick={() => void jobs.fetchNextPage()}
        >
          {t('jobs.more')}
        </Button>
      )}
    </Stack>
  )
}

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
