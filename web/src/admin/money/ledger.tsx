import { ledgerKinds } from '#contract/admin/money/ledger-vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { FileLinks } from '../file-links.tsx'
import { Balances } from './balances.tsx'
import { LedgerTable, ledgerFile } from './ledger-table.tsx'
import { MoneyFilters } from './money-filters.tsx'
import { MoneyPage } from './money-page.tsx'
import { OnlyOf } from './only-of.tsx'

/** Balances by account, and the rows behind them. */
export function Ledger() {
  const { t } = useTexts('money')
  const [address] = useAddress()
  return (
    <MoneyPage
      title={t('tabs.ledger')}
      lead={t('ledger.lead')}
      actions={<FileLinks hrefOf={(phones) => ledgerFile(address, phones)} />}
    >
      <Balances />
      <section className="money-below">
        <h2>{t('rows')}</h2>
        <MoneyFilters
          choices={[
            {
              name: 'kind',
              label: t('kind'),
              options: ledgerKinds.map((value) => ({ value, label: t(`ledger.kinds.${value}`) })),
            },
          ]}
          fields={['job', 'days', 'amounts']}
        />
        <OnlyOf />
        <LedgerTable account={address.account} label={t('rows')} />
      </section>
    </MoneyPage>
  )
}
