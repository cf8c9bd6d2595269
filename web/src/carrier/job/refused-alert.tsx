import { Alert, Button, Stack, Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { IconAlertTriangle, IconPhone } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCallWords } from '../../shared/calls/call-section.tsx'
import { useRefusedStep } from '../refused-step.ts'
import type { OpenStep } from './main-act.tsx'

type RefusedAlertProps = { job: CarrierJob; stage: OpenStep; onOpen: () => void }

/** A step that was refused, perhaps long after the tap, and the ways on: again, with a photo, or a call. */
export function RefusedAlert({ job, stage, onOpen }: RefusedAlertProps) {
  const { t } = useTexts(['carrier', 'calls'])
  const operation = stage === 'accepted' ? 'collectJob' : 'deliverJob'
  const callWords = useCallWords(job.customer.name)
  const refused = useRefusedStep({ jobId: job.job_id, operation })
  if (!refused || refused.why === 'late') return null
  const { phone } = job.customer
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t(`proof.refused.${refused.why}`)}>
      <Stack gap="xs">
        <Text>{refused.message}</Text>
        <Text>{t('proof.refused.kept')}</Text>
        <Button onClick={onOpen}>{t(`proof.refused.${refused.why}Act`)}</Button>
        {refused.why === 'code' && phone && (
          <Button
            component="a"
            href={`tel:${phone}`}
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
          >
            {callWords('call')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
