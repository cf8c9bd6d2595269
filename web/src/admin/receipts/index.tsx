import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportInvoices, listInvoices, type StaffInvoice } from '#contract/admin/money/invoices.ts'
import { invoiceKinds } from '#contract/invoice-vocabulary.ts'
import { requestOf } from '../../kit/api.ts'
import { monthName, monthsUntil } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { currentMonth, isMonth } from '../../panel/months.ts'
import { RemovableFilters } from '../../panel/removable-filters.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { FileLinks } from '../file-links.tsx'
import { Amount, PersonCell, When } from '../money/cells.tsx'
import { ofPage, oneOf } from '../money/filters.ts'
import { MoneyPage } from '../money/money-page.tsx'
import { placeOf } from '../places.ts'

const filterNames = ['number', 'kind', 'month', 'person', 'job']

function queryOf(address: Search) {
  const kind = oneOf(invoiceKinds, address.kind)
  return {
    ...(kind && { kind }),
    ...(address.number && { number: address.number }),
    ...(address.month && isMonth(address.month) && { month: address.month }),
    ...(address.person && { account_id: address.person }),
    ...(address.job && { job_id: address.job }),
  }
}

/** All pages with a number. */
export function Receipts() {
  const { t } = useTexts('receipts')
  const [address] = useAddress()
  const query = queryOf(address)
  const { data, error, refetch } = useQuery(
    reading(listInvoices, { query: { ...query, ...ofPage(address) } }),
  )
  const hrefOf = (phones: { with_phones?: true }) =>
    requestOf(exportInvoices, { query: { ...query, ...phones } }).url
  return (
    <MoneyPage title={t('title')} lead={t('lead')} actions={<FileLinks hrefOf={hrefOf} />}>
      <Choice />
      <RemovableFilters
        names={['person', 'job'] as const}
        title={t('remove')}
        textOf={(name) => t(name === 'person' ? 'ofPerson' : 'ofJob')}
      />
      <div className="panel-named-cells money-table">
        <DataTable
          label={t('title')}
          columns={useColumns()}
          rows={data?.invoices}
          rowId={({ invoice_id }) => invoice_id}
          error={error}
          onRetry={() => void refetch()}
          filters={filterNames}
          empty={{ title: t('none'), text: t('noneText') }}
          nextPage={data?.next ? { before: data.next } : null}
        />
      </div>
    </MoneyPage>
  )
}

const numberLike = /^(TEST-)?[RTCDMS]-20\d\d-\d{6,9}$/

function Choice() {
  const { t } = useTexts('receipts')
  const [address, change] = useAddress()
  const [fault, setFault] = useState<string | null>(null)
  const submit = (values: FormData) => {
    const number = textOf(values, 'number')?.toUpperCase()
    const isOdd = Boolean(number) && !numberLike.test(number ?? '')
    setFault(isOdd ? t('numberOdd') : null)
    if (!isOdd) change({ number, before: undefined })
  }
  const months = monthsUntil(currentMonth())
  return (
    <Filters key={address.number ?? ''} onSubmit={submit}>
      <NativeSelect
        label={t('series')}
        value={address.kind ?? ''}
        data={[
          { value: '', label: t('any') },
          ...invoiceKinds.map((value) => ({ value, label: t(`seriesOf.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ kind: value, before: undefined })}
      />
      <NativeSelect
        label={t('month')}
        value={address.month ?? ''}
        data={[
          { value: '', label: t('anyMonth') },
          ...months.map((value) => ({ value, label: monthName(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ month: value, before: undefined })}
      />
      <TextInput
        name="number"
        label={t('number')}
        defaultValue={address.number}
        error={fault}
        maxLength={24}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('find')}
        </Button>
      </div>
    </Filters>
  )
}

function useColumns(): Column<StaffInvoice>[] {
  const { t } = useTexts('receipts')
  return [
    {
      id: 'number',
      head: t('number'),
      isMain: true,
      grows: true,
      cell: ({ invoice_id, number, kind, month }) => (
        <span className="panel-pair">
          <RowLink {...placeOf.receipt(invoice_id)}>{number}</RowLink>
          <small>{[t(`kinds.${kind}`), month && monthName(month)].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('amount'),
      isNumber: true,
      cell: ({ kind, total_cents }) => <Amount cents={kind === 'credit_note' ? -total_cents : total_cents} />,
    },
    {
      id: 'person',
      head: t('person'),
      cell: ({ person, month }) => <PersonCell person={person} to={month ? 'carrier' : 'customer'} />,
    },
    { id: 'issued', head: t('issued'), cell: ({ issued_at }) => <When at={issued_at} /> },
  ]
}
