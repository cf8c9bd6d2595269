import { useQuery } from '@tanstack/react-query'
import {
  disputeKinds,
  disputeStates,
  exportDisputes,
  listDisputes,
  type StaffDispute,
} from '#contract/admin/money/disputes.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import type { WithPhones } from '../file-links.tsx'
import { Amount, JobCell, When } from './cells.tsx'
import { DisputeDrawer } from './dispute-drawer.tsx'
import { moneyFilterNames, moneyQuery, ofPage, ofPartner, ofProcessor, oneOf } from './filters.ts'

const queryOf = (address: Search) => {
  const [state, kind] = [oneOf(disputeStates, address.state), oneOf(disputeKinds, address.kind)]
  return {
    ...moneyQuery(address),
    ...ofPartner(address),
    ...ofProcessor(address),
    ...(state && { state }),
    ...(kind && { kind }),
  }
}

export const disputesFile = (address: Search, phones: WithPhones): string =>
  requestOf(exportDisputes, { query: { ...queryOf(address), ...phones } }).url

const idOf = ({ processor, reference }: StaffDispute) => `${processor} ${reference}`

/** Disputes and fraud warnings; each opens with what staff can do. */
export function DisputesTable({ label }: { label: string }) {
  const { t } = useTexts('money')
  const [address, change] = useAddress()
  const query = { ...queryOf(address), ...ofPage(address) }
  const { data, error, refetch } = useQuery(reading(listDisputes, { query }))
  const opened = data?.disputes.find((each) => [idOf(each), each.reference].includes(address.dispute ?? ''))
  return (
    <div className="panel-named-cells money-table">
      <DataTable
        label={label}
        columns={useColumns()}
        rows={data?.disputes}
        rowId={idOf}
        opens={(dispute) => ({ dispute: idOf(dispute) })}
        error={error}
        onRetry={() => void refetch()}
        filters={[...moneyFilterNames, 'state', 'kind']}
        empty={{ title: t('disputes.none'), text: t('disputes.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
      <DisputeDrawer dispute={opened} onClose={() => change({ dispute: undefined })} />
    </div>
  )
}

function useColumns(): Column<StaffDispute>[] {
  const { t } = useTexts('money')
  return [
    {
      id: 'dispute',
      head: t('amount'),
      isNumber: true,
      isMain: true,
      cell: ({ amount_cents, kind }) => (
        <span className="panel-pair">
          <Amount cents={amount_cents} />
          <small>{t(`disputes.kinds.${kind}`)}</small>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      cell: ({ state, blocks }) => (
        <span className="panel-pair">
          <Mark look={state === 'open' ? 'bad' : undefined}>{t(`disputes.states.${state}`)}</Mark>
          {blocks && <small>{t('disputes.blocks')}</small>}
        </span>
      ),
    },
    {
      id: 'job',
      head: t('job'),
      grows: true,
      cell: ({ job, partner }) => <JobCell job={job} partner={partner} none={t('noJob')} />,
    },
    { id: 'cause', head: t('disputes.cause'), isForDesk: true, cell: ({ cause }) => cause },
    { id: 'respond', head: t('disputes.respondBy'), cell: ({ respond_by }) => <When at={respond_by} /> },
    { id: 'opened', head: t('disputes.openedAt'), cell: ({ opened_at }) => <When at={opened_at} /> },
  ]
}
