import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { readCarrierJob, readFeedJob } from '#contract/app/carrier.ts'
import { ApiError } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed } from '../carrier-failed.tsx'
import { asListed, useListedJob } from '../feed/listed-job.ts'
import { useFeedSearch } from '../feed/search.ts'
import { useAccept } from '../feed/use-accept.ts'
import { IconTruckOff } from '../icons.ts'
import { AcceptFoot } from './accept-foot.tsx'
import { OfferDetails } from './offer-details.tsx'

/** One job of the feed, with everything that a carrier may see before accepting. */
export function Offer() {
  const { t } = useTexts('carrier')
  const { jobId = '' } = useParams({ strict: false })
  const listed = useListedJob(jobId)
  const { around } = useFeedSearch()
  const accepting = useAccept(jobId)
  const isMine = useIsMine(jobId)
  // Does not read the feed while the accept request is running or after it: the carrier's own job would be "taken".
  const isOpen = accepting.state === 'idle' && !isMine
  const { data, error, refetch } = useQuery({
    ...reading(readFeedJob, { params: { job_id: jobId } }),
    enabled: isOpen,
  })
  const why = error instanceof ApiError ? error : null
  const isGone = why !== null && [404, 409].includes(why.status)
  const job = isGone ? undefined : data ? asListed(data, listed) : listed
  if (isMine && accepting.state === 'idle') {
    return <Navigate to="/carrier/jobs/$jobId" params={{ jobId }} replace />
  }
  return (
    <AreaShell
      title={t('title.offer')}
      back="/carrier"
      {...(job && { footer: <AcceptFoot job={job} {...accepting} /> })}
    >
      {job ? (
        <OfferDetails job={job} around={listed ? around : { kind: 'base' }} />
      ) : isGone ? (
        <Gone jobId={jobId} isTaken={why.code === 'already_taken'} />
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </AreaShell>
  )
}

/** True if the cache has the job as the carrier's own; sends no request. */
function useIsMine(jobId: string): boolean {
  const { data } = useQuery({
    ...reading(readCarrierJob, { params: { job_id: jobId } }),
    enabled: false,
  })
  return data !== undefined
}

/** The job has left the feed. Redirects to the job if this carrier has accepted it. */
function Gone({ jobId, isTaken }: { jobId: string; isTaken: boolean }) {
  const { t } = useTexts('carrier')
  const { data: own, isPending } = useQuery(reading(readCarrierJob, { params: { job_id: jobId } }))
  if (own) return <Navigate to="/carrier/jobs/$jobId" params={{ jobId }} replace />
  if (isPending) return <Loading rows={1} />
  return (
    <Empty
      icon={<IconTruckOff size={48} aria-hidden />}
      title={isTaken ? t('offer.takenTitle') : t('offer.goneTitle')}
      text={isTaken ? t('offer.takenText') : t('offer.goneText')}
      action={
        <Button component={Link} to="/carrier">
          {t('offer.back')}
        </Button>
      }
    />
  )
}
