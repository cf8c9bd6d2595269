import type { ComparedTrip, PriceChange } from '#contract/admin/tariffs.ts'
import { locale, money, percent, wholeNumber } from '../../kit/money.ts'
import { monthName } from '../../kit/months.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Bars } from '../../panel/bars.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Section } from '../../panel/section.tsx'

type LastMonth = { month: string; change: PriceChange }
type ComparisonProps = { samples: ComparedTrip[]; lastMonth: LastMonth }

/** What the terms would change: sample trips side by side, and the jobs of the last whole month. */
export function Comparison({ samples, lastMonth }: ComparisonProps) {
  const { t } = useTexts('tariffs')
  const title = t('lastMonth', { month: monthName(lastMonth.month) })
  return (
    <>
      <Section title={t('samples')}>
        <div className="panel-named-cells">
          <DataTable
            label={t('samples')}
            columns={useColumns()}
            rows={samples}
            rowId={({ size, distance_km }) => `${size} ${distance_km}`}
            empty={{ title: '' }}
          />
        </div>
      </Section>
      <Section title={title} text={useSummary(lastMonth)}>
        {lastMonth.change.trips > 0 && <Distribution title={title} change={lastMonth.change} />}
      </Section>
    </>
  )
}

/** `+€2.40`, `−€0.90`. */
const change = (cents: number): string => (cents > 0 ? '+' : cents < 0 ? '−' : '') + money(Math.abs(cents))

function useSummary({ month, change: of }: LastMonth): string {
  const { t } = useTexts('tariffs')
  const { trips, now_cents, then_cents, median_cents, tenth_cents, nine_tenths_cents, complete } = of
  if (trips === 0) return t('lastMonthNone', { month: monthName(month) })
  return [
    t('lastMonthText', { count: trips, now: money(now_cents), after: money(then_cents) }),
    trips > 1 &&
      t('middle', {
        median: change(median_cents),
        low: change(tenth_cents),
        high: change(nine_tenths_cents),
      }),
    !complete && t('lastMonthPart'),
  ]
    .filter(Boolean)
    .join(' ')
}

function useColumns(): Column<ComparedTrip>[] {
  const { t } = useTexts('tariffs')
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
    { id: 'now', head: t('now'), isNumber: true, cell: ({ now_cents }) => money(now_cents) },
    { id: 'then', head: t('after'), isNumber: true, cell: ({ then_cents }) => <b>{money(then_cents)}</b> },
    {
      id: 'change',
      head: t('change'),
      isNumber: true,
      cell: ({ now_cents, then_cents }) =>
        then_cents === now_cents
          ? '–'
          : `${change(then_cents - now_cents)}${now_cents ? ` (${percent(((then_cents - now_cents) * 100) / now_cents)})` : ''}`,
    },
  ]
}

function Distribution({ title, change: { buckets } }: { title: string; change: PriceChange }) {
  const { t } = useTexts('tariffs')
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
      <Bars label={title} bars={named} />
      <DataTable
        label={t('byChange')}
        columns={[
          { id: 'by', head: t('byChange'), isMain: true, grows: true, cell: ({ name }) => name },
          {
            id: 'jobs',
            head: t('jobs'),
            isNumber: true,
            cell: ({ values: [trips = 0] }) => wholeNumber(trips),
          },
        ]}
        rows={named}
        rowId={({ id }) => id}
        empty={{ title: '' }}
      />
    </>
  )
}
