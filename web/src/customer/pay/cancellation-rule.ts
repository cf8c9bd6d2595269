import type { CustomerJob } from '#contract/app/job.ts'
import { money, percent } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { wholeHours, wholeMinutes } from '../../kit/when.ts'

/** Text of both fees, for cancelling and for a wasted trip, as it is shown before payment and before cancelling. */
export function useCancellationRule({ cancellation: { rule } }: Pick<CustomerJob, 'cancellation'>): string {
  const { t } = useTexts('app')
  const cancelling = t('cancel.rule', {
    minutes: wholeMinutes(rule.free_minutes),
    fee: money(rule.late_fee_cents),
    hours: wholeHours(rule.collect_hours),
    grace: wholeMinutes(rule.grace_minutes),
    share: percent(rule.carrier_share_percent),
  })
  if (rule.trip_fee_cents === 0) return cancelling
  const trip = { fee: money(rule.trip_fee_cents), hours: wholeHours(rule.answer_hours) }
  return `${cancelling} ${t('cancel.tripRule', trip)}`
}
