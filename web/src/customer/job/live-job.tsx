import { Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { useNewsChannel } from '../../kit/news-channel.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { GivenRating } from '../../shared/job/given-rating.tsx'
import { ItemSection } from '../../shared/job/item.tsx'
import { Photos } from '../../shared/job/photos.tsx'
import { StageMark, stageOf } from '../../shared/job/stage.tsx'
import { Section } from '../../shared/section.tsx'
import { Talk } from '../../shared/talk/talk.tsx'
import { customersTime } from '../../shared/time/send-time.ts'
import { TimeSection } from '../../shared/time/time-section.tsx'
import { forgetAttempt, readAttempt } from '../pay/attempt.ts'
import { isPayingOwed } from '../pay/owes.ts'
import { rememberJob } from '../remember-job.ts'
import { NotesSection } from '../review/notes.tsx'
import { TripSection } from '../review/trip.tsx'
import { WishesSection } from '../review/wishes.tsx'
import { Cancel } from './cancel.tsx'
import { Cancelled } from './cancelled.tsx'
import { CarrierSection } from './carrier.tsx'
import { GoesOnFrom } from './chain.tsx'
import { CollectBy, carriersFaultOf } from './collect-by.tsx'
import { ConfirmDelivery } from './confirm-delivery.tsx'
import { HiddenWarning } from './hidden-warning.tsx'
import { OnTheWay } from './on-the-way.tsx'
import { OwedWarning } from './owed-warning.tsx'
import { Problem } from './problem.tsx'
import { Progress } from './progress.tsx'
import { DeliveryCode, Proofs } from './proofs.tsx'
import { Rate } from './rate.tsx'
import { Receipt } from './receipt.tsx'
import { RefundSentences } from './refunds.tsx'
import { TripAsked } from './trip-asked.tsx'

const TipSection = lazy(() => import('../tip/tip-section.tsx').then((file) => ({ default: file.TipSection })))
const Published = lazy(() => import('./published.tsx').then((file) => ({ default: file.Published })))

/** A published job, updated by the event stream. */
export function LiveJob({ job }: { job: CustomerJob }) {
  // A stored payment attempt means that the customer has just paid on this device.
  const [isNew, setNew] = useState(() => readAttempt(job.job_id) !== null)
  const isPublished = job.status === 'posted' && !job.hidden
  if (!isNew || !isPublished) return <Followed job={job} />
  const showJob = () => {
    forgetAttempt(job.job_id)
    setNew(false)
  }
  return (
    <Suspense fallback={null}>
      <Published job={job} onDone={showJob} />
    </Suspense>
  )
}

function Followed({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const isOpen = job.status === 'posted' || job.status === 'accepted'
  // With `may_confirm`, the button to report a problem is next to the question whether the delivery has arrived.
  return (
    <Shell title={t('job.title')} area="customer" back="/app">
      <Stack>
        {job.way && <OnTheWay job={job} way={job.way} />}
        <Now job={job} />
        <GoesOnFrom job={job} />
        <TripAsked job={job} />
        <CollectBy job={job} />
        {job.status === 'accepted' && !job.collected_at && (
          <TimeSection job={job} sender={customersTime} remember={rememberJob} />
        )}
        {job.hidden && <HiddenWarning job={job} />}
        {isPayingOwed(job) && <OwedWarning job={job} />}
        <DeliveryCode delivery_code={job.delivery_code} />
        <ConfirmDelivery job={job} />
        {job.may_confirm && <Problem job={job} />}
        {job.status === 'cancelled' && <Cancelled job={job} />}
        {job.may_rate && <Rate job={job} />}
        {job.rating_given && <GivenRating rating={job.rating_given} />}
        <Suspense fallback={null}>{job.status === 'completed' && <TipSection job={job} />}</Suspense>
        {job.carrier && !job.successor_id && <CarrierSection job={job} carrier={job.carrier} />}
        <Talk job={job} side="customer" name={job.carrier?.name} />
        {!job.may_confirm && <Problem job={job} />}
        <Section title={t('job.timeline')}>
          <Progress job={job} />
        </Section>
        <Proofs proofs={job.proofs} />
        <Photos photos={job.photos} />
        <ItemSection {...job} />
        <TripSection {...job} hasMap={job.way === null} />
        {!job.successor_id && <Receipt job={job} />}
        {job.status === 'posted' && <WishesSection job={job} />}
        {isOpen && !job.collected_at ? <NotesSection job={job} /> : <WrittenNotes notes={job.notes} />}
        {isOpen && !carriersFaultOf(job) && <Cancel job={job} />}
      </Stack>
    </Shell>
  )
}

/** The job's state in a word and a sentence. Screen readers announce changes. */
function Now({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const stage = stageOf(job)
  const name = job.carrier?.name ?? t('live:now.carrier')
  const now = sentenceOf(job)
  const news = t(`live:news.${useNewsChannel('job_accepted')}`)
  return (
    <div role="status">
      <Stack gap="xs" align="flex-start">
        <h2 className="app-section" data-state-heading tabIndex={-1}>
          {job.title}
        </h2>
        <StageMark stage={stage} />
        {now !== 'draft' && now !== 'hidden' && now !== 'goes_on' && (
          <Text size="lg">{t(`live:now.${now}`, { name, news })}</Text>
        )}
        {job.status !== 'cancelled' && <RefundSentences refunds={job.payment.refunds} />}
        {job.test && <Text c="dimmed">{t('job.testHint')}</Text>}
      </Stack>
    </div>
  )
}

/** Names the sentence about the state. `taken`: paid, but the customer may still confirm the delivery, so no thanks. */
function sentenceOf(job: CustomerJob) {
  if (isPayingOwed(job)) return 'owing'
  if (isWaiting(job)) return 'waiting'
  const stage = stageOf(job)
  if (stage === 'accepted') return beforeCollection(job)
  return stage === 'completed' && job.may_confirm ? 'taken' : stage
}

/** A carrier who has reported that it cannot collect, or does not come, is not to be called about an hour. */
function beforeCollection(job: CustomerJob): 'accepted' | 'agreed' | 'late' | 'unable' {
  const trip = job.trip_report?.status
  if (trip === 'open' || trip === 'answered') return 'unable'
  if (carriersFaultOf(job)) return 'late'
  return job.time.agreed ? 'agreed' : 'accepted'
}

/** Delivered, but the capture waits for the customer or for staff. */
const isWaiting = ({ status, delivered_at, may_confirm, problems, payment }: CustomerJob): boolean =>
  status === 'accepted' &&
  delivered_at !== null &&
  payment.state === 'held' &&
  (may_confirm || problems.some((problem) => problem.status !== 'dismissed'))

function WrittenNotes({ notes }: { notes: string | null }) {
  const { t } = useTexts(['app', 'live'])
  if (!notes) return null
  return (
    <Section title={t('notes.title')}>
      <p className="app-text">{notes}</p>
    </Section>
  )
}
