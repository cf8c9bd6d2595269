import { type LedgerKind, ledgerKinds } from '#contract/admin/money/ledger-vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { accountKey, isSummedAccount } from '../account-key.ts'

/** Names of the accounts and of the kinds of movements; an unknown one is shown unchanged. */
export function useLedgerNames() {
  const { t } = useTexts('closing')
  const accountName = (account: string): string => {
    const [kind = '', name = ''] = account.split(':')
    if (kind === 'processor') return t('months.accounts.processor', { name })
    return isSummedAccount(account) ? t(`months.accounts.${accountKey(account)}`) : account
  }
  const kindName = (kind: string): string => (isKind(kind) ? t(`months.kinds.${kind}`) : kind)
  return { accountName, kindName }
}

const isKind = (kind: string): kind is LedgerKind => ledgerKinds.some((each) => each === kind)
