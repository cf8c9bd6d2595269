import { useTranslation } from 'react-i18next'
import type { ComparedTrip, PriceChange } from '#contract/admin/tariffs.ts'
import { locale, money, percent } from '../../kit/money.ts'
import { Bars } from '../../panel/bars.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Section } from '../../panel/section.tsx'

type ComparisonProps = { samples: ComparedTrip[]; last30: PriceChange }

/** What the terms would change: sample trips side by side, and the jobs of the last 30 days. */
export function Comparison({ samples, last30 }: ComparisonProps) {
  const { t } = useTranslation('tariffs')
  return (
    <>
      <Section title={t('samples')}>
        <div className="partner-numbers">
          <DataTable
            label={t('samples')}
            columns={useColumns()}
            rows={samples}
            rowId={({ size, distance_km }) => `${size} ${distance_km}`}
            empty={{ title: '' }}
          />
        </div>
      </Section>
      <Section title={t('last30')} text={useSummary(last30)}>
        {last30.trips > 0 && <Distribution last30={last30} />}
      </Section>
    </>
  )
}

/** `+€2.40`, `−€0.90`. */
const change = (cents: number): string => (cents > 0 ? '+' : cents < 0 ? '−' : '') + money(Math.abs(cents))

function useSummary(last30: PriceChange): string {
  const { t } = useTranslation('tariffs')
  const { trips, now_cents, then_cents, median_cents, tenth_cents, nine_tenths_cents, complete } = last30
  if (trips === 0) return t('last30None')
  return [
    t('last30Text', { count: trips, now: money(now_cents), after: money(then_cents) }),
    trips > 1 &&
      t('middle', {
        median: change(median_cents),
        low: change(tenth_cents),
        high: change(nine_tenths_cents),
      }),
    !complete && t('last30Part'),
  ]
    .filter(Boolean)
    .join(' ')
}

function useColumns(): Column<ComparedTrip>[] {
  const { t } = useTranslation('tariffs')
  const km = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilometer' })
  return [
    {
      id: 'trip',
      head: t('trip'),
      isMain: true,
      grows: true,
      cell: ({ size, distance_km, stair_floors }) =>
        [size, km.format(distance_km), stair_floors > 0 && t('floors', { count: stair_floors })]
          .filter(Boolean)
          .join(' · '),
    },
    { id: 'now', head: t('now'), cell: ({ now_cents }) => money(now_cents) },
    { id: 'then', head: t('after'), cell: ({ then_cents }) => <b>{money(then_cents)}</b> },
    {
      id: 'change',
      head: t('change'),
      cell: ({ now_cents, then_cents }) =>
        then_cents === now_cents
          ? '–'
          : `${change(then_cents - now_cents)}${now_cents ? ` (${percent(((then_cents - now_cents) * 100) / now_cents)})` : ''}`,
    },
  ]
}

function Distribution({ last30: { buckets } }: { last30: PriceChange }) {
  const { t } = useTranslation('tariffs')
  const named = buckets.map(({ from_percent: from, to_percent: to, trips }) => {
    const text =
      from === null
        ? t('bucketBelow', { to: percent(Math.abs(to ?? 0)) })
        : to === null
          ? t('bucketAbove', { from: percent(from) })
          : from === to
            ? t('bucketSame')
            : t('bucketBetween', { from: percent(from), to: percent(to) })
    return { id: `${from} ${to}`, name: text, values: [trips] }
  })
  return (
    <>
      <Bars label={t('last30')} bars={named} />
      <DataTable
        label={t('byChange')}
        columns={[
          { id: 'by', head: t('byChange'), isMain: true, grows: true, cell: ({ name }) => name },
          { id: 'jobs', head: t('jobs'), cell: ({ values: [trips] }) => trips },
        ]}
        rows={named}
        rowId={({ id }) => id}
        empty={{ title: '' }}
      />
    </>
  )
}
