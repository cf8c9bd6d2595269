import { Alert } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { IconAlertTriangle } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconHourglass } from '../icons.ts'

/** Why the payment of a job is on hold. A report of the customer asks for attention; a deadline is only news. */
export function PaymentWaits({ reason }: { reason: CarrierJob['payment_waits'] }) {
  const { t } = useTexts('carrier')
  if (!reason) return null
  const isReport = reason === 'report'
  return (
    <Alert
      color={isReport ? 'orange' : 'blue'}
      icon={isReport ? <IconAlertTriangle aria-hidden /> : <IconHourglass aria-hidden />}
      title={t(`waits.${reason}Title`)}
    >
      {t(`waits.${reason}Text`)}
    </Alert>
  )
}
