import { Button, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { JobProblem, TripReport } from '#contract/app/job-parts.ts'
import type { JobTime } from '#contract/app/time.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useWaiting } from '../../kit/waiting.ts'
import { useCloseButton } from '../close-button.ts'
import { Section } from '../section.tsx'
import { useLocalTime } from './local-time.ts'
import { type TimeSender, timeOperations } from './send-time.ts'
import { useTimeActs } from './use-time-acts.ts'
import { WishList } from './wish-list.tsx'

const ProposeForm = lazy(() => import('./propose-form.tsx').then((file) => ({ default: file.ProposeForm })))

type TimedJob = {
  job_id: string
  time: JobTime
  trip_report: Pick<TripReport, 'status'> | null
  /** As the customer sees the job. */
  problems?: Pick<JobProblem, 'kind' | 'status'>[]
  /** As the carrier sees the job. */
  not_collected?: Pick<JobProblem, 'status'> | null
}

type TimeSectionProps<J> = { job: TimedJob; sender: TimeSender<J>; remember: (job: J) => void }

/** The time of the collection of an accepted job, for both sides: agree, propose, move (decision 69). */
export function TimeSection<J extends TimedJob>({ job, sender, remember }: TimeSectionProps<J>) {
  const { t } = useTexts('time')
  const isWaiting = useWaiting().some(
    ({ lane, operationId }) => lane === job.job_id && timeOperations.includes(operationId),
  )
  const { time_zone, agreed, proposed, wishes } = job.time
  const { side } = sender
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <State time={job.time} side={side} />
        {!agreed && wishes.length > 0 && (
          <WishList
            label={t(side === 'carrier' ? 'suits' : 'youWished')}
            wishes={wishes}
            timeZone={time_zone}
          />
        )}
        {isReported(job) && <Text size="sm">{t('withdraws')}</Text>}
        {isWaiting ? (
          <Text size="sm">{t('later')}</Text>
        ) : (
          <Acts job={job} sender={sender} remember={remember} isAsked={isAsked(proposed, side)} />
        )}
      </Stack>
    </Section>
  )
}

/** The report of one side is not decided: a new time withdraws or answers it. */
const isReported = (job: TimedJob): boolean =>
  job.trip_report?.status === 'open' || job.trip_report?.status === 'answered' || isUncollected(job)

const isUncollected = ({ problems = [], not_collected }: TimedJob): boolean =>
  not_collected?.status === 'open' ||
  problems.some(({ kind, status }) => kind === 'not_collected' && status === 'open')

const isAsked = (proposed: JobTime['proposed'], side: string): boolean =>
  proposed !== null && proposed.by !== side

/** What is agreed and proposed. Screen readers announce changes. */
function State({ time, side }: { time: JobTime; side: TimeSender<unknown>['side'] }) {
  const { t } = useTexts('time')
  const local = useLocalTime(time.time_zone)
  const { agreed, proposed } = time
  const asked = isAsked(proposed, side)
  return (
    <div role="status">
      {agreed && <Text fw={asked ? 400 : 600}>{t('agreed', { when: local.span(agreed) })}</Text>}
      {!agreed && !proposed && <Text>{t(`none.${side}`)}</Text>}
      {proposed && (
        <Text fw={asked ? 600 : 400}>
          {t(`${asked ? 'asks' : 'waits'}.${side}`, { when: local.span(proposed) })}
        </Text>
      )}
      {agreed && proposed && (
        <Text size="sm" c="dimmed">
          {t('untilThen')}
        </Text>
      )}
    </div>
  )
}

function Acts<J extends TimedJob>({
  job,
  sender,
  remember,
  isAsked: asked,
}: TimeSectionProps<J> & { isAsked: boolean }) {
  const { t } = useTexts('time')
  const closeButton = useCloseButton()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { propose, agree, isPending, error } = useTimeActs(job, { sender, remember, onClose: close })
  const { agreed, proposed, may_propose } = job.time
  const words = proposed ? 'other' : agreed ? 'move' : 'propose'
  return (
    <>
      {!isOpen && <Refused error={error}>{error}</Refused>}
      {proposed && asked && (
        <Button loading={isPending} onClick={() => agree(proposed.window_id)}>
          {t('agree')}
        </Button>
      )}
      {may_propose ? (
        <Button variant={agreed || proposed ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {t(words)}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('left')}
        </Text>
      )}
      <Modal closeButtonProps={closeButton} opened={isOpen} onClose={close} title={t('form.title')}>
        <Suspense fallback={null}>
          <ProposeForm
            time={job.time}
            isCarrier={sender.side === 'carrier'}
            isPending={isPending}
            error={error}
            onChosen={propose}
            onClose={close}
          />
        </Suspense>
      </Modal>
    </>
  )
}
