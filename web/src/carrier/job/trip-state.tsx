import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CarrierJob } from '#contract/app/job.ts'
import { answerNotCollected } from '#contract/app/trip-reports.ts'
import { IconAlertTriangle } from '../../kit/icons.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useAct } from './use-act.ts'

/** What became of the carrier's report, while the job goes on. */
export function TripState({ job: { status, collected_at, trip_report } }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  if (!trip_report || status !== 'accepted' || collected_at) return null
  const { status: state, due_at, answer } = trip_report
  if (state !== 'open' && state !== 'answered' && state !== 'dismissed') return null
  return (
    <Alert
      color={state === 'open' ? 'blue' : 'orange'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`trip.state.${state}Title`)}
    >
      <Stack gap="xs">
        {answer && <Text>{t('trip.state.said', { answer })}</Text>}
        <Text>{t(`trip.state.${state}`, { when: due_at ? dayAndTime(due_at) : '' })}</Text>
      </Stack>
    </Alert>
  )
}

/** The customer reported that nothing was collected: the carrier can answer once (decision 66). */
export function NotCollected({ job, isSent }: { job: CarrierJob; isSent: boolean }) {
  const { t } = useTexts('carrier')
  const [text, setText] = useState('')
  const { act, isSending } = useAct(job.job_id)
  const { not_collected: reported } = job
  if (!reported || reported.status !== 'open' || job.collected_at) return null
  const { problem_id, reported_at, answer } = reported
  const words = text.trim()
  const send = () =>
    act(answerNotCollected, { body: { problem_id, text: words } }, t('trip.notCollected.done'))
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('trip.notCollected.title')}>
      {answer || isSent ? (
        <Text>{answer ? t('trip.notCollected.given', { answer }) : t('trip.notCollected.done')}</Text>
      ) : (
        <Stack>
          <Text>{t('trip.notCollected.text', { when: dayAndTime(reported_at) })}</Text>
          <Textarea
            label={t('trip.notCollected.label')}
            autosize
            minRows={2}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            {...limitsOf(answerNotCollected.body, 'text')}
          />
          <Button variant="default" disabled={!words} loading={isSending} onClick={send}>
            {t('trip.notCollected.act')}
          </Button>
        </Stack>
      )}
    </Alert>
  )
}
