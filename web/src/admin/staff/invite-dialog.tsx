import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HandOver, type Link } from '../../member/hand-over.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { InviteForm } from './invite-form.tsx'

type InviteDialogProps = { isOpen: boolean; onClose: () => void }

/** Invites a person: name, role and language, then the link, which is shown once. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const { t } = useTranslation('admin')
  const [made, setMade] = useState<{ name: string; link: Link } | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      // A click beside the dialog must not lose the link.
      closeOnClickOutside={made === null}
      title={t(made ? 'invite.linkTitle' : 'invite.title')}
      {...useDialog()}
    >
      {made ? (
        <HandOver {...made} onDone={close} />
      ) : (
        <InviteForm onMade={(name, link) => setMade({ name, link })} />
      )}
    </Modal>
  )
}
