import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { PriceLines } from '../review/price.tsx'
import { Section } from '../section.tsx'

/** What the price is made of, and where the money is. */
export function Receipt({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const { state, source, last_four, charged_cents } = job.payment
  const total = money(job.price.total_cents)
  const charged = money(charged_cents ?? job.price.total_cents)
  return (
    <Section title={t('receipt.title')}>
      <Stack gap="sm">
        <PriceLines {...job} />
        <div>
          <Text fw={600}>
            {job.status === 'cancelled' && state === 'capturing'
              ? t('cancelled.feeUnderWay')
              : t(`receipt.state.${state}`, { total, charged })}
          </Text>
          {source && (
            <Text size="sm" c="dimmed">
              {t(`receipt.by.${source}`, { lastFour: last_four ?? '' })}
            </Text>
          )}
        </div>
        {job.rating_given && <Given {...job.rating_given} />}
      </Stack>
    </Section>
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
