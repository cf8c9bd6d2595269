import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import type { PaymentState } from '#contract/vocabulary.ts'
import { ApiError } from '../../kit/api.ts'
import { useLive } from '../../kit/live.ts'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ReadFailed } from '../../shared/read-failed.tsx'
import { useSaveJobs } from '../../shared/save-jobs.ts'
import { IconClockOff } from '../icons.ts'
import { myJobs } from '../saved-jobs.ts'
import '../../shared/app.css'
import '../customer.css'

export const loadReview = () => import('../review/review.tsx')
const Review = lazy(() => loadReview().then((file) => ({ default: file.Review })))
const LiveJob = lazy(() => import('./live-job.tsx').then((file) => ({ default: file.LiveJob })))

/** One job of the customer: the review of a draft, or the state of a published job. */
export function Job() {
  const { t } = useTexts('app')
  const { jobId = '' } = useParams({ strict: false })
  useLive()
  useSaveJobs(myJobs)
  const { data, error, refetch } = useQuery({
    ...reading(readMyJob, { params: { job_id: jobId } }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  })
  // 400: the id in the URL is not a UUID.
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return <Gone wasDraft={data?.status === 'draft'} />
  const loading = (
    <Shell title={t('job.title')} back="/app">
      {error && !data ? <ReadFailed error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
    </Shell>
  )
  if (!data) return loading
  return (
    <Suspense fallback={loading}>
      {data.status === 'draft' ? <Review key={jobId} job={data} /> : <LiveJob key={jobId} job={data} />}
    </Suspense>
  )
}

/** Polls while a payment waits for the processor, and on the way; the event stream reports all other changes. */
function refetchMs(job: CustomerJob | undefined): number | false {
  if (job && movingStates.has(job.payment.state)) return 2_000
  // The stream does not repeat a change of the position after a lost connection.
  return job?.way ? 30_000 : false
}

const movingStates = new Set<PaymentState>(['pending', 'capturing', 'releasing'])

/** Shown on a 404. The server deletes an expired draft, so `wasDraft` comes from the cached job. */
function Gone({ wasDraft }: { wasDraft: boolean }) {
  const { t } = useTexts(['app', 'signIn'])
  return (
    <Shell title={t('job.title')} area="customer" back="/app">
      <Empty
        icon={<IconClockOff size={48} aria-hidden />}
        title={wasDraft ? t('review.goneTitle') : t('review.absentTitle')}
        text={wasDraft ? t('review.goneText') : t('review.absentText')}
        action={
          <Button component={Link} to={wasDraft ? '/app/start' : '/app'}>
            {wasDraft ? t('review.start') : t('signIn:draft.myJobs')}
          </Button>
        }
      />
    </Shell>
  )
}
