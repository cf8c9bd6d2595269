import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { CheckLedger } from '../check-ledger.tsx'

type Ledger = { balanced: boolean | null; checked_at: string | null }

/** Whether the books agreed, when they were compared, and the act that compares them now. */
export function Books({ ledger: { balanced, checked_at } }: { ledger: Ledger }) {
  const { t } = useTexts('today')
  const said = checked_at
    ? t(balanced ? 'agreed' : 'disagreed', { when: dayAndTime(checked_at) })
    : t('unchecked')
  return (
    <>
      {said} <CheckLedger />
    </>
  )
}
