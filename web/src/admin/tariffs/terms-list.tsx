import type { Tariff } from '#contract/tariff.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { locale, money, percent } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { wholeMinutes } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'

/** The terms of a version, to read. */
export function TermsList({ terms }: { terms: Tariff }) {
  const { t } = useTexts('tariffs')
  const km = (value: number) =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilometer' }).format(value)
  const sizes = (of: Tariff['baseCents'], shown: (value: number) => string) =>
    jobSizes.map((size) => `${size} ${shown(of[size])}`).join(' · ')
  const tiers: Fact[] = terms.distanceTiers.map(({ upToKm, centsPerKm }) => [
    upToKm === null ? t('tierLast') : `${t('tierTo')} ${km(upToKm)}`,
    `${money(centsPerKm)} / km`,
  ])
  return (
    <Facts
      facts={[
        [t('baseCents'), sizes(terms.baseCents, money)],
        [t('stairsCentsPerFloor'), sizes(terms.stairsCentsPerFloor, money)],
        [t('includedKm'), km(terms.includedKm)],
        ...tiers,
        [t('feeBasisPoints'), percentOf(terms.feeBasisPoints)],
        [t('minimumFeeCents'), money(terms.minimumFeeCents)],
        [t('carrierCommissionBasisPoints'), percentOf(terms.carrierCommissionBasisPoints)],
        [t('handlingMinutes'), sizes(terms.handlingMinutes, wholeMinutes)],
        [t('stairsMinutesPerFloor'), sizes(terms.stairsMinutesPerFloor, wholeMinutes)],
        [t('drivingTimeFactorPercent'), percent(terms.drivingTimeFactorPercent)],
      ]}
    />
  )
}

const percentOf = (basisPoints: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
