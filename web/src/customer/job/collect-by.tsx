import { Alert, Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useLocalTime } from '../../shared/time/local-time.ts'
import { Cancel } from './cancel.tsx'

/** Why cancelling is free although the first minutes are over: the carrier does not do what was agreed. */
const carriersFaults = ['overdue', 'reported', 'carrier_unavailable'] as const

export const carriersFaultOf = ({ cancellation: { allowed, free_because } }: CustomerJob) =>
  allowed ? carriersFaults.find((each) => each === free_because) : undefined

/**
 * The deadline of a carrier who has not collected. When the carrier has missed it, or cannot do the job, the way to
 * cancel is here and not at the end of the page (DESIGN 3, Life).
 */
export function CollectBy({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const local = useLocalTime(job.time.time_zone)
  const { collect_by, refusal } = job.cancellation
  const fault = carriersFaultOf(job)
  const when = collect_by ? local.instant(collect_by) : ''
  if (fault)
    return (
      <Alert color="orange">
        <Stack gap="sm" align="flex-start">
          {t(`cancel.faults.${fault}`, { when })}
          <Cancel job={job} />
        </Stack>
      </Alert>
    )
  // While the carrier's report is not decided, the deadline does not count.
  if (!collect_by || refusal === 'trip_reported') return null
  return (
    <Text size="sm" c="dimmed">
      {t('cancel.collectBy', { when })}
    </Text>
  )
}
