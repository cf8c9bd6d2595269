import { useQuery } from '@tanstack/react-query'
import { exportLedgerRows, type LedgerRow, listLedgerRows } from '#contract/admin/money/ledger.ts'
import { ledgerKinds } from '#contract/admin/money/ledger-vocabulary.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { PanelLink, type Search, useAddress } from '../../panel/link.tsx'
import { useAccountName } from '../account-name.ts'
import type { WithPhones } from '../file-links.tsx'
import { Amount, JobCell, When } from './cells.tsx'
import { moneyFilterNames, moneyQuery, ofPage, oneOf } from './filters.ts'
import { RowsLink } from './rows-link.tsx'

const queryOf = (address: Search, account: string | undefined) => {
  const kind = oneOf(ledgerKinds, address.kind)
  return {
    ...moneyQuery(address),
    ...(kind && { kind }),
    ...(account && { account }),
    ...(address.payment && { payment_id: address.payment }),
  }
}

export const ledgerFile = (address: Search, phones: WithPhones): string =>
  requestOf(exportLedgerRows, { query: { ...queryOf(address, address.account), ...phones } }).url

/** Rows of the ledger: of one account with its sign, or of all. */
export function LedgerTable({ account, label }: { account?: string | undefined; label: string }) {
  const { t } = useTexts('money')
  const [address] = useAddress()
  const query = { ...queryOf(address, account), ...ofPage(address) }
  const { data, error, refetch } = useQuery(reading(listLedgerRows, { query }))
  return (
    <div className="panel-named-cells money-table">
      <DataTable
        label={label}
        columns={useColumns(account)}
        rows={data?.rows}
        rowId={({ row_id }) => row_id}
        error={error}
        onRetry={() => void refetch()}
        filters={[...moneyFilterNames, 'kind', 'account', 'payment']}
        empty={{ title: t('ledger.none'), text: t('ledger.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </div>
  )
}

function useColumns(account: string | undefined): Column<LedgerRow>[] {
  const { t } = useTexts('money')
  return [
    {
      id: 'kind',
      head: t('kind'),
      isMain: true,
      cell: ({ kind }) => <b>{t(`ledger.kinds.${kind}`)}</b>,
    },
    {
      id: 'amount',
      head: t('amount'),
      isNumber: true,
      cell: ({ amount_cents, debit }) => <Amount cents={debit === account ? -amount_cents : amount_cents} />,
    },
    { id: 'debit', head: t('ledger.debit'), cell: ({ debit }) => <Account account={debit} /> },
    { id: 'credit', head: t('ledger.credit'), cell: ({ credit }) => <Account account={credit} /> },
    {
      id: 'cause',
      head: t('ledger.cause'),
      grows: true,
      cell: (row) => <Cause row={row} />,
    },
    { id: 'at', head: t('ledger.at'), cell: ({ at }) => <When at={at} /> },
    {
      id: 'rows',
      head: t('ledger.ofPayment'),
      isAct: true,
      cell: ({ payment_id }) =>
        payment_id && <RowsLink search={{ payment: payment_id }} name={t('ledger.ofPayment')} />,
    },
  ]
}

/** One side of a row, which leads to all rows of this account. */
function Account({ account }: { account: string }) {
  const accountName = useAccountName()
  return (
    <PanelLink className="dray-plain-link" to="/admin/money/ledger" search={{ account }} title={account}>
      {accountName(account)}
    </PanelLink>
  )
}

/** The job, and the call that made the row or the payment that it belongs to. */
function Cause({ row: { job, purpose, effect } }: { row: LedgerRow }) {
  const { t } = useTexts('money')
  const said = effect
    ? [t(`effects.kinds.${effect.kind}`), effect.by_hand && t('effects.byHand')].filter(Boolean).join(' · ')
    : purpose && t(`ledger.purposes.${purpose}`)
  return (
    <span className="panel-pair">
      <JobCell job={job} none={purpose === 'top_up' ? t('topUp') : t('noJob')} />
      {said && <small>{said}</small>}
    </span>
  )
}
