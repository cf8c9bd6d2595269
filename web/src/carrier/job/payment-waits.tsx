import { Alert } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconHourglass } from '../icons.ts'

/** Neutral explanation why the payment of a job is on hold. */
export function PaymentWaits({ reason }: { reason: CarrierJob['payment_waits'] }) {
  const { t } = useTexts('carrier')
  if (!reason) return null
  return (
    <Alert icon={<IconHourglass aria-hidden />} title={t(`waits.${reason}Title`)}>
      {t(`waits.${reason}Text`)}
    </Alert>
  )
}
