import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { answerTripReport } from '#contract/app/trip-reports.ts'
import { IconAlertTriangle } from '../../kit/icons.ts'
import { limitsOf } from '../../kit/limits.ts'
import { money, percent } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { dayAndTime } from '../../kit/when.ts'
import { toNewState } from '../../shared/new-state.ts'
import { ownPath } from '../../shared/own-path.ts'
import { useSheetAct } from '../../shared/use-sheet-act.ts'
import { rememberJob } from '../remember-job.ts'

type Report = NonNullable<CustomerJob['trip_report']>

/** The carrier reports that it could not be collected: the customer agrees or disagrees (decision 66). */
export function TripAsked({ job }: { job: CustomerJob }) {
  const { t } = useTexts('live')
  const { trip_report: report, carrier } = job
  if (!report || job.status !== 'accepted' || job.collected_at) return null
  const { status, due_at } = report
  if (status !== 'open' && status !== 'answered' && status !== 'dismissed') return null
  const name = carrier?.name ?? t('now.carrier')
  const when = due_at ? dayAndTime(due_at) : ''
  return (
    <Alert
      color={status === 'dismissed' ? 'blue' : 'orange'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`trip.${status}Title`, { name })}
    >
      <Stack>
        {status !== 'dismissed' && <Said report={report} name={name} />}
        <Text>{t(`trip.${status}`, { when, name })}</Text>
        {status === 'open' && <Answer job={job} report={report} />}
      </Stack>
    </Alert>
  )
}

function Said({ report, name }: { report: Report; name: string }) {
  const { t } = useTexts('live')
  const { kind, text, photo, arrived_at } = report
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{t(`trip.kind.${kind}`)}</Text>
        {arrived_at && <Text size="sm">{t('trip.arrived', { when: dayAndTime(arrived_at) })}</Text>}
        {text && <p className="app-text">{t('trip.said', { name, text })}</p>}
      </div>
      {photo && (
        <img
          className="app-photo-whole"
          src={ownPath(photo.url)}
          alt={t('trip.photo', { name })}
          width={photo.width}
          height={photo.height}
          loading="lazy"
        />
      )}
    </Stack>
  )
}

function Answer({ job, report }: { job: CustomerJob; report: Report }) {
  const { t } = useTexts('live')
  const [isDisagreeing, setDisagreeing] = useState(false)
  const [text, setText] = useState('')
  const { answer, isPending, error } = useAnswer(job, report)
  const { fee_cents } = report
  const [fee, total] = [money(fee_cents), money(job.price.total_cents)]
  const share = percent(job.cancellation.rule.carrier_share_percent)
  return (
    <Stack>
      <Refused error={error}>{error}</Refused>
      <Text>{fee_cents > 0 ? t('trip.costs', { fee, total, share }) : t('trip.costsNothing')}</Text>
      {isDisagreeing ? (
        <>
          <Textarea
            label={t('trip.why')}
            description={t('trip.whyHelp')}
            autosize
            minRows={2}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            {...limitsOf(answerTripReport.body, 'text')}
          />
          <Button loading={isPending} onClick={() => answer(false, text.trim())}>
            {t('trip.send')}
          </Button>
          <Button variant="default" onClick={() => setDisagreeing(false)}>
            {t('trip.back')}
          </Button>
        </>
      ) : (
        <>
          <Button loading={isPending} onClick={() => setDisagreeing(true)}>
            {t('trip.disagree')}
          </Button>
          <Button variant="default" loading={isPending} onClick={() => answer(true, '')}>
            {fee_cents > 0 ? t('trip.agreeFee', { fee }) : t('trip.agree')}
          </Button>
        </>
      )}
    </Stack>
  )
}

function useAnswer({ job_id }: CustomerJob, { report_id }: Report) {
  const { t } = useTexts('live')
  const { follow, isPending, error } = useSheetAct(() => {}, t('trip.later'))
  const answer = (agrees: boolean, text: string) => {
    const body = { report_id, agrees, ...(text && { text }) }
    follow(sendReliably(answerTripReport, { params: { job_id }, body }, job_id), {
      onDone: (job) => {
        rememberJob(job)
        notify({ text: t(agrees ? 'trip.agreed' : 'trip.disagreed') })
        toNewState()
      },
    })
  }
  return { answer, isPending, error }
}
