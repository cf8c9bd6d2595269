import { useTranslation } from 'react-i18next'
import { dayAndTime } from '../../kit/when.ts'

type Ledger = { balanced: boolean | null; checked_at: string | null }

/** Whether the books agreed, and when they were compared. */
export function Books({ ledger: { balanced, checked_at } }: { ledger: Ledger }) {
  const { t } = useTranslation('today')
  if (!checked_at) return t('unchecked')
  return t(balanced ? 'agreed' : 'disagreed', { when: dayAndTime(checked_at) })
}
