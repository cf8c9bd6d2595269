import type { CustomerJob } from '#contract/app/job.ts'
import { money, percent } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { wholeHours, wholeMinutes } from '../../kit/when.ts'

/** Text of the cancellation fees, shown before payment and before cancellation. The figures come from the server. */
export function useCancellationRule({ cancellation: { rule } }: Pick<CustomerJob, 'cancellation'>): string {
  const { t } = useTexts('app')
  return t('cancel.rule', {
    minutes: wholeMinutes(rule.free_minutes),
    fee: money(rule.late_fee_cents),
    hours: wholeHours(rule.collect_hours),
    share: percent(rule.carrier_share_percent),
  })
}
