import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { Section } from '../section.tsx'

type Priced = Pick<CustomerJob, 'price' | 'size' | 'distance_km'>

/** What it costs and why, line by line. */
export function PriceSection(job: Priced) {
  const { t } = useTranslation('app')
  return (
    <Section title={t('price.title')}>
      <PriceLines {...job} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('price.vat')}
      </Text>
    </Section>
  )
}

export function PriceLines({ price, size, distance_km }: Priced) {
  const { t } = useTranslation('app')
  const { base_by_size_cents, distance_cents, stairs_cents } = price.breakdown
  const lines: [string, number][] = [
    [t('price.bySize', { size: t(`size.name.${size}`) }), base_by_size_cents],
    [t('price.distance', { distance: distance(distance_km) }), distance_cents],
    ...(stairs_cents > 0 ? [[t('price.stairs'), stairs_cents] as [string, number]] : []),
    [t('price.fee'), price.fee_cents],
  ]
  return (
    <dl className="app-lines">
      {lines.map(([name, cents]) => (
        <Line key={name} name={name} cents={cents} />
      ))}
      <dt className="app-total">{t('price.total')}</dt>
      <dd className="app-total">{money(price.total_cents)}</dd>
    </dl>
  )
}

function Line({ name, cents }: { name: string; cents: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{money(cents)}</dd>
    </>
  )
}
