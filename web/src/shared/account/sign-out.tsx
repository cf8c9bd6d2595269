import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconLogout } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { leave } from '../../kit/session.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { forgetPerson } from './forget-person.ts'

/** `back` is the path to return to after the next sign-in. */
export function SignOut({ back }: { back?: string }) {
  const { t } = useTexts('account')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    leave()
      .then(
        () => {
          forgetPerson()
          return navigate({ to: '/app/sign-in', ...(back && { search: { back } }) })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setLeaving(false))
  }
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={20} aria-hidden />}
      loading={isLeaving}
      onClick={signOut}
    >
      {t('signOut')}
    </Button>
  )
}
