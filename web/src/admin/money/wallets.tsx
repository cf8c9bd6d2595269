import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  exportWallets,
  type ListedWallet,
  listWallets,
  walletHolders,
  walletOrders,
} from '#contract/admin/money/wallets.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { RowLink } from '../../panel/row-link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { FileLinks } from '../file-links.tsx'
import { centsOf } from '../job/cents-of.ts'
import { placeOf } from '../places.ts'
import { rememberTerms, useTypedTerms } from '../typed-terms.ts'
import { Amount } from './cells.tsx'
import { moneyQuery, ofPage, oneOf } from './filters.ts'
import { MoneyPage } from './money-page.tsx'

const filterNames = ['name', 'min', 'max']

const filtersOf = (address: Search) => {
  const order = oneOf(walletOrders, address.order)
  const { min_cents, max_cents } = moneyQuery(address)
  return {
    holder: oneOf(walletHolders, address.holder) ?? ('customer' as const),
    ...(order && { order }),
    ...(min_cents !== undefined && { min_cents }),
    ...(max_cents !== undefined && { max_cents }),
  }
}

/** The balances of customers, or of carriers. */
export function Wallets() {
  const { t } = useTexts('money')
  const [address] = useAddress()
  const filters = filtersOf(address)
  const { name } = useTypedTerms('name')
  const body = { filters: { ...filters, ...(name && { name }) }, ...ofPage(address) }
  const { data, error, refetch } = useQuery(reading(listWallets, { body }))
  return (
    <MoneyPage
      title={t('tabs.wallets')}
      lead={t('wallets.lead')}
      actions={
        // A file is a URL, so it cannot be of a name.
        !name && (
          <FileLinks
            hrefOf={(phones) => requestOf(exportWallets, { query: { ...filters, ...phones } }).url}
          />
        )
      }
    >
      <WalletFilters key={[name, address.min, address.max].join()} name={name} />
      <DataTable
        label={t('tabs.wallets')}
        columns={useColumns()}
        rows={data?.wallets}
        rowId={({ account_id }) => account_id}
        error={error}
        onRetry={() => void refetch()}
        filters={filterNames}
        empty={{ title: t('wallets.none'), text: t('wallets.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </MoneyPage>
  )
}

function useColumns(): Column<ListedWallet>[] {
  const { t } = useTexts('money')
  return [
    {
      id: 'name',
      head: t('wallets.person'),
      isMain: true,
      grows: true,
      cell: ({ account_id, name }) => (
        <RowLink {...placeOf.wallet(account_id)}>{name ?? t('erased')}</RowLink>
      ),
    },
    {
      id: 'balance',
      head: t('wallets.balance'),
      cell: ({ balance_cents }) => <Amount cents={balance_cents} />,
    },
  ]
}

function WalletFilters({ name }: { name: string | undefined }) {
  const { t } = useTexts('money')
  const [address, change] = useAddress()
  const [faults, setFaults] = useState<Search>({})
  const submit = (values: FormData) => {
    const typed: Search = Object.fromEntries(['min', 'max'].map((each) => [each, textOf(values, each)]))
    const isOdd = (amount: string | undefined) => amount && centsOf(amount) === null
    const found = {
      ...(isOdd(typed.min) && { min: t('filters.amountOdd') }),
      ...(isOdd(typed.max) && { max: t('filters.amountOdd') }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const term = rememberTerms({ name: textOf(values, 'name') })
    change({ ...typed, ...term, before: undefined })
  }
  const amount = (name: 'min' | 'max') => ({
    name,
    label: t(`filters.${name}`),
    defaultValue: address[name],
    error: faults[name],
    maxLength: 12,
    autoComplete: 'off',
  })
  return (
    <Filters onSubmit={submit}>
      <NativeSelect
        label={t('wallets.holder')}
        value={address.holder ?? 'customer'}
        data={walletHolders.map((value) => ({ value, label: t(`wallets.holders.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ holder: value, before: undefined })}
      />
      <NativeSelect
        label={t('wallets.order')}
        value={address.order ?? 'size'}
        data={walletOrders.map((value) => ({ value, label: t(`wallets.orders.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ order: value, before: undefined })}
      />
      <TextInput
        name="name"
        label={t('wallets.name')}
        defaultValue={name}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput inputMode="decimal" {...amount('min')} />
      <TextInput inputMode="decimal" {...amount('max')} />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('filters.apply')}
        </Button>
        <ClearButton />
      </div>
    </Filters>
  )
}

function ClearButton() {
  const { t } = useTexts('panel')
  const [address, change] = useAddress()
  if (!filterNames.some((name) => address[name])) return null
  const clear = () => change(Object.fromEntries([...filterNames, 'before'].map((name) => [name, undefined])))
  return (
    <Button variant="subtle" onClick={clear}>
      {t('table.clear')}
    </Button>
  )
}
