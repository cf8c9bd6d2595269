import { Button, Modal, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { leave, type Unsent } from '../../kit/end-session.ts'
import { IconLogout } from '../../kit/icons.ts'
import { leftMs } from '../../kit/left-requests.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useWaiting } from '../../kit/waiting.ts'
import { useCloseButton } from '../close-button.ts'

/** Asks first if something is not sent yet. `back` is the path to return to after the next sign-in. */
export function SignOut({ back }: { back?: string }) {
  const { t } = useTexts('account')
  const navigate = useNavigate()
  const { askOrLeave, isLeaving, dialog } = useSignOut(() =>
    navigate({ to: '/app/sign-in', ...(back && { search: { back } }) }),
  )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLogout size={20} aria-hidden />}
        loading={isLeaving}
        onClick={askOrLeave}
      >
        {t('signOut')}
      </Button>
      {dialog}
    </>
  )
}

/** Signs out on this device, and calls `onLeft`. */
export function useSignOut(onLeft: () => unknown) {
  const errorText = useErrorText()
  const waits = useWaiting().length
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const signOut = (unsent: Unsent) => {
    setAsking(false)
    setLeaving(true)
    leave(unsent)
      .then(onLeft, (error: unknown) => notify({ text: errorText(error), kind: 'bad' }))
      .finally(() => setLeaving(false))
  }
  return {
    askOrLeave: () => (waits > 0 ? setAsking(true) : signOut('keep')),
    isLeaving,
    dialog: (
      <UnsentDialog count={waits} opened={isAsking} onLeave={signOut} onClose={() => setAsking(false)} />
    ),
  }
}

type UnsentDialogProps = {
  count: number
  opened: boolean
  onLeave: (unsent: Unsent) => void
  onClose: () => void
}

/** What waits in the offline queue is sent after the next sign-in of the person, or is deleted if they want. */
function UnsentDialog({ count, opened, onLeave, onClose }: UnsentDialogProps) {
  const { t } = useTexts('account')
  const closeButton = useCloseButton()
  const waits = count > 0
  return (
    <Modal closeButtonProps={closeButton} opened={opened} onClose={onClose} title={t('unsent.title')}>
      <Stack>
        <Text>{waits ? t('unsent.text', { count, days: leftMs / 86_400_000 }) : t('unsent.sent')}</Text>
        <Button onClick={onClose}>{t('unsent.stay')}</Button>
        <Button variant="default" onClick={() => onLeave('keep')}>
          {t(waits ? 'unsent.leave' : 'signOut')}
        </Button>
        {waits && (
          <Button variant="default" onClick={() => onLeave('delete')}>
            {t('unsent.delete')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
