import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Reconciliation as Day, listReconciliations } from '#contract/admin/reconciliation.ts'
import { type ReconciliationState, reconciliationStates } from '#contract/reconciliation-vocabulary.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, plainDay } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { MoneyPage } from '../money/money-page.tsx'
import { DayDrawer } from './day-drawer.tsx'

/** The days that were compared with the processor. */
export function Reconciliation() {
  const { t } = useTexts('closing')
  const [address, change] = useAddress()
  const state = stateOf(address.state)
  const query = { ...(state && { state }), ...(address.before && { before: address.before }) }
  const { data, error, refetch } = useQuery(reading(listReconciliations, { query }))
  return (
    <MoneyPage title={t('reconciliation.title')} lead={t('reconciliation.lead')}>
      <Filters>
        <NativeSelect
          label={t('reconciliation.state')}
          value={state ?? ''}
          data={[
            { value: '', label: t('reconciliation.anyState') },
            ...reconciliationStates.map((value) => ({ value, label: t(`reconciliation.states.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ state: value, before: undefined })}
        />
      </Filters>
      <DataTable
        label={t('reconciliation.days')}
        columns={useColumns()}
        rows={data?.reconciliations}
        rowId={({ reconciliation_id }) => reconciliation_id}
        opens={({ reconciliation_id }) => ({ shown: reconciliation_id, from: undefined })}
        error={error}
        onRetry={() => void refetch()}
        filters={['state']}
        empty={{ title: t('reconciliation.none'), text: t('reconciliation.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
      <DayDrawer id={address.shown} onClose={() => change({ shown: undefined, from: undefined })} />
    </MoneyPage>
  )
}

const stateOf = (text: string | undefined): ReconciliationState | undefined =>
  reconciliationStates.find((each) => each === text)

function useColumns(): Column<Day>[] {
  const { t } = useTexts('closing')
  return [
    {
      id: 'day',
      head: t('reconciliation.day'),
      isMain: true,
      grows: true,
      cell: ({ day }) => plainDay(day),
    },
    { id: 'processor', head: t('reconciliation.processor'), cell: ({ processor }) => processor },
    { id: 'state', head: t('reconciliation.state'), cell: ({ state }) => <StateMark state={state} /> },
    {
      id: 'open',
      head: t('reconciliation.open'),
      isForDesk: true,
      cell: ({ open_differences, is_more }) => `${open_differences}${is_more ? '+' : ''}`,
    },
    {
      id: 'compared',
      head: t('reconciliation.compared'),
      isForDesk: true,
      cell: ({ ended_at }) =>
        ended_at ? <time dateTime={ended_at}>{dayAndTime(ended_at)}</time> : t('reconciliation.never'),
    },
  ]
}

export function StateMark({ state }: Pick<Day, 'state'>) {
  const { t } = useTexts('closing')
  const isBad = state === 'differs' || state === 'failed'
  const look = isBad ? 'bad' : state === 'agrees' ? 'good' : undefined
  return <Mark look={look}>{t(`reconciliation.states.${state}`)}</Mark>
}
