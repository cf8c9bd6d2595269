import type { ApiError } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { NotDone } from '../person/not-done.tsx'

/** Why an account was not deleted: everything that has to end first, and how. */
export function NotErased({ refusal, onClose }: { refusal: ApiError | null; onClose: () => void }) {
  const { t } = useTexts('people')
  if (!refusal) return null
  const blockers = Object.entries(refusal.details)
  return (
    <NotDone title={t('customers.blocked')} onClose={onClose}>
      {blockers.length === 0 ? refusal.message : t('customers.blockedText')}
      <ul>
        {blockers.map(([reason, text]) => (
          <li key={reason}>{text}</li>
        ))}
      </ul>
    </NotDone>
  )
}
