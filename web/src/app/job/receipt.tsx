import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { shortReference } from '../../kit/short-reference.ts'
import { PriceLines } from '../review/price.tsx'
import { Section } from '../section.tsx'
import { RefundLines } from './refunds.tsx'

/** Charge, refunds and payment state of a job. A cancelled job shows its fee instead of its price. */
export function Receipt({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const { source, last_four } = job.payment
  return (
    <Section title={t('receipt.title')}>
      <Stack gap="sm">
        {job.status === 'cancelled' ? <ChargedLines job={job} /> : <PriceLines {...job} />}
        {job.payment.refunds.length > 0 && (
          <dl className="app-lines">
            <RefundLines {...job.payment} />
          </dl>
        )}
        <div>
          <Text fw={600}>{usePaymentState(job)}</Text>
          {source && (
            <Text size="sm" c="dimmed">
              {t(`receipt.by.${source}`, { lastFour: last_four ?? '' })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('receipt.reference', { reference: shortReference(job.job_id) })}
          </Text>
        </div>
        {job.rating_given && <Given {...job.rating_given} />}
      </Stack>
    </Section>
  )
}

function usePaymentState(job: CustomerJob): string {
  const { t } = useTranslation('app')
  const { state, captured_cents } = job.payment
  if (job.status === 'cancelled' && state === 'capturing') return t('cancelled.feeUnderWay')
  const total = money(job.price.total_cents)
  return t(`receipt.state.${state}`, { total, charged: money(captured_cents ?? job.price.total_cents) })
}

function ChargedLines({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const charged = job.payment.captured_cents ?? 0
  return (
    <dl className="app-lines">
      <dt className="app-total">{charged > 0 ? t('receipt.cancellationFee') : t('receipt.charged')}</dt>
      <dd className="app-total">{money(charged)}</dd>
    </dl>
  )
}

function Given({ stars, comment }: NonNullable<CustomerJob['rating_given']>) {
  const { t } = useTranslation('app')
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('rate.given')}
      </Text>
      <Text>{t('rate.star', { count: stars })}</Text>
      {comment && <p className="app-text">{comment}</p>}
    </div>
  )
}
