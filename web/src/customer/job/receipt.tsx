import { Stack, Text } from '@mantine/core'
import { Fragment, lazy, Suspense } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { shortReference } from '../../kit/short-reference.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'
import { PriceLines } from '../review/price.tsx'
import { RefundLines } from './refunds.tsx'

const Invoices = lazy(() => import('./invoices.tsx').then((file) => ({ default: file.Invoices })))

/** Charge, refunds and payment state of a job. A cancelled job shows its fee instead of its price. */
export function Receipt({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const { source, last_four } = job.payment
  // A job that an earlier version of the app has saved for offline use has none.
  const invoices: CustomerJob['invoices'] | undefined = job.invoices
  return (
    <Section title={t('live:receipt.title')}>
      <Stack gap="sm">
        {job.status === 'cancelled' ? <ChargedLines job={job} /> : <PriceLines {...job} />}
        {job.payment.refunds.length > 0 && (
          <dl className="app-lines">
            <RefundLines {...job.payment} />
          </dl>
        )}
        {job.receipt && <Evidence {...job.receipt} />}
        {invoices && invoices.length > 0 && (
          <Suspense fallback={null}>
            <Invoices invoices={invoices} />
          </Suspense>
        )}
        <div>
          <Text fw={600}>{usePaymentState(job)}</Text>
          {source && (
            <Text size="sm" c="dimmed">
              {t(`live:receipt.by.${source}`, { lastFour: last_four ?? '' })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('live:receipt.reference', { reference: shortReference(job.job_id) })}
          </Text>
        </div>
      </Stack>
    </Section>
  )
}

/** Date, number and seller of a charge before receipts had consecutive numbers. */
function Evidence({ date, number, seller }: NonNullable<CustomerJob['receipt']>) {
  const { t } = useTexts('live')
  const lines = [
    [t('receipt.date'), day(date)],
    [t('receipt.number'), number],
    [t('receipt.seller'), seller],
  ]
  return (
    <dl className="app-lines">
      {lines.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function usePaymentState(job: CustomerJob): string {
  const { t } = useTexts(['app', 'live'])
  const { state, captured_cents } = job.payment
  if (job.status === 'cancelled' && state === 'capturing') return t('live:cancelled.feeInProgress')
  const total = money(job.price.total_cents)
  return t(`live:receipt.state.${state}`, { total, charged: money(captured_cents ?? job.price.total_cents) })
}

function ChargedLines({ job }: { job: CustomerJob }) {
  const { t } = useTexts(['app', 'live'])
  const charged = job.payment.captured_cents ?? 0
  return (
    <dl className="app-lines">
      <dt className="app-total">
        {charged > 0 ? t('live:receipt.cancellationFee') : t('live:receipt.charged')}
      </dt>
      <dd className="app-total">{money(charged)}</dd>
    </dl>
  )
}
