import { Button, Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'

/** While the processor or the bank has the word. */
export function UnderWay({ job: { payment } }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  if (payment.state === 'action_required' && payment.action_url)
    return (
      <Stack>
        <Text fw={650}>{t('pay.toBank')}</Text>
        <Text>{t('pay.toBankText')}</Text>
        <Button size="lg" component="a" href={payment.action_url}>
          {t('pay.goToBank')}
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
