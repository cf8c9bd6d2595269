import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CarrierJob } from '#contract/app/job.ts'
import { IconHourglass } from '../icons.ts'

/** Neutral explanation why the payment of a job is on hold. */
export function PaymentWaits({ reason }: { reason: CarrierJob['payment_waits'] }) {
  const { t } = useTranslation('carrier')
  if (!reason) return null
  return (
    <Alert icon={<IconHourglass aria-hidden />} title={t(`waits.${reason}Title`)}>
      {t(`waits.${reason}Text`)}
    </Alert>
  )
}
