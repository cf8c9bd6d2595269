import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CarrierJob } from '#contract/app/job.ts'
import { dayAndTime } from '../../kit/when.ts'
import type { WaitingAct } from './waiting-acts.ts'

type Step = {
  name: 'posted' | 'accepted' | 'collected' | 'delivered' | 'completed' | 'paid_out' | 'cancelled'
  isDone: boolean
  /** Null where nobody wrote the time down. */
  at: string | null
  isWaiting: boolean
}

/** What has happened, with its time; what this phone has yet to send; and what is still to come. */
export function Timeline({ job, waiting }: { job: CarrierJob; waiting: WaitingAct[] }) {
  const { t } = useTranslation('carrier')
  return (
    <ol className="app-steps">
      {stepsOf(job, waiting).map(({ name, isDone, at, isWaiting }, index) => (
        <li key={name} data-done={isDone}>
          <span className="app-dot" aria-hidden>
            {isDone ? <IconCheck size={16} /> : index + 1}
          </span>
          <div>
            <Text span display="block" fw={isDone ? 600 : 400}>
              {t(`job.step.${name}`)}
            </Text>
            {at && (
              <Text span size="sm" c="dimmed">
                <time dateTime={at}>{dayAndTime(at)}</time>
              </Text>
            )}
            {isWaiting && (
              <Text span size="sm">
                {t('job.toSend')}
              </Text>
            )}
            {!isDone && !isWaiting && <VisuallyHidden>{t('job.notYet')}</VisuallyHidden>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(job: CarrierJob, waiting: WaitingAct[]): Step[] {
  const isDelivering = waiting.includes('deliverJob') || waiting.includes('uploadPhoto')
  const told = (name: Exclude<Step['name'], 'paid_out'>, isWaiting = false): Step => {
    const at = job[`${name}_at`]
    return { name, at, isDone: at !== null, isWaiting: isWaiting && at === null }
  }
  const begun = [
    told('posted'),
    told('accepted'),
    told('collected', waiting.includes('collectJob')),
    told('delivered', isDelivering),
  ]
  const paidOut: Step = { name: 'paid_out', at: null, isDone: job.paid_out, isWaiting: false }
  if (job.status !== 'cancelled') return [...begun, told('completed'), paidOut]
  const isOwed = (job.compensation_cents ?? 0) > 0
  return [...begun.filter(({ isDone }) => isDone), told('cancelled'), ...(isOwed ? [paidOut] : [])]
}
