import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { dayAndTime } from '../../kit/when.ts'

/** The deadline of a carrier who has not collected, and what holds once it has passed (DESIGN 3, Life). */
export function CollectBy({ job: { cancellation } }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const { collect_by, free_because } = cancellation
  if (!collect_by) return null
  const when = dayAndTime(collect_by)
  if (free_because === 'overdue') return <Alert color="orange">{t('cancel.late', { when })}</Alert>
  return (
    <Text size="sm" c="dimmed">
      {t('cancel.collectBy', { when })}
    </Text>
  )
}
