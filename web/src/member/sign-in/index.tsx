import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../kit/api.ts'
import { ownAddress } from '../../kit/own-address.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Entrance } from '../../panel/entrance.tsx'
import { IconFingerprint } from '../../panel/icons.ts'
import { useAddress, useGo } from '../../panel/link.tsx'
import { OrLine } from '../../panel/or-line.tsx'
import { presentPasskey } from '../../panel/passkey.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { signedIn, useSignedIn } from '../session/me.ts'
import { type Surface, useSurface, useWords } from '../surface.ts'
import { PasswordForm } from './password-form.tsx'
import { type Presented, presentFor } from './present-for.ts'
import { usePasskeySuggestions } from './use-passkey-suggestions.ts'

/**
 * Sign-in of members: a passkey first, a password with a code second. The field of the login name suggests passkeys
 * too. Returns to the page that asked for it.
 */
export function SignIn() {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { name, signInLead, signInHelp } = useWords()
  const { me } = useSignedIn()
  const enter = useBack()
  const alreadyIn = useEffectEvent(enter)
  useEffect(() => {
    if (me) alreadyIn()
  }, [me])
  const [hasPassword, setPassword] = useState(false)
  const passkey = useQuietAct({
    act: (presented: Promise<Presented>) => finish(surface, presented),
    onDone: ({ me }) => signedIn(surface, me),
  })
  usePasskeySuggestions({
    isOn: me === null && !passkey.isPending,
    onChosen: (presented) => passkey.mutate(Promise.resolve(presented)),
  })
  return (
    <Entrance name={name} title={t('signIn.title')} lead={signInLead}>
      <Stack>
        <Refusal error={passkey.error} />
        <Button
          size="md"
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate(presentFor(surface, presentPasskey))}
        >
          {t('signIn.passkey')}
        </Button>
        <OrLine />
        {hasPassword ? (
          <PasswordForm />
        ) : (
          <Button variant="default" onClick={() => setPassword(true)}>
            {t('signIn.usePassword')}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {signInHelp}
        </Text>
      </Stack>
    </Entrance>
  )
}

async function finish({ operations: { finishPasskeySignIn } }: Surface, presented: Promise<Presented>) {
  const { challenge_id, credential } = await presented
  return call(finishPasskeySignIn, { params: { challenge_id }, body: { credential } })
}

/** Leads to the page that asked for the sign-in, if it is one of the surface. */
function useBack() {
  const go = useGo()
  const { home } = useSurface()
  const [{ back }] = useAddress()
  return () => {
    const { pathname, search } = new URL(
      ownAddress(back, location.origin, new RegExp(`^${home}(/|$)`)) ?? home,
      location.origin,
    )
    go(pathname, { search: Object.fromEntries(new URLSearchParams(search)), replace: true })
  }
}
