import type { PricePreview } from '#contract/sandbox/previews.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { euros, number, percent } from '../format.ts'
import { useTexts } from '../texts.ts'

type Shown = { name: string; ways: string[]; amount: number; kind?: 'sum' | 'total' }

/** The calculation of a price line by line, as the response has it. */
export function PriceSteps({ size, price }: { size: JobSize; price: PricePreview }) {
  const { price: t } = useTexts()
  const lines = useLines(size, price)
  return (
    <>
      <h3>{t.steps}</h3>
      <ol className="price-steps">
        {lines.map(({ name, ways, amount, kind }) => (
          <PriceLine key={name} name={name} ways={ways} amount={amount} kind={kind} />
        ))}
      </ol>
    </>
  )
}

function PriceLine({ name, ways, amount, kind }: Omit<Shown, 'kind'> & { kind: Shown['kind'] | undefined }) {
  const { locale } = useTexts()
  return (
    <li data-kind={kind}>
      <span className="price-name">
        {name}
        {ways.map((way) => (
          <small key={way}>{way}</small>
        ))}
      </span>
      <b>{euros(amount, locale)}</b>
    </li>
  )
}

function useLines(size: JobSize, price: PricePreview): Shown[] {
  const { price: t, locale } = useTexts()
  const { tariff, steps, calculation_breakdown: parts } = price
  const money = (amount: number) => euros(amount, locale)
  const share = (value: number) => percent(value, locale)
  const { commission_percent: commission } = tariff
  return [
    { name: t.base(size), ways: [], amount: parts.base_by_size },
    { name: t.distanceStep, ways: useDistanceWays(price), amount: parts.distance_charge_eur },
    { name: t.stairs, ways: [stairsWay()], amount: parts.stairs_charge_eur },
    { name: t.basePrice, ways: [], amount: price.base_price_eur, kind: 'sum' },
    { name: t.fee, ways: [feeWay()], amount: price.platform_fee_eur },
    { name: t.total, ways: [], amount: price.total_customer_pays_eur, kind: 'total' },
    {
      name: t.helper,
      ways: [commission > 0 ? t.commission(share(commission)) : t.noCommission],
      amount: price.helper_receives_eur,
    },
  ]

  function stairsWay(): string {
    const { floors, eur_per_floor } = steps.stairs
    return floors === 0 ? t.noStairs : t.perFloor(floors, money(eur_per_floor))
  }

  function feeWay(): string {
    return steps.is_minimum_fee
      ? t.feeLeast(share(tariff.fee_percent), money(tariff.minimum_fee_eur))
      : t.feePercent(share(tariff.fee_percent), money(price.base_price_eur))
  }
}

/** One line for each tier that the trip reaches. */
function useDistanceWays({ tariff, steps: { distance } }: PricePreview): string[] {
  const { price: t, locale } = useTexts()
  const km = (value: number) => number(value, locale)
  if (distance.length === 0) return [t.allIncluded(km(tariff.included_km))]
  return [
    ...(tariff.included_km > 0 ? [t.included(km(tariff.included_km))] : []),
    ...distance.map(
      (part) =>
        `${t.tier(km(part.from_km), km(part.to_km))}: ${t.perKm(km(part.km), euros(part.eur_per_km, locale))} = ${euros(part.eur, locale)}`,
    ),
  ]
}
