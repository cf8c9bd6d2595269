import { Alert, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { money } from '../kit/money.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useTripDistance } from '../kit/trip-distance.ts'
import { type PriceChange, readChange } from './price-change.ts'

/** Says, above the price of a draft, that it is not the price that was shown before, and why. */
export function PriceChanged({ job }: { job: CustomerJob }) {
  const { t } = useTexts('address')
  const change = readChange(job)
  if (!change) return null
  return (
    <Alert color="orange" title={t('changed.title')}>
      <ChangeText change={change} />
    </Alert>
  )
}

export function ChangeText({ change }: { change: PriceChange }) {
  const { t } = useTexts('address')
  const tripDistance = useTripDistance()
  const { beforeCents, nowCents, trip } = change
  const amounts = { before: money(beforeCents), now: money(nowCents) }
  return (
    <Text size="sm">
      {trip
        ? t('changed.distance', { ...amounts, distance: tripDistance.withBasis(trip) })
        : t('changed.tariff', amounts)}
    </Text>
  )
}
