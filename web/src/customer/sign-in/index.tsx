import { Stack, Text } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { draftPhone } from '../../kit/draft-phone.ts'
import { LanguageChoice } from '../../kit/language-choice.tsx'
import { useMe } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { SignInForm } from './sign-in-form.tsx'
import '../../shared/app.css'
import '../customer.css'

/** Sign-in of customers and carriers; returns to the screen that required it. */
export function SignIn() {
  const { t } = useTexts('signIn')
  const { back = '/app' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const me = useMe()
  const goBack = () => void navigate({ to: back, replace: true })
  const alreadyIn = useEffectEvent(goBack)
  useEffect(() => {
    if (me) alreadyIn()
  }, [me])
  const router = useRouter()
  // While the number is typed.
  useEffect(() => void router.preloadRoute({ to: back }), [router, back])
  return (
    <Shell title={t('signIn.title')} branded>
      <Stack gap="xl" className="app-narrow">
        <Text>
          {back.startsWith('/carrier') ? t('signIn.aboutCarrier') : t('signIn.about')} {t('signIn.lead')}
        </Text>
        <SignInForm phone={draftPhone()} onSignedIn={goBack} />
        <LanguageChoice />
      </Stack>
    </Shell>
  )
}
