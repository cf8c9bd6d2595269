import { Button, Loader, Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type InProgressProps = {
  job: CustomerJob
  /** Callback to choose another payment method instead of the bank's page. */
  onOther: () => void
}

/** Shown while a payment waits for the processor or the bank. */
export function InProgress({ job: { payment }, onOther }: InProgressProps) {
  const { t } = useTexts('app')
  if (payment.state === 'action_required' && payment.action_url)
    return (
      <Stack>
        <Text fw={650}>{t('pay.toBank')}</Text>
        <Text>{t('pay.toBankText')}</Text>
        <Button size="lg" component="a" href={payment.action_url}>
          {t('pay.goToBank')}
        </Button>
        <Button size="lg" variant="default" onClick={onOther}>
          {t('pay.otherCard')}
        </Button>
      </Stack>
    )
  return (
    <Stack align="center" py="lg">
      <Loader aria-hidden />
      <Text role="status" ta="center">
        {t('pay.pending')}
      </Text>
    </Stack>
  )
}
