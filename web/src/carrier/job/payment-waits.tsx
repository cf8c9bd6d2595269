import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CarrierJob } from '#contract/app/job.ts'

/** Why the money of a job does not move on, without taking a side. */
export function PaymentWaits({ reason }: { reason: CarrierJob['payment_waits'] }) {
  const { t } = useTranslation('carrier')
  if (!reason) return null
  return (
    <Alert icon={<IconHourglass aria-hidden />} title={t(`waits.${reason}Title`)}>
      {t(`waits.${reason}Text`)}
    </Alert>
  )
}
