import { Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'

type Payment = CustomerJob['payment']

/** One sentence for each refund, with amount and date. */
export function RefundSentences({ refunds }: Pick<Payment, 'refunds'>) {
  const { t } = useTexts('app')
  return refunds.map(({ amount_cents, at, state }) => (
    <Text key={`${at} ${amount_cents}`}>
      {t(`refund.${state}`, { amount: money(amount_cents), day: day(at) })}
    </Text>
  ))
}

/** One line of the receipt for each refund, and the remaining charge. */
export function RefundLines({ captured_cents, refunds }: Payment) {
  const { t } = useTexts('app')
  if (refunds.length === 0) return null
  return (
    <>
      {refunds.map(({ amount_cents, at, state }) => (
        <RefundLine key={`${at} ${amount_cents}`} name={t(`refund.line.${state}`, { day: day(at) })}>
          {money(-amount_cents)}
        </RefundLine>
      ))}
      <dt className="app-total">{t('refund.left')}</dt>
      <dd className="app-total">{money((captured_cents ?? 0) - refundedCents(refunds))}</dd>
    </>
  )
}

/** Sum of refunds in cents, pending refunds included. */
export const refundedCents = (refunds: Payment['refunds']): number =>
  refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

function RefundLine({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
