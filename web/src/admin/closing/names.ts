import { useTranslation } from 'react-i18next'
import { locale } from '../../kit/money.ts'

/** `2026-03-31` → `31 Mar 2026`; a day of UTC. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** Names of the accounts and of the kinds of movements; an unknown one is shown as it is. */
export function useLedgerNames() {
  const { t } = useTranslation('closing')
  const accountName = (account: string): string => {
    const [kind = '', name = ''] = account.split(':')
    if (kind === 'processor') return t('months.accounts.processor', { name })
    const key = account.replace(':', '_')
    return isAccount(key) ? t(`months.accounts.${key}`) : account
  }
  const kindName = (kind: string): string => (isKind(kind) ? t(`months.kinds.${kind}`) : kind)
  return { accountName, kindName }
}

const accounts = [
  ...(['wallet', 'held', 'captured', 'carrier'] as const),
  ...(['platform_fees', 'platform_disputes', 'platform_dispute_fees'] as const),
]
const kinds = [
  ...(['hold', 'release', 'capture', 'refund', 'refund_failed', 'transfer', 'top_up'] as const),
  ...(['share', 'fee', 'correction', 'dispute', 'dispute_fee'] as const),
]

const isAccount = (key: string): key is (typeof accounts)[number] => accounts.some((each) => each === key)
const isKind = (kind: string): kind is (typeof kinds)[number] => kinds.some((each) => each === kind)
