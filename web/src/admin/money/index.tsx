import { useQuery } from '@tanstack/react-query'
import { readMoney } from '#contract/admin/money/overview.ts'
import { listProviders } from '#contract/admin/providers.ts'
import type { Output } from '../../kit/api.ts'
import { money, wholeNumber } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink, type Search } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { CheckLedger } from '../check-ledger.tsx'
import { Balanced, verdictOf } from './balanced.tsx'
import { MoneyPage } from './money-page.tsx'

type Overview = Output<typeof readMoney>

/** Where the money is now, each sum a link to its list. */
export function Money() {
  const { t } = useTexts('money')
  const { data, error, refetch } = useQuery(reading(readMoney, {}))
  const providers = useQuery(reading(listProviders, {})).data?.providers
  const isSandbox = providers?.some(({ kind, name }) => kind === 'payments' && name === 'sandbox')
  return (
    <MoneyPage title={t('title')} lead={t(isSandbox ? 'leadSandbox' : 'lead')}>
      {data ? (
        <>
          <Now overview={data} />
          <Today today={data.today} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </MoneyPage>
  )
}

type Place = { to: string; search?: Search }

const places = {
  held: { to: '/admin/money/holds' },
  to_capture: { to: '/admin/money/charges', search: { state: 'open' } },
  to_refund: { to: '/admin/money/charges', search: { of: 'refunds', state: 'open' } },
  owed_to_carriers: { to: '/admin/money/wallets', search: { holder: 'carrier' } },
  waits_for_account: { to: '/admin/money/payouts', search: { state: 'waits_for_account' } },
  wallets: { to: '/admin/money/wallets' },
  disputes: { to: '/admin/money/charges', search: { of: 'disputes', state: 'open' } },
} satisfies Record<string, Place>

const shown = Object.keys(places) as (keyof typeof places)[]

function Now({ overview }: { overview: Overview }) {
  const { t } = useTexts('money')
  const { ledger, failing } = overview
  return (
    <Section title={t('now')}>
      <p className="panel-verdict" data-kind={verdictOf(ledger.balanced)}>
        <PanelLink className="dray-plain-link" to="/admin/money/ledger">
          <Balanced {...ledger} />
        </PanelLink>{' '}
        <CheckLedger />
      </p>
      <ul className="money-sums">
        {shown.map((name) => (
          <li key={name}>
            <PanelLink {...places[name]}>
              <span>{t(`sums.${name}`)}</span>
              <b>{money(overview[name].cents)}</b>
              <small>{t('items', { count: overview[name].count })}</small>
            </PanelLink>
          </li>
        ))}
        <li data-alert={failing.count > 0 || undefined}>
          <PanelLink to="/admin/money/charges" search={{ of: 'calls', state: 'failing' }}>
            <span>{t('sums.failing')}</span>
            <b>{wholeNumber(failing.count)}</b>
          </PanelLink>
        </li>
      </ul>
    </Section>
  )
}

function Today({ today }: { today: Overview['today'] }) {
  const { t } = useTexts('money')
  const sums = [
    ['captured', today.captured_cents],
    ['refunded', today.refunded_cents],
    ['paid_out', today.paid_out_cents],
    ['fees', today.fees_cents],
  ] as const
  return (
    <Section
      title={t('today')}
      text={t('todayText')}
      actions={
        <PanelLink className="dray-plain-link" to="/admin/money/closing">
          {t('byMonth')}
        </PanelLink>
      }
    >
      <ul className="money-sums">
        {sums.map(([name, cents]) => (
          <li key={name}>
            <div>
              <span>{t(`sums.${name}`)}</span>
              <b>{money(cents)}</b>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
