import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readWalletForStaff } from '#contract/admin/money/wallets.ts'
import type { Output } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { placeOf } from '../places.ts'
import { LedgerTable } from './ledger-table.tsx'
import { MoneyPage } from './money-page.tsx'

type Wallet = Output<typeof readWalletForStaff>

/** The balances of one person, with the rows of the ledger behind them. */
export function WalletPage() {
  const { t } = useTexts('money')
  const { accountId = '' } = useParams({ strict: false }) as { accountId?: string }
  const { data, error, refetch } = useQuery(
    reading(readWalletForStaff, { params: { account_id: accountId } }),
  )
  return (
    <MoneyPage title={data?.name ?? (data ? t('erased') : t('tabs.wallets'))}>
      {data ? (
        <Balances wallet={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </MoneyPage>
  )
}

function Balances({ wallet }: { wallet: Wallet }) {
  const { t } = useTexts('money')
  const { account_id, is_carrier, balance_cents, available_cents, owed_cents } = wallet
  const frozen: Fact[] =
    available_cents < balance_cents
      ? [
          [
            t('wallets.available'),
            <span key="available" className="panel-pair">
              {money(available_cents)}
              <small>{t('wallets.availableText')}</small>
            </span>,
          ],
        ]
      : []
  const owed: Fact[] = is_carrier ? [[t('wallets.owed'), money(owed_cents)]] : []
  return (
    <>
      <Section title={t('wallets.one')}>
        <Facts facts={[[t('wallets.balance'), money(balance_cents)], ...frozen, ...owed]} />
        <p className="panel-links">
          <PanelLink className="dray-plain-link" {...placeOf.customer(account_id)}>
            {t('wallets.openPerson')}
          </PanelLink>
          {is_carrier && (
            <PanelLink className="dray-plain-link" {...placeOf.carrier(account_id)}>
              {t('openCarrier')}
            </PanelLink>
          )}
          {is_carrier && (
            <PanelLink className="dray-plain-link" to="/admin/money/payouts" search={{ carrier: account_id }}>
              {t('tabs.payouts')}
            </PanelLink>
          )}
          {is_carrier && (
            <PanelLink
              className="dray-plain-link"
              to="/admin/money/ledger"
              search={{ account: `carrier:${account_id}` }}
            >
              {t('wallets.carrierRows')}
            </PanelLink>
          )}
        </p>
      </Section>
      <section className="money-below">
        <h2>{t('wallets.customerRows')}</h2>
        <LedgerTable account={`wallet:${account_id}`} label={t('wallets.customerRows')} />
      </section>
    </>
  )
}
