import '../person/person.css'
import { useQuery } from '@tanstack/react-query'
import { type ListedAccount, listAccounts } from '#contract/admin/accounts.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { AccountMark, CarrierMark } from '../person/marks.tsx'
import { Phone } from '../person/phone.tsx'
import { useTypedTerms } from '../typed-terms.ts'
import { CustomerFinder } from './customer-finder.tsx'

/** Everybody who uses the app, the newest first. */
export function Customers() {
  const { t } = useTexts('people')
  const [{ before }] = useAddress()
  const { name } = useTypedTerms('name')
  const body = { filters: { ...(name && { name }) }, ...(before && { before }) }
  const { data, error, refetch } = useQuery(reading(listAccounts, { body }))
  return (
    <Page title={t('customers.title')} lead={t('customers.lead')}>
      <CustomerFinder />
      <DataTable
        label={t('customers.title')}
        columns={useColumns()}
        rows={data?.accounts}
        rowId={({ account_id }) => account_id}
        error={error}
        onRetry={() => void refetch()}
        filters={['name']}
        empty={{ title: t('customers.none'), text: t('customers.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </Page>
  )
}

function useColumns(): Column<ListedAccount>[] {
  const { t } = useTexts('people')
  return [
    {
      id: 'name',
      head: t('name'),
      isMain: true,
      grows: true,
      cell: ({ account_id, name, erased_at, suspended_at }) => (
        <span className="person-marks">
          <RowLink to={`/admin/customers/${account_id}`}>
            {name ?? (erased_at ? t('erasedName') : t('noName'))}
          </RowLink>
          <AccountMark suspendedAt={suspended_at} erasedAt={erased_at} />
        </span>
      ),
    },
    { id: 'phone', head: t('phone'), cell: ({ phone }) => <Phone phone={phone} /> },
    {
      id: 'carrier',
      head: t('customers.carrier'),
      isForDesk: true,
      cell: ({ carrier_status }) => carrier_status && <CarrierMark status={carrier_status} />,
    },
    {
      id: 'created',
      head: t('customers.firstSignIn'),
      cell: ({ created_at }) => <time dateTime={created_at}>{day(created_at)}</time>,
    },
  ]
}
