import { Alert, Stack, Text } from '@mantine/core'
import { SupportLink } from '../../kit/company-links.tsx'
import { IconAlertTriangle } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useRefusedStep } from '../refused-step.ts'

/** A step that arrived after its job was cancelled or moved, with the contact: also if the job cannot be read now. */
export function LateAlert({ jobId }: { jobId: string }) {
  const { t } = useTexts('carrier')
  const collected = useRefusedStep({ jobId, operation: 'collectJob' })
  const delivered = useRefusedStep({ jobId, operation: 'deliverJob' })
  const late = [delivered, collected].find((step) => step?.why === 'late')
  if (!late) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('proof.refused.late')}>
      <Stack gap="xs" align="flex-start">
        <Text>{late.message}</Text>
        <SupportLink {...(late.support_url && { url: late.support_url })} />
      </Stack>
    </Alert>
  )
}
