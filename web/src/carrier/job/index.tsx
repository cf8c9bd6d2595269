import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readCarrierJob } from '#contract/app/carrier.ts'
import type { CarrierJob as Job } from '#contract/app/job.ts'
import { ApiError } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { GivenRating } from '../../shared/job/given-rating.tsx'
import { ItemSection } from '../../shared/job/item.tsx'
import { Photos } from '../../shared/job/photos.tsx'
import { ProofPhoto } from '../../shared/job/proof-photo.tsx'
import { Section } from '../../shared/section.tsx'
import { Talk } from '../../shared/talk/talk.tsx'
import { carriersTime } from '../../shared/time/send-time.ts'
import { TimeSection } from '../../shared/time/time-section.tsx'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed } from '../carrier-failed.tsx'
import { IconFileUnknown } from '../icons.ts'
import { rememberJob } from '../remember-job.ts'
import { AskPosition } from '../way/ask-position.tsx'
import { CannotCollect } from './cannot-collect.tsx'
import { CollectBy } from './collect-by.tsx'
import { Contact } from './contact.tsx'
import { Earned } from './earned.tsx'
import { GiveBack } from './give-back.tsx'
import { LateAlert } from './late-alert.tsx'
import { MainAct, type OpenStep } from './main-act.tsx'
import { Now } from './now.tsx'
import { PaymentWaits } from './payment-waits.tsx'
import { Rate } from './rate.tsx'
import { RefusedAlert } from './refused-alert.tsx'
import { emptyInput, type StepInput } from './step-input.ts'
import { Timeline } from './timeline.tsx'
import { NotCollected, TripState } from './trip-state.tsx'
import { stageWith, useWaitingActs } from './waiting-acts.ts'
import { Where } from './where.tsx'

/** One job of the carrier; the main button is the next step. */
export function CarrierJob() {
  const { t } = useTexts('carrier')
  const { jobId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    ...reading(readCarrierJob, { params: { job_id: jobId } }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  })
  // 400: the id in the URL is not a UUID.
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
  const isSignedOut = error instanceof ApiError && error.status === 401
  if (data && !isUnknown && !isSignedOut) return <Known key={jobId} job={data} />
  return (
    <AreaShell title={t('title.job')} back="/carrier/jobs">
      {isUnknown ? (
        <>
          <LateAlert jobId={jobId} />
          <Unknown />
          {/* The answer to a report of a carrier who has the job no longer. */}
          {location.hash === '#messages-operator' && (
            <Talk job={answeredJob(jobId)} side="carrier" name={null} />
          )}
        </>
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </AreaShell>
  )
}

const answeredJob = (job_id: string) => ({
  job_id,
  messages: {
    together: { open: false, unread: 0, count: 0 },
    operator: { open: false, unread: 0, count: 1 },
  },
})

/** Poll interval in milliseconds while a payment or payout is pending; the event stream reports all other changes. */
function refetchMs(job: Job | undefined): number | false {
  // The payment is blocked until a person decides or a deadline passes; the event stream reports that.
  if (job?.payment_waits) return false
  if (job?.status === 'accepted' && job.delivered_at) return 3_000
  const isOwed = job?.status === 'completed' || (job?.compensation_cents ?? 0) > 0
  return isOwed && !job?.paid_out ? 15_000 : false
}

function Known({ job }: { job: Job }) {
  const { t } = useTexts('carrier')
  const waiting = useWaitingActs(job.job_id)
  const stage = stageWith(job, waiting)
  const isOpen = stage === 'accepted' || stage === 'collected'
  const [opened, setOpened] = useState<OpenStep | null>(null)
  // Kept here: the main button leaves the page while its request is in the queue, and comes back if it is refused.
  const [inputs, setInputs] = useState({ accepted: emptyInput, collected: emptyInput })
  const change = (step: OpenStep, to: (input: StepInput) => StepInput) =>
    setInputs((now) => ({ ...now, [step]: to(now[step]) }))
  return (
    <AreaShell
      title={job.title}
      back="/carrier/jobs"
      {...(isOpen && {
        footer: <MainAct {...{ job, stage, opened, inputs }} onOpened={setOpened} onInput={change} />,
      })}
    >
      <Stack>
        <Now jobId={job.job_id} stage={stage} waiting={waiting} isHeldBack={job.payment_waits !== null} />
        <LateAlert jobId={job.job_id} />
        {stage === 'collected' && job.collected_at && <AskPosition job={job} />}
        {isOpen && <RefusedAlert job={job} stage={stage} onOpen={() => setOpened(stage)} />}
        {stage === 'accepted' && job.collect_by && !isAsked(job) && (
          <CollectBy at={job.collect_by} timeZone={job.time.time_zone} />
        )}
        {stage === 'accepted' && <TimeSection job={job} sender={carriersTime} remember={rememberJob} />}
        <TripState job={job} />
        <NotCollected job={job} isSent={waiting.includes('answerNotCollected')} />
        <PaymentWaits reason={job.payment_waits} />
        {job.may_rate && !waiting.includes('rateCustomer') && <Rate job={job} />}
        <Where job={job} />
        <Contact job={job} />
        <Talk job={job} side="carrier" name={job.customer.name} />
        <ItemSection {...job} />
        <Photos photos={job.photos} />
        {job.notes && (
          <Section title={t('offer.notes')}>
            <p className="app-text">{job.notes}</p>
          </Section>
        )}
        <Earned job={job} />
        <Section title={t('job.timeline')}>
          <Timeline job={job} waiting={waiting} />
        </Section>
        {job.rating_given && <GivenRating rating={job.rating_given} />}
        <ProofPhoto step="collection" photo={job.collection_photo} />
        <ProofPhoto step="delivery" photo={job.delivery_photo} />
        <CannotCollect
          job={job}
          isOffered={stage === 'accepted' && job.may_report_trip && !waiting.includes('reportTrip')}
        />
        <GiveBack job={job} isOffered={stage === 'accepted'} />
      </Stack>
    </AreaShell>
  )
}

/** While the report is not decided, the deadline for the collection does not count. */
const isAsked = ({ trip_report }: Job): boolean =>
  trip_report?.status === 'open' || trip_report?.status === 'answered'

function Unknown() {
  const { t } = useTexts('carrier')
  return (
    <Empty
      icon={<IconFileUnknown size={48} aria-hidden />}
      title={t('job.goneTitle')}
      text={t('job.goneText')}
      action={
        <Button component={Link} to="/carrier/jobs">
          {t('job.toJobs')}
        </Button>
      }
    />
  )
}
