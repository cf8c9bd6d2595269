import { useQuery } from '@tanstack/react-query'
import { exportFees, type Fee, feeKinds, listFees } from '#contract/admin/money/fees.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import type { WithPhones } from '../file-links.tsx'
import { placeOf } from '../places.ts'
import { Amount, When } from './cells.tsx'
import { moneyFilterNames, moneyQuery, ofPage, ofPartner, oneOf } from './filters.ts'
import { RowsLink } from './rows-link.tsx'

const queryOf = (address: Search) => {
  const kind = oneOf(feeKinds, address.kind)
  return { ...moneyQuery(address), ...ofPartner(address), ...(kind && { kind }) }
}

export const feesFile = (address: Search, phones: WithPhones): string =>
  requestOf(exportFees, { query: { ...queryOf(address), ...phones } }).url

/** What the platform earns and pays. */
export function FeesTable({ label }: { label: string }) {
  const { t } = useTexts('money')
  const [address] = useAddress()
  const query = { ...queryOf(address), ...ofPage(address) }
  const { data, error, refetch } = useQuery(reading(listFees, { query }))
  return (
    <div className="panel-named-cells money-table">
      <DataTable
        label={label}
        columns={useColumns()}
        rows={data?.fees}
        rowId={({ row_id }) => row_id}
        error={error}
        onRetry={() => void refetch()}
        filters={[...moneyFilterNames, 'kind']}
        empty={{ title: t('fees.none'), text: t('fees.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </div>
  )
}

function useColumns(): Column<Fee>[] {
  const { t } = useTexts('money')
  return [
    {
      id: 'job',
      head: t('job'),
      isMain: true,
      grows: true,
      cell: ({ job, partner }) => (
        <span className="panel-pair">
          {job ? (
            <RowLink {...placeOf.job(job.job_id)}>
              <span className="panel-cut">{job.title}</span>
            </RowLink>
          ) : (
            t('noJob')
          )}
          <small>{partner?.company_name ?? ''}</small>
        </span>
      ),
    },
    { id: 'kind', head: t('kind'), cell: ({ kind }) => t(`fees.kinds.${kind}`) },
    {
      id: 'earned',
      head: t('fees.earned'),
      isNumber: true,
      cell: ({ earned_cents }) => <Amount cents={earned_cents} />,
    },
    { id: 'at', head: t('fees.at'), cell: ({ at }) => <When at={at} /> },
    {
      id: 'rows',
      head: t('rows'),
      isAct: true,
      cell: ({ payment_id }) => payment_id && <RowsLink search={{ payment: payment_id }} />,
    },
  ]
}
