import { Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type TripDistance, useTripDistance } from '../../kit/trip-distance.ts'
import { Section } from '../../shared/section.tsx'
import { useCancellationRule } from '../pay/cancellation-rule.ts'

type Priced = Pick<CustomerJob, 'price' | 'size'> & TripDistance

/** The price line by line, and the cancellation fees. */
export function PriceSection(job: Priced & Pick<CustomerJob, 'cancellation'>) {
  const { t } = useTexts('app')
  const rule = useCancellationRule(job)
  return (
    <Section title={t('price.title')}>
      <PriceLines {...job} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('price.vat')}
      </Text>
      <Text size="sm" mt="xs">
        {rule}
      </Text>
    </Section>
  )
}

export function PriceLines(job: Priced) {
  const { price, size } = job
  const { t } = useTexts('app')
  const tripDistance = useTripDistance()
  const { base_by_size_cents, distance_cents, stairs_cents } = price.breakdown
  const lines: [string, number][] = [
    [t('price.bySize', { size: t(`size.name.${size}`) }), base_by_size_cents],
    [t('price.distance', { distance: tripDistance.withBasis(job) }), distance_cents],
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
