import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { IconTruckDelivery } from '../../kit/icons.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { JobCard } from '../../shared/job/job-card.tsx'
import { CarrierFailed } from '../carrier-failed.tsx'
import { carrierJobsIn } from '../saved-jobs.ts'

type Which = 'active' | 'done'

/** The carrier's accepted jobs, active and past. */
export function CarrierJobList() {
  const { t } = useTexts('carrier')
  const [which, setWhich] = useState<Which>('active')
  const jobs = useInfiniteQuery(carrierJobsIn(which))
  const { data, error } = jobs
  const isSignedOut = error instanceof ApiError && error.status === 401
  const all = isSignedOut ? undefined : data?.pages.flatMap((page) => page.jobs)
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('jobs.which')}
        fullWidth
        value={which}
        onChange={(chosen) => setWhich(chosen)}
        data={(['active', 'done'] as const).map((value) => ({ value, label: t(`jobs.${value}`) }))}
      />
      {!all && (error ? <CarrierFailed error={error} onRetry={() => void jobs.refetch()} /> : <Loading />)}
      {all?.length === 0 && <None which={which} />}
      {all && all.length > 0 && (
        <ul className="carrier-list">
          {all.map((job) => (
            <li key={job.job_id}>
              <JobCard job={job} to="/carrier/jobs/$jobId" />
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

function None({ which }: { which: Which }) {
  const { t } = useTexts('carrier')
  const isActive = which === 'active'
  return (
    <Empty
      icon={<IconTruckDelivery size={48} aria-hidden />}
      title={isActive ? t('jobs.noneActiveTitle') : t('jobs.noneDoneTitle')}
      text={isActive ? t('jobs.noneActiveText') : t('jobs.noneDoneText')}
      action={
        <Button component={Link} to="/carrier">
          {t('jobs.toFeed')}
        </Button>
      }
    />
  )
}
