import '../person/person.css'
import { useQuery } from '@tanstack/react-query'
import { type ListedCarrier, listCarriers } from '#contract/admin/carriers.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { AccountMark, CarrierMark } from '../person/marks.tsx'
import { Phone } from '../person/phone.tsx'
import { askedOnce, useTypedTerms } from '../typed-terms.ts'
import { CarrierFilters } from './carrier-filters.tsx'
import { bodyOf, carrierFilterNames } from './query.ts'

/** The carriers, the latest change of status first. */
export function Carriers() {
  const { t } = useTexts('people')
  const [address] = useAddress()
  const terms = useTypedTerms('name', 'plate')
  const { data, error, refetch } = useQuery({
    ...reading(listCarriers, { body: bodyOf(address, terms) }),
    ...(terms.plate && askedOnce),
  })
  return (
    <Page title={t('carriers.title')} lead={t('carriers.lead')}>
      <CarrierFilters count={data?.count} />
      <DataTable
        label={t('carriers.title')}
        columns={useColumns()}
        rows={data?.carriers}
        rowId={({ account_id }) => account_id}
        error={error}
        onRetry={() => void refetch()}
        filters={carrierFilterNames}
        empty={{ title: t('carriers.none'), text: t('carriers.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </Page>
  )
}

function useColumns(): Column<ListedCarrier>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'name',
      head: t('carriers.name'),
      isMain: true,
      grows: true,
      cell: ({ account_id, name, account_suspended_at }) => (
        <span className="person-marks">
          <RowLink to={`/admin/carriers/${account_id}`}>{name || t('noName')}</RowLink>
          <AccountMark suspendedAt={account_suspended_at} />
        </span>
      ),
    },
    { id: 'status', head: t('status'), cell: ({ status }) => <CarrierMark status={status} /> },
    {
      id: 'vehicle',
      head: t('carriers.vehicle'),
      isForDesk: true,
      cell: ({ vehicle, vehicle_size }) => (
        <span className="panel-pair">
          {t(`carriers.sizes.${vehicle_size}`)}
          <small>{vehicle}</small>
        </span>
      ),
    },
    {
      id: 'base',
      head: t('carriers.base'),
      cell: ({ base_place, radius_km }) => (
        <span className="panel-pair">
          {base_place}
          <small>{t('carriers.radius', { km: radius_km })}</small>
        </span>
      ),
    },
    { id: 'phone', head: t('phone'), isForDesk: true, cell: ({ phone }) => <Phone phone={phone} /> },
    {
      id: 'changed',
      head: t('carriers.changed'),
      cell: ({ status_changed_at }) => <time dateTime={status_changed_at}>{day(status_changed_at)}</time>,
    },
  ]
}
