import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertCircle } from '../../kit/icons.ts'
import { useCloseButton } from '../../panel/use-dialog.ts'

type NotDoneProps = { title: string; onClose: () => void; children: ReactNode }

/** Says on the page why an act was refused. */
export function NotDone({ title, onClose, children }: NotDoneProps) {
  const close = useCloseButton()
  return (
    <Alert
      className="person-alert"
      color="red"
      role="alert"
      title={title}
      icon={<IconAlertCircle size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={close['aria-label']}
      onClose={onClose}
    >
      {children}
    </Alert>
  )
}
