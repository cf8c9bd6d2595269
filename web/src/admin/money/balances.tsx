import { useQuery } from '@tanstack/react-query'
import { readLedger } from '#contract/admin/money/ledger.ts'
import type { Output } from '../../kit/api.ts'
import { money, wholeNumber } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { PanelLink, type Search } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'
import { accountKey, isSummedAccount } from '../account-key.ts'
import { useAccountName } from '../account-name.ts'
import { CheckLedger } from '../check-ledger.tsx'
import { useShownCode } from '../use-shown-code.ts'
import { Balanced, verdictOf } from './balanced.tsx'

type Ledger = Output<typeof readLedger>
type Balance = Ledger['balances'][number]

/** Whether the ledger is in balance, what differs, and the balance of each account or kind of accounts. */
export function Balances() {
  const { t } = useTexts('money')
  const { data, error, refetch } = useQuery(reading(readLedger, {}))
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={3} />
  const { balanced, unbalanced_since, whole_checked_at, differences, balances } = data
  const text = whole_checked_at ? t('ledger.balancesText', { when: dayAndTime(whole_checked_at) }) : undefined
  return (
    <Section title={t('ledger.balances')} text={text}>
      <p className="panel-verdict" data-kind={verdictOf(balanced)}>
        <Balanced {...data} /> {unbalanced_since && t('ledger.since', { when: dayAndTime(unbalanced_since) })}{' '}
        <CheckLedger />
      </p>
      {differences.length > 0 && <Differences differences={differences} />}
      {balances.length > 0 && <BalanceTable balances={balances} />}
    </Section>
  )
}

function BalanceTable({ balances }: { balances: Balance[] }) {
  const { t } = useTexts('money')
  const total = balances.reduce((sum, { balance_cents }) => sum + balance_cents, 0)
  return (
    <table className="panel-sums money-accounts" aria-label={t('ledger.balances')}>
      <thead>
        <tr>
          <th scope="col">{t('ledger.account')}</th>
          <th scope="col" data-number>
            {t('ledger.accounts')}
          </th>
          <th scope="col" data-number>
            {t('ledger.accountBalance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ account, balance_cents, accounts }) => (
          <tr key={account}>
            <td>
              <AccountLink account={account} />
            </td>
            <td data-number>{wholeNumber(accounts)}</td>
            <td data-number>{money(balance_cents)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={2}>{t('ledger.total')}</td>
          <td data-number>{money(total)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Leads to the rows of an account, or to the list of all accounts of a kind. */
function AccountLink({ account }: { account: string }) {
  const { t } = useTexts('money')
  const accountName = useAccountName()
  const place = lists[account] ?? { to: '/admin/money/ledger', search: { account } }
  const processor = account.startsWith('processor:') ? account.slice('processor:'.length) : null
  const text = isSummedAccount(account)
    ? t(`ledger.of.${accountKey(account)}`)
    : processor
      ? t('ledger.ofProcessor', { name: processor })
      : accountName(account)
  // Payments that are captured and not shared out have no list: their rows are in the ledger.
  if (account === 'captured') return <>{text}</>
  return (
    <PanelLink className="dray-plain-link" {...place}>
      {text}
    </PanelLink>
  )
}

const lists: Record<string, { to: string; search?: Search }> = {
  wallet: { to: '/admin/money/wallets' },
  held: { to: '/admin/money/holds' },
  carrier: { to: '/admin/money/wallets', search: { holder: 'carrier' } },
}

function Differences({ differences }: Pick<Ledger, 'differences'>) {
  const { t } = useTexts('money')
  const shownCode = useShownCode()
  return (
    <table className="panel-sums money-accounts" aria-label={t('ledger.differences')}>
      <thead>
        <tr>
          <th scope="col">{t('ledger.check')}</th>
          <th scope="col">{t('ledger.subject')}</th>
          <th scope="col" data-number>
            {t('ledger.expected')}
          </th>
          <th scope="col" data-number>
            {t('ledger.found')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ check, subject, expected_cents, actual_cents }) => (
          <tr key={`${check} ${subject}`}>
            <td>{shownCode(check)}</td>
            <td>
              <Subject subject={subject} />
            </td>
            <td data-number>{money(expected_cents)}</td>
            <td data-differs data-number>
              {money(actual_cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An account leads to its rows; a payment or a call is named by its id. */
function Subject({ subject }: { subject: string }) {
  const accountName = useAccountName()
  if (!subject.includes(':')) return <code>{subject}</code>
  return (
    <PanelLink className="dray-plain-link" to="/admin/money/ledger" search={{ account: subject }}>
      {accountName(subject)}
    </PanelLink>
  )
}
