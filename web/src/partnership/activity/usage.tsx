import './activity.css'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usageSteps } from '#contract/admin/activity.ts'
import { locale } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Bars } from '../../panel/bars.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { usePartnership } from '../reads.ts'
import { KeyFilter } from './key-filter.tsx'
import { type Moment, seriesFrom, seriesOf, type UsageStep } from './series.ts'

const parts = ['bar-good', 'bar-refused', 'bar-failed']

/** Requests of a partner over time: a chart, and its numbers in a table. */
export function Usage() {
  const { t } = useTexts('partners')
  const [address, change] = useAddress()
  const step: UsageStep = address.step === 'day' ? 'day' : 'hour'
  const [now] = useState(Date.now)
  const from = seriesFrom(step, now)
  const { data, error, refetch } = useQuery(usePartnership().usage({ step, from }))
  const points = data?.points.filter(({ key_id }) => !address.of || key_id === address.of)
  const series = points && seriesOf(points, step, from)
  const nameOf = useMomentName(step)
  return (
    <>
      <Filters label={t('usage.title')}>
        <NativeSelect
          label={t('usage.step')}
          value={step}
          data={usageSteps.map((value) => ({ value, label: t(`usage.steps.${value}`) }))}
          onChange={({ currentTarget: { value } }) => change({ step: value })}
        />
        <KeyFilter />
      </Filters>
      {series && (
        <Section title={t('usage.chart')} text={<Legend />}>
          <Bars
            label={t('usage.chart')}
            parts={parts}
            bars={series.map((moment) => ({
              id: moment.at,
              name: nameOf(moment),
              values: [moment.good, moment.refused, moment.failed],
            }))}
          />
        </Section>
      )}
      <div className="panel-below panel-named-cells">
        <DataTable
          label={t('usage.title')}
          columns={useColumns(step)}
          rows={series?.filter(({ good, refused, failed }) => good + refused + failed > 0).toReversed()}
          rowId={({ at }) => at}
          error={error}
          onRetry={() => void refetch()}
          empty={{ title: t('usage.none'), text: t('usage.noneText') }}
        />
      </div>
    </>
  )
}

function Legend() {
  const { t } = useTexts('partners')
  return (
    <span className="activity-legend">
      {(['good', 'refused', 'failed'] as const).map((part, index) => (
        <span key={part}>
          <svg viewBox="0 0 10 10" aria-hidden>
            <rect className={parts[index]} width={10} height={10} rx={2} />
          </svg>
          {t(`usage.${part}`)}
        </span>
      ))}
    </span>
  )
}

/** Days are in UTC. */
function useMomentName(step: UsageStep) {
  const utcDay = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return ({ at }: Moment): string => (step === 'day' ? utcDay.format(new Date(at)) : dayAndTime(at))
}

function useColumns(step: UsageStep): Column<Moment>[] {
  const { t } = useTexts('partners')
  const nameOf = useMomentName(step)
  const ms = (value: number) =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond' }).format(value)
  return [
    {
      id: 'at',
      head: t(step === 'day' ? 'usage.utcDay' : 'usage.at'),
      isMain: true,
      grows: true,
      cell: nameOf,
    },
    { id: 'good', head: t('usage.good'), sortBy: ({ good }) => good, cell: ({ good }) => good },
    {
      id: 'refused',
      head: t('usage.refused'),
      sortBy: ({ refused }) => refused,
      cell: ({ refused }) => refused,
    },
    { id: 'failed', head: t('usage.failed'), sortBy: ({ failed }) => failed, cell: ({ failed }) => failed },
    {
      id: 'average',
      head: t('usage.average'),
      isForDesk: true,
      sortBy: ({ averageMs }) => averageMs,
      cell: ({ averageMs }) => ms(averageMs),
    },
    {
      id: 'slowest',
      head: t('usage.slowest'),
      isForDesk: true,
      sortBy: ({ slowestMs }) => slowestMs,
      cell: ({ slowestMs }) => ms(slowestMs),
    },
  ]
}
