import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'

type BalancedProps = { balanced: boolean | null; checked_at: string | null }

/** How the verdict on the ledger looks; one that was never compared is neither good nor bad. */
export const verdictOf = (balanced: boolean | null): 'cannot' | 'matches' | 'differs' => {
  if (balanced === null) return 'cannot'
  return balanced ? 'matches' : 'differs'
}

/** Whether the ledger is in balance, and when it was compared. */
export function Balanced({ balanced, checked_at }: BalancedProps) {
  const { t } = useTexts('money')
  if (!checked_at) return <>{t('ledger.unchecked')}</>
  return <>{t(balanced ? 'ledger.balanced' : 'ledger.unbalanced', { when: fromNow(checked_at) })}</>
}
