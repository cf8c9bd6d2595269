import { useQuery } from '@tanstack/react-query'
import { type ListedMonth, listMonths } from '#contract/admin/months.ts'
import { money } from '../../kit/money.ts'
import { monthName } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { isMonth } from '../../panel/months.ts'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { MoneyPage } from '../money/money-page.tsx'
import { MonthDrawer } from './month-drawer.tsx'

/** The months of the books with their totals, twelve on a page. */
export function Months() {
  const { t } = useTexts('closing')
  const [{ month: asked = '', before }, change] = useAddress()
  const month = isMonth(asked) ? asked : undefined
  const { data, error, refetch } = useQuery(
    reading(listMonths, { query: { limit: 12, ...(before && { before }) } }),
  )
  return (
    <MoneyPage title={t('months.title')} lead={t('months.lead')}>
      <div className="panel-named-cells">
        <DataTable
          label={t('months.list')}
          columns={useColumns()}
          rows={data?.months}
          rowId={(each) => each.month}
          opens={(each) => ({ month: each.month })}
          error={error}
          onRetry={() => void refetch()}
          empty={{ title: t('months.none'), text: t('months.noneText') }}
          nextPage={data?.next ? { before: data.next } : null}
        />
      </div>
      <MonthDrawer month={month} onClose={() => change({ month: undefined })} />
    </MoneyPage>
  )
}

const totals = ['captured_cents', 'fees_cents', 'refunded_cents', 'paid_out_cents'] as const

function useColumns(): Column<ListedMonth>[] {
  const { t } = useTexts('closing')
  return [
    {
      id: 'month',
      head: t('months.month'),
      isMain: true,
      grows: true,
      cell: ({ month }) => <MonthName month={month} />,
    },
    {
      id: 'state',
      head: t('months.state'),
      cell: ({ state, differs_since }) => (
        <span className="panel-marks">
          <Mark look={state === 'closed' ? 'good' : undefined}>{t(`months.states.${state}`)}</Mark>
          {differs_since && <Mark look="bad">{t('months.changed')}</Mark>}
        </span>
      ),
    },
    ...totals.map((name) => ({
      id: name,
      head: t(`months.totals.${name}`),
      isForDesk: name === 'refunded_cents' || name === 'paid_out_cents',
      cell: ({ totals }: ListedMonth) => money(totals[name]),
    })),
    {
      id: 'closed',
      head: t('months.closed'),
      isForDesk: true,
      cell: ({ closed_at, closed_by }) =>
        closed_at && t('months.closedBy', { name: closed_by ?? '', when: dayAndTime(closed_at) }),
    },
  ]
}

function MonthName({ month }: { month: string }) {
  const isGoing = useIsPlanned(month)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      {monthName(month)}
    </span>
  )
}
