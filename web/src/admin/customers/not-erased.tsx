import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useCloseButton } from '../../panel/use-dialog.ts'

/** Why an account was not deleted: everything that has to end first, and how. */
export function NotErased({ refusal, onClose }: { refusal: ApiError | null; onClose: () => void }) {
  const { t } = useTranslation('people')
  const close = useCloseButton()
  if (!refusal) return null
  const blockers = Object.entries(refusal.details)
  return (
    <Alert
      className="person-alert"
      color="red"
      role="alert"
      title={t('customers.blocked')}
      icon={<IconAlertCircle size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={close['aria-label']}
      onClose={onClose}
    >
      {blockers.length === 0 ? refusal.message : t('customers.blockedText')}
      <ul>
        {blockers.map(([reason, text]) => (
          <li key={reason}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}
