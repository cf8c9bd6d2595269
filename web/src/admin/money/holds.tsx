import { useQuery } from '@tanstack/react-query'
import { exportHolds, type Hold, holdStates, listHolds, paymentSources } from '#contract/admin/money/holds.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { FileLinks } from '../file-links.tsx'
import { placeOf } from '../places.ts'
import { Amount, PersonCell, When } from './cells.tsx'
import { moneyFilterNames, moneyQuery, ofPage, ofPartner, ofProcessor, oneOf } from './filters.ts'
import { MoneyFilters } from './money-filters.tsx'
import { MoneyPage } from './money-page.tsx'
import { RowsLink } from './rows-link.tsx'

const filterNames = [...moneyFilterNames, 'state', 'source']

/** Money that is held. */
export function Holds() {
  const { t } = useTexts('money')
  const [address] = useAddress()
  const [state, source] = [oneOf(holdStates, address.state), oneOf(paymentSources, address.source)]
  const query = {
    ...moneyQuery(address),
    ...ofPartner(address),
    ...ofProcessor(address),
    ...(state && { state }),
    ...(source && { source }),
  }
  const { data, error, refetch } = useQuery(reading(listHolds, { query: { ...query, ...ofPage(address) } }))
  return (
    <MoneyPage
      title={t('tabs.holds')}
      lead={t('holds.lead')}
      actions={
        <FileLinks hrefOf={(phones) => requestOf(exportHolds, { query: { ...query, ...phones } }).url} />
      }
    >
      <MoneyFilters
        choices={[
          {
            name: 'state',
            label: t('state'),
            options: holdStates.map((value) => ({ value, label: t(`holds.states.${value}`) })),
          },
          {
            name: 'source',
            label: t('holds.source'),
            options: paymentSources.map((value) => ({ value, label: t(`holds.sources.${value}`) })),
          },
        ]}
        fields={['partner', 'job', 'processor', 'days', 'amounts']}
      />
      <div className="panel-named-cells money-table">
        <DataTable
          label={t('tabs.holds')}
          columns={useColumns()}
          rows={data?.holds}
          rowId={({ payment_id }) => payment_id}
          error={error}
          onRetry={() => void refetch()}
          filters={filterNames}
          empty={{ title: t('holds.none'), text: t('holds.noneText') }}
          nextPage={data?.next ? { before: data.next } : null}
        />
      </div>
    </MoneyPage>
  )
}

function useColumns(): Column<Hold>[] {
  const { t } = useTexts('money')
  return [
    {
      id: 'job',
      head: t('job'),
      isMain: true,
      grows: true,
      cell: (hold) => <Subject hold={hold} />,
    },
    {
      id: 'amount',
      head: t('amount'),
      isNumber: true,
      cell: ({ amount_cents }) => <Amount cents={amount_cents} />,
    },
    {
      id: 'state',
      head: t('state'),
      cell: ({ state, source }) => (
        <span className="panel-pair">
          <Mark look={state === 'held' ? 'good' : 'waits'}>{t(`holds.states.${state}`)}</Mark>
          <small>{t(`holds.sources.${source}`)}</small>
        </span>
      ),
    },
    {
      id: 'customer',
      head: t('customer'),
      isForDesk: true,
      cell: ({ customer }) => <PersonCell person={customer} to="customer" />,
    },
    { id: 'held', head: t('holds.heldAt'), cell: ({ held_at }) => <When at={held_at} /> },
    {
      id: 'ends',
      head: t('holds.endsAt'),
      cell: ({ ends_at, renewals }) => (
        <span className="panel-pair">
          {ends_at ? <When at={ends_at} /> : t('holds.noEnd')}
          {renewals > 0 && <small>{t('holds.renewals', { count: renewals })}</small>}
        </span>
      ),
    },
    {
      id: 'rows',
      head: t('rows'),
      isAct: true,
      cell: ({ payment_id }) => <RowsLink search={{ payment: payment_id }} />,
    },
  ]
}

/** The job that the hold is for, or the wallet. */
function Subject({ hold: { job, customer, partner } }: { hold: Hold }) {
  const { t } = useTexts('money')
  return (
    <span className="panel-pair">
      {job ? (
        <RowLink {...placeOf.job(job.job_id)}>
          <span className="panel-cut">{job.title}</span>
        </RowLink>
      ) : (
        <RowLink {...placeOf.wallet(customer?.account_id ?? '')}>{t('topUp')}</RowLink>
      )}
      <small>{partner?.company_name ?? ''}</small>
    </span>
  )
}
