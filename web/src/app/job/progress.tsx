import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { dayAndTime } from '../../kit/when.ts'

const steps = ['created', 'posted', 'accepted', 'collected', 'delivered', 'completed'] as const

/** What has happened, with its time, and what is still to come. */
export function Progress({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const all = steps.map((step) => ({ step, at: job[`${step}_at`] }))
  const shown: { step: (typeof steps)[number] | 'cancelled'; at: string | null }[] =
    job.status === 'cancelled'
      ? [...all.filter(({ at }) => at !== null), { step: 'cancelled', at: job.cancelled_at }]
      : all
  return (
    <ol className="app-steps">
      {shown.map(({ step, at }, index) => (
        <li key={step} data-done={at !== null}>
          <span className="app-dot" aria-hidden>
            {at ? <IconCheck size={16} /> : index + 1}
          </span>
          <div>
            <Text span display="block" fw={at ? 600 : 400}>
              {t(`job.${step}`)}
            </Text>
            {at ? (
              <Text span size="sm" c="dimmed">
                <time dateTime={at}>{dayAndTime(at)}</time>
              </Text>
            ) : (
              <VisuallyHidden>{t('job.notYet')}</VisuallyHidden>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
